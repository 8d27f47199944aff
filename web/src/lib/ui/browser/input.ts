/** Keyboard, mouse and clipboard, as the page uses them. */

import { settings } from "./settings.svelte";

/** Whether a key was pressed as a shortcut: not while typing or in a dialog, and not with Ctrl, Alt or Meta. */
export function isShortcut(event: KeyboardEvent): boolean {
  if (!settings.shortcuts || event.ctrlKey || event.metaKey || event.altKey || event.defaultPrevented) return false;
  const element = event.target;
  return !(element instanceof Element && element.closest("input:not([type=checkbox]), textarea, select, dialog"));
}

interface HoverHandlers {
  onpointerenter: (event: PointerEvent) => void;
  onpointerleave: (event: PointerEvent) => void;
}

/** Handlers for a mouse that enters and leaves. A finger does neither: what it has tapped stays shown. */
export function hover(enter: () => void, leave: () => void): HoverHandlers {
  const byMouse = (act: () => void) => (event: PointerEvent) => {
    if (event.pointerType === "mouse") act();
  };
  return { onpointerenter: byMouse(enter), onpointerleave: byMouse(leave) };
}

/**
 * The second click of a double click does nothing, and selects no text: what it would hit has only just come up there.
 * An action for whatever changes under the pointer.
 */
export function singleClicks(node: HTMLElement): { destroy: () => void } {
  const ignore = (event: MouseEvent): void => {
    if (event.detail < 2) return;
    event.preventDefault();
    event.stopPropagation();
  };
  node.addEventListener("mousedown", ignore, true);
  node.addEventListener("click", ignore, true);
  return {
    destroy: () => {
      node.removeEventListener("mousedown", ignore, true);
      node.removeEventListener("click", ignore, true);
    },
  };
}

/** Copy a text, also where the browser gives pages no clipboard: over plain HTTP in a home network. */
export async function copyText(text: string): Promise<boolean> {
  try {
    await navigator.clipboard.writeText(text);
    return true;
  } catch {
    return copyBySelection(text);
  }
}

function copyBySelection(text: string): boolean {
  const field = document.createElement("textarea");
  field.value = text;
  field.readOnly = true;
  field.className = "hidden";
  document.body.append(field);
  field.select();
  try {
    return document.execCommand("copy");
  } finally {
    field.remove();
  }
}
