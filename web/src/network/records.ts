// SPDX-License-Identifier: Apache-2.0
// The channels to draw, in the order in which they are drawn, as records for the shaders.
import { hubWord } from "./hubs";
import { isBent, isBundled, isCut, piecesOf } from "./shaders";
import { type Shape, flagsOf, notDrawn, rankOf } from "./looks";

export interface Records {
  words: Uint32Array;
  count: number; // pieces
  channels: number;
  wider: Uint32Array; // [256] by width in sixteenths of the usual one: pieces at the beginning that are at least as wide
}

/** The fullest first, then in a fixed shuffle. `ids`: of the channels; null: all. */
function ordered(looks: Uint32Array, ids: Uint32Array | null): Uint32Array {
  const all = ids?.length ?? looks.length, begin = new Uint32Array(257);
  const id = (i: number): number => (ids ? ids[i] : i);
  for (let i = 0; i < all; ++i) if (looks[id(i)] !== notDrawn) ++begin[256 - rankOf(looks[id(i)])];
  for (let i = 1; i < 257; ++i) begin[i] += begin[i - 1];
  const out = new Uint32Array(begin[256]);
  let step = Math.floor(all * 0.618) | 1;
  while (all > 1 && common(step, all) > 1) step += 2;
  for (let n = 0, i = 0; n < all; ++n, i = (i + step) % all) {
    const look = looks[id(i)];
    if (look !== notDrawn) out[begin[255 - rankOf(look)]++] = id(i);
  }
  return out;
}

function common(a: number, b: number): number {
  return b ? common(b, a % b) : a;
}

const float = new Float32Array(1), bits = new Uint32Array(float.buffer);
export function floatBits(value: number): number {
  float[0] = value;
  return bits[0];
}

/** A number of 16 bits (half precision), for displacements of at most 65,504. */
function halfBits(value: number): number {
  const all = floatBits(value), exponent = ((all >>> 23) & 255) - 112;
  if (exponent <= 0) return 0;
  return ((all >>> 16) & 0x8000) | (exponent << 10) | ((all >>> 13) & 0x3ff);
}

/** Two displacements as one word, in half precision. */
export const pairBits = (x: number, y: number): number => (halfBits(x) | (halfBits(y) << 16)) >>> 0;

/** The fourth word of the records of a channel. */
export function shapeWord({ scene: { bend, cut_end, target }, source, bundle }: Shape, channel: number, flags: number): number {
  if (isBundled(flags)) return hubWord(bundle!.of[source[channel]], bundle!.of[target[channel]]);
  if (isCut(flags) && cut_end) return pairBits(cut_end[2 * channel], cut_end[2 * channel + 1]);
  return isBent(flags) ? floatBits(bend![channel]) : 0;
}

/** Records of channels, except loops at a router. */
export function recordsOf(shape: Shape, looks: Uint32Array, ids: Uint32Array | null): Records {
  const order = ordered(looks, ids), { source, scene: { target } } = shape;
  let count = order.length;
  for (const channel of order) count += piecesOf(flagsOf(looks[channel])) - 1;
  const words = new Uint32Array(4 * count), wider = new Uint32Array(256);
  let at = 0;
  for (const channel of order) {
    const look = looks[channel], flags = flagsOf(look);
    const pieces = piecesOf(flags), form = pieces > 1 ? shapeWord(shape, channel, flags) : 0;
    wider[(look >>> 16) & 255] += pieces;
    for (let piece = 0; piece < pieces; ++piece) {
      words[at++] = source[channel];
      words[at++] = target[channel];
      words[at++] = (look | (piece << 29)) >>> 0;
      words[at++] = form;
    }
  }
  for (let width = 254; width >= 0; --width) wider[width] += wider[width + 1];
  return { words, count, channels: order.length, wider };
}
