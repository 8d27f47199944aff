/** The faces and backs of the cards, 120 × 168, each as the content of a symbol. */

import type { Board } from "../game/board";
import { BRASS, box, circle, INK, line, paint, row, short, type Tones, tonesOf } from "./brush";
import { BUSES, redBus } from "./buses";
import { CARS, engine, type Picture } from "./cars";

const PAPER = "#fffaf0";
const RAINBOW = ["#c8362e", "#ee8b2d", "#f4d03f", "#4f9d48", "#2d74bb", "#9a58a8"];
const FIELD = box(6, 6, 108, 156, 6);

/** Whether a board's cards show buses, as its map does. */
export function hasBuses(board: Board): boolean {
  return board.layout.style === "pop";
}

/**
 * What a colour's card shows. A colour that a board of one's own has invented gets one that none of its other colours
 * has, as long as there are any.
 */
export function pictureOf(pictures: Record<string, Picture>, colours: string[], colour: string): Picture {
  const own = pictures[colour];
  if (own) return own;
  const free = Object.keys(pictures).filter((name) => !colours.includes(name));
  const names = free.length ? free : Object.keys(pictures);
  const invented = colours.filter((name) => !(name in pictures));
  return pictures[names[Math.max(0, invented.indexOf(colour)) % names.length]!]!;
}

/** A card: a colour, `wild`, `blind` for the back of a card, or `ticket` for that of a ticket. */
export function drawCard(board: Board, card: string): string {
  const buses = hasBuses(board);
  if (card === "blind") return cardBack(board);
  if (card === "ticket") return ticketBack();
  if (card === "wild") return framed(rainbow(), ground(buses), placed(buses ? redBus() : engine(), 1));
  const tones = tonesOf(board.colourStyle(card));
  const picture = pictureOf(buses ? BUSES : CARS, board.facts.colours, card);
  return framed(landscape(tones), ground(buses), placed(picture(tones), buses ? 1 : 1.04));
}

/** Paper, and within its rim what lies behind the car, the ground and the car; what reaches over the rim is cut off. */
function framed(...layers: string[]): string {
  const id = `card-field-${(frames += 1)}`;
  const edge = `<path d="${box(0.8, 0.8, 118.4, 166.4, 10)}" fill="${PAPER}" stroke="${INK}" stroke-width="1.6"/>`;
  return `<clipPath id="${id}"><path d="${FIELD}"/></clipPath>${edge}<g clip-path="url(#${id})">${layers.join("")}</g>`;
}
let frames = 0;

/** A car where it stands on the card. */
function placed(picture: string, scale: number): string {
  return `<g transform="translate(60 110) scale(${scale})" stroke="${INK}" stroke-linejoin="round">${picture}</g>`;
}

/** The rays of the sun, the sun, and hills. */
function landscape({ sky, earth, sun, deep }: Tones): string {
  const ray = (at: number): string => {
    const [from, to] = [(at * Math.PI) / 6, (at * Math.PI) / 6 + 0.22];
    return `M60 100${[from, to].map((angle) => `L${short(60 + 150 * Math.cos(angle))} ${short(100 + 150 * Math.sin(angle))}`).join("")}z`;
  };
  return (
    paint("M0 0H120V168H0z", sky) +
    `<path d="M0 90H120V168H0z" fill="${earth}" fill-opacity=".6"/>` +
    `<path d="${row(12, ray)}" fill="#fff" fill-opacity=".09"/>` +
    paint(circle(60, 96, 44), sun) +
    `<path d="M6 128Q30 112 58 124T114 118V166H6z" fill="${deep}" fill-opacity=".55"/>`
  );
}

/** All colours, as rays from below the horizon. */
function rainbow(): string {
  const at = (step: number): string => {
    const angle = Math.PI * (1.2 + step * 0.1);
    return `${short(60 + 260 * Math.cos(angle))} ${short(150 + 260 * Math.sin(angle))}`;
  };
  const rays = RAINBOW.map((colour, step) => paint(`M60 150L${at(step)}L${at(step + 1)}z`, colour));
  return (
    rays.join("") +
    `<circle cx="60" cy="96" r="40" fill="#fff8e0" fill-opacity=".72"/>` +
    paint("M0 112Q30 100 60 110T120 106V168H0z", "#e9d8b0") +
    paint("M0 112Q30 100 60 110T120 106V124H0z", "#c9b487")
  );
}

