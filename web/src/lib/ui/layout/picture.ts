/** Pictures made in the page: a drawing is painted on a canvas. All that it needs is put into it first. */
import { type Component, flushSync, mount, unmount } from "svelte";
import { api } from "../../net/api";
import { fileAddress } from "../../place";

/** The size that places where links are shared show whole. */
export const WIDTH = 1200;
export const HEIGHT = 630;
const FONTS = { serif: "Branchline Serif", sans: "Branchline Sans" };

/** A file of the server as an address that holds all of it. */
export async function inlined(path: string): Promise<string> {
  const answer = await fetch(fileAddress(path));
  if (!answer.ok) throw new Error(`${path}: ${answer.status}`);
  const blob = await answer.blob();
  return new Promise((done, fail) => {
    const reader = new FileReader();
    reader.onload = () => done(String(reader.result));
    reader.onerror = () => fail(reader.error ?? new Error(path));
    reader.readAsDataURL(blob);
  });
}

/** Our type faces, as a style that may stand in a drawing. */
async function faces(): Promise<string> {
  const rules = await Promise.all(
    Object.entries(FONTS).map(async ([file, family]) => {
      const address = await inlined(`/page/fonts/${file}.woff2`);
      return `@font-face{font-family:'${family}';font-weight:700;src:url(${address})}`;
    }),
  );
  return `<style>${rules.join("")}</style>`;
}

/** A component that draws one picture to share, as a canvas. */
export async function paintedComponent<Props extends Record<string, unknown>>(
  component: Component<Props>,
  props: Props,
): Promise<HTMLCanvasElement> {
  const target = document.createElement("div");
  const shown = mount(component, { target, props });
  flushSync();
  try {
    return await painted(target.querySelector("svg")!, WIDTH, HEIGHT);
  } finally {
    void unmount(shown);
  }
}

/** A drawing as a canvas of its size. */
async function painted(drawing: SVGSVGElement, width: number, height: number): Promise<HTMLCanvasElement> {
  const text = new XMLSerializer().serializeToString(drawing);
  const style = await faces();
  const svg = text.replace(/^<svg[^>]*>/, (start) => start + style);
  const image = new Image(width, height);
  image.src = `data:image/svg+xml;charset=utf-8,${encodeURIComponent(svg)}`;
  await image.decode();
  const canvas = document.createElement("canvas");
  [canvas.width, canvas.height] = [width, height];
  canvas.getContext("2d")!.drawImage(image, 0, 0, width, height);
  return canvas;
}

export function pngOf(canvas: HTMLCanvasElement): Promise<Blob> {
  return new Promise((done, fail) =>
    canvas.toBlob((blob) => (blob ? done(blob) : fail(new Error("no picture"))), "image/png"),
  );
}

/** Offer the record of a game as a download. */
export async function saveRecord(id: string): Promise<void> {
  save(new File([await api.record(id)], `branchline-${id}.txt`, { type: "text/plain" }));
}

/** Offer a file as a download. */
export function save(file: File): void {
  const link = document.createElement("a");
  link.href = URL.createObjectURL(file);
  link.download = file.name;
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), 60_000);
}
