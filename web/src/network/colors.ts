// SPDX-License-Identifier: Apache-2.0
// The colors of the drawing, as src/weft/chart/theme has them.

const shades = {
  light: ["#F9E4DA", "#EFC3AE", "#E3A184", "#D47C5A", "#BC5639", "#A53B2D", "#892329", "#55103A"],
  dark: ["#3C241C", "#5F3121", "#833F28", "#A54F2D", "#C6673D", "#E1875D", "#F3AB88", "#FCD5BF"],
};
/** From less over the same to more. */
const divergingShades = {
  light: ["#0A4C86", "#3D87C4", "#9CC4E4", "#D4D4D4", "#F0AE88", "#D5693A", "#8E2A12"],
  dark: ["#8CCBF2", "#4DA3E0", "#2F6690", "#4A4F58", "#8A4A2C", "#E1875D", "#FCD5BF"],
};
const classes = {
  light: ["#0072B2", "#D55E00", "#009E73", "#CC79A7", "#E69F00", "#56B4E9", "#000000", "#888888"],
  dark: ["#4DA3E0", "#F28E4B", "#3CC39A", "#E3A9CB", "#F2B83C", "#8CCBF2", "#F4F4F4", "#A9A9A9"],
};
/** Indices after the classes in the second row of the texture of colors. */
export const ink = { absent: 8, idle: 9, hair: 10, failed: 11, router: 12, node: 13, paper: 14, text: 15, soft: 16, quiet: 17 };
const inks = {
  light: ["#DCDCDC", "#B9B9B9", "#E3E3E3", "#666666", "#1B3A57", "#E69F00", "#FFFFFF", "#222222", "#595959", "#5B6F86"],
  dark: ["#3A3F47", "#5C636D", "#31363E", "#9AA0A8", "#9CC3E6", "#E69F00", "#16181D", "#ECECEC", "#B4B8BE", "#7F97AE"],
};

const theme = (dark: boolean) => (dark ? "dark" : "light");
const bytes = (hex: string): number[] => [1, 3, 5].map(at => parseInt(hex.slice(at, at + 2), 16));

/** The color of a class of channels, or of `ink`. */
export function paletteColor(place: number, dark: boolean): string {
  return place < 8 ? classes[theme(dark)][place] : inks[theme(dark)][place - 8];
}

export const classColor = (channelClass: number, dark: boolean): string => paletteColor(channelClass % 8, dark);

const colorsOfGroups = 6; // of the classes; black and gray are for others

/** Returns the color of each of the given groups. Neighbors differ, also the last and the first group of a circle. */
export function groupColors(groups: Uint32Array): Uint32Array {
  const last = groups.reduce((most, it) => Math.max(most, it), 0);
  return groups.map(it => (it === last && it > 0 && it % colorsOfGroups === 0 ? 2 : it % colorsOfGroups));
}

/** Where the scale of lines begins: the palest shades are for areas. */
const palest = 0.14;

/** Red, green and blue for a share of the scale, 0 to 1. */
export function rampBytes(share: number, dark: boolean, diverging = false): number[] {
  const stops = (diverging ? divergingShades : shades)[theme(dark)], begin = diverging ? 0 : palest;
  const at = (begin + (1 - begin) * Math.max(0, Math.min(1, share))) * (stops.length - 1), low = Math.min(stops.length - 2, Math.floor(at));
  const [a, b] = [bytes(stops[low]), bytes(stops[low + 1])];
  return a.map((it, i) => Math.round(it + (b[i] - it) * (at - low)));
}

export const rampColor = (share: number, dark: boolean, diverging = false): string => `rgb(${rampBytes(share, dark, diverging).join(" ")})`;

/** The position of a value on a scale, 0 to 1. */
export function shareOf(value: number, scale: { low: number; high: number; log?: boolean }): number {
  const { low, high, log } = scale;
  if (high <= low) return value > 0 ? 1 : 0;
  const share = log ? Math.log(value / low) / Math.log(high / low) : (value - low) / (high - low);
  return Math.max(0, Math.min(1, share));
}

/** 256 x 2 texels: the scale, then classes and inks. */
export function colorTexels(dark: boolean, diverging = false): Uint8Array {
  const out = new Uint8Array(256 * 2 * 4).fill(255);
  for (let i = 0; i < 256; ++i) out.set(rampBytes(i / 255, dark, diverging), i * 4);
  for (let i = 0; i < 8 + inks.light.length; ++i) out.set(bytes(paletteColor(i, dark)), (256 + i) * 4);
  return out;
}

export const paperBytes = (dark: boolean): number[] => bytes(paletteColor(ink.paper, dark));