/** Rails on their sleepers, or a road. */
function ground(buses: boolean): string {
  if (buses)
    return (
      paint("M0 136H120V168H0z", "#4d4a47") +
      `<path d="M12 149H108" stroke="#fff6e2" stroke-width="2.2" stroke-dasharray="9 7"/>`
    );
  return (
    `<path d="M0 138.5H120" stroke="#000" stroke-opacity=".28" stroke-width="13"/>` +
    `<path d="M8 139H112" stroke="#5f4a33" stroke-width="7" stroke-dasharray="4.5 4.2"/>` +
    line("M0 135.5H120", "#3d362f", 2.6) +
    line("M0 134.6H120", "#d8d2c4", 1)
  );
}

const BUS_SIGN =
  "M-38-40H30Q42-40 42-28V17H-38zM-32-33V-20H-20V-33zM-16-33V-20H-4V-33zM0-33V-20H12V-33zM16-33V-20H34V-33z" +
  "M-20-8V4H-6V-8zM-2-8V4H12V-8zM16-8V4H36V-8z";

/** The back of a card: two lines that cross the plate of the line. */
function cardBack(board: Board): string {
  const buses = hasBuses(board);
  const main = buses ? "#7d1f1b" : "#233a4a";
  const rays = row(24, (at) => {
    const angle = (at * Math.PI) / 12;
    return `M60 84L${short(60 + 120 * Math.cos(angle))} ${short(84 + 120 * Math.sin(angle))}`;
  });
  const tracks =
    `<path d="M-10 30Q60 70 130 30M-10 138Q60 98 130 138" fill="none" stroke="${BRASS}" stroke-opacity=".5" stroke-width="7" stroke-dasharray="2 6"/>` +
    line("M-10 27Q60 67 130 27M-10 33Q60 73 130 33M-10 135Q60 95 130 135M-10 141Q60 101 130 141", BRASS, 1.4);
  const plate =
    `<circle cx="60" cy="84" r="31" fill="${main}" stroke="${BRASS}" stroke-width="3"/>` +
    `<circle cx="60" cy="84" r="26.5" fill="none" stroke="${BRASS}" stroke-dasharray="1 3" stroke-linecap="round"/>`;
  const sign = buses
    ? `<g transform="translate(60 87) scale(.44)" fill="${BRASS}"><path d="${BUS_SIGN}" fill-rule="evenodd"/><path d="${circle(-20, 18, 8)}${circle(24, 18, 8)}"/></g>`
    : `<path d="${board.file.locomotive}" transform="translate(60 85) scale(2.3)" fill="${BRASS}" fill-rule="evenodd"/>`;
  return (
    framed(
      paint("M0 0H120V168H0z", main),
      `<path d="${rays}" stroke="${BRASS}" stroke-opacity=".22" stroke-width="1.5"/>`,
      tracks,
    ) +
    line(box(9.5, 9.5, 101, 149, 5), BRASS, 1.4) +
    line("M16 22V16H22M98 16H104V22M104 146V152H98M22 152H16V146", BRASS, 2) +
    plate +
    sign
  );
}

/** The back of the tickets: a way from one city to another, on a card with notches. */
function ticketBack(): string {
  const outline =
    "M11 .8H109A10 10 0 0 1 119.2 11V74A10 10 0 0 0 119.2 94V157A10 10 0 0 1 109 167.2H11A10 10 0 0 1 .8 157V94A10 10 0 0 0 .8 74V11A10 10 0 0 1 11 .8z";
  const way = "M34 126C30 96 84 116 74 84S60 52 84 42";
  return (
    `<path d="${outline}" fill="#8f2a24" stroke="${INK}" stroke-width="1.6"/>` +
    line(box(15, 12, 90, 144, 5), BRASS, 1.8) +
    `<path d="${way}" fill="none" stroke="${BRASS}" stroke-width="5" stroke-dasharray="9 8" stroke-linecap="round"/>` +
    `<path d="${circle(34, 126, 10)}${circle(84, 42, 10)}" fill="#fff8ea" stroke="${INK}" stroke-width="2"/>` +
    paint(circle(34, 126, 4.5) + circle(84, 42, 4.5), "#8f2a24")
  );
}
