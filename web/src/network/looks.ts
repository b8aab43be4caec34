// SPDX-License-Identifier: Apache-2.0
// How each channel and router looks: packed words for the shaders, made anew when colors change.
import type { Scene } from "../engine/protocol";
import { ink, shareOf } from "./colors";
import type { ChannelColors, RouterColors } from "./interface";
import type { Hubs } from "./hubs";
import { bundled, flag } from "./shaders";

export const notDrawn = 0;
const word = (color: number, rank: number, width: number, flags: number): number =>
  (color | (rank << 8) | (Math.min(255, Math.round(16 * width)) << 16) | (flags << 24)) >>> 0;
export const rankOf = (look: number): number => (look >>> 8) & 255;
export const widthOf = (look: number): number => ((look >>> 16) & 255) / 16;
export const flagsOf = (look: number): number => (look >>> 24) & 31;

/** Lines are wider the fuller they are. */
const widthAt = (share: number): number => 0.7 + 1.8 * share;

/** The opacity of lines where they would hide each other. */
export interface Veil { base: number; opaque: number; length: number } // opaque: the least rank of opaque lines; length: CSS pixels of the mean line

const mostOpaqueInk = 0.12, densest = 0.5, inkBelow = 0.25, palestVeil = 0.03;

/** Returns the veil of lines that would cover `ink` times the area of the picture; null: they need no veil. */
export function veilOf(ink: number, byRank: Uint32Array, length: number): Veil | null {
  if (!(ink > densest)) return null;
  const all = byRank.reduce((a, b) => a + b, 0);
  let opaque = 512, above = 0; // opaque: a rank that lines have, so that lines of the ranks below it are translucent
  for (let rank = 255; rank >= 0 && ((above + byRank[rank]) / Math.max(1, all)) * ink <= mostOpaqueInk; --rank) {
    above += byRank[rank];
    if (byRank[rank]) opaque = rank;
  }
  return { base: Math.max(palestVeil, inkBelow / ink), opaque, length };
}

/** Returns how opaque a line is; short ones are more so. The shader for lines has the same formula. */
export function alphaAt({ base, opaque, length }: Veil, rank: number, pixels: number): number {
  const pale = Math.min(1, base * Math.max(1, Math.min(4, Math.sqrt(length / Math.max(1, pixels)))));
  const t = Math.max(0, Math.min(1, (rank - opaque) / 30 + 1));
  return pale + (1 - pale) * t * t * (3 - 2 * t);
}

export class Shape {
  /** The router that each channel leaves. */
  readonly source: Uint32Array;
  /** Whether two channels share each line. */
  readonly halves: boolean;
  /** Classes whose channels are long are below the others. */
  readonly classRank: number[];
  /** Of all lines, in units of the scene. */
  readonly length: number;
  /** Channels from which on a class goes around a grid in 3 dimensions, by their length; Infinity: no channel does. */
  private readonly around: number[];
  /** By which lines between groups run together; null: they do not. */
  bundle: Hubs | null = null;

  constructor(readonly scene: Scene) {
    const { header, first_channel, channel_class } = scene, channels = header.whole ? header.channels : 0;
    this.source = new Uint32Array(channels);
    for (let router = 0; channels && router < header.routers; ++router)
      this.source.fill(router, first_channel[router], first_channel[router + 1]);
    this.halves = header.bidirectional;
    const sums = header.classes.map(() => [0, 1e-9]), step = Math.max(1, Math.floor(channels / 50_000));
    let all = 0, seen = 0;
    for (let c = 0; c < channels; c += step) {
      const length = this.reach(c);
      const sum = sums[channel_class[c]];
      sum[0] += length;
      sum[1] += 1;
      all += length;
      ++seen;
    }
    this.around = header.dimensions === 3 && header.style === "grid" ? this.aroundGrid() : [];
    this.length = seen ? (all / seen) * channels * (this.halves ? 0.5 : 1) : 0;
    const order = sums.map((sum, i) => [sum[0] / sum[1], i]).sort((x, y) => y[0] - x[0]);
    this.classRank = [];
    order.forEach(([, i], place) => { this.classRank[i] = Math.round((255 * (place + 1)) / (order.length + 1)); });
  }

  private reach(channel: number): number {
    const { position, target } = this.scene, a = 3 * this.source[channel], b = 3 * target[channel];
    return Math.hypot(position[a] - position[b], position[a + 1] - position[b + 1], position[a + 2] - position[b + 2]);
  }

  /** A class that goes around has channels of two lengths: a step, and all the way back. */
  private aroundGrid(): number[] {
    const { header, channel_class } = this.scene, lengths = header.classes.map(() => new Set<number>());
    for (let c = 0; c < this.source.length; ++c) {
      const seen = lengths[channel_class[c]];
      if (seen.size < 3) seen.add(Math.round(100 * this.reach(c)));
    }
    return lengths.map(seen => (seen.size === 2 && Math.max(...seen) > 1.9 * Math.min(...seen) ? Math.max(...seen) / 100 - 0.01 : Infinity));
  }

  /** The flag that the form of a channel needs. */
  private shapeFlags(channel: number): number {
    const { bend, cut_end, channel_class, target } = this.scene, { bundle, source } = this;
    if (bundle && bundle.of[source[channel]] !== bundle.of[target[channel]]) return bundled;
    if (this.around.length) return this.reach(channel) >= this.around[channel_class[channel]] ? flag.cut_end : 0;
    if (cut_end && (cut_end[2 * channel] || cut_end[2 * channel + 1])) return flag.cut_end;
    return bend?.[channel] ? flag.bent : 0;
  }

  /** `only`: channels that are drawn, by channel; null: all. `groups`: of routers, by which channels without values are colored; null: by class. */
  looks(colors: ChannelColors | null, hidden: ReadonlySet<number>, out: Uint32Array, only: Uint8Array | null = null, groups: Uint32Array | null = null): void {
    const { channel_class, channel_failed, header, bend, cut_end } = this.scene, shaped = Boolean(this.bundle ?? bend ?? cut_end) || this.around.some(it => it < Infinity);
    const base = this.halves ? 0 : flag.whole;
    const byClass = header.classes.map((_, i) => word(i % 8, this.classRank[i], 1, base));
    for (let c = 0; c < out.length; ++c) {
      const of = channel_class[c];
      let look: number;
      if (hidden.has(of) || (only && !only[c])) look = notDrawn;
      else if (channel_failed?.[c]) look = word(ink.failed, 100, 0.8, base | flag.failed);
      else if (!colors) look = groups ? word(groups[this.source[c]], this.classRank[of], 1, base) : byClass[of];
      else look = valueLook(colors, of, colors.values[c], base);
      out[c] = look && shaped ? (look | (this.shapeFlags(c) << 24)) >>> 0 : look;
    }
  }
}

function valueLook(colors: ChannelColors, channelClass: number, value: number, base: number): number {
  if (Number.isNaN(value)) return word(ink.absent, 1, 0.5, base);
  if (!colors.show(channelClass, value)) return word(ink.hair, 1, 0.4, base);
  if (colors.diverging ? value === 0 : value <= 0) return word(ink.idle, 2, 0.6, base);
  const share = shareOf(value, colors), level = Math.round(255 * share);
  if (colors.diverging) {
    const far = Math.abs(2 * share - 1);
    return word(level, Math.max(3, Math.round(255 * far)), widthAt(far), base | flag.scale);
  }
  return word(level, Math.max(3, level), widthAt(share), base | flag.scale);
}

/** A line for a bundle: as its fullest channel, as wide as it has many. */
export function bundleLook(fullest: number, share: number): number {
  return word(fullest & 255, rankOf(fullest), 0.5 + 3.5 * Math.sqrt(share), (flagsOf(fullest) & flag.scale) | flag.whole);
}

const pointWord = (color: number, kind: number, scaled: boolean): number => color | (kind << 8) | (Number(scaled) << 10) | (16 << 16);

/** The looks of routers, by number; `quiet`: channels show values; `groups`: their colors by group. */
export function routerLooks(scene: Scene, colors: RouterColors | null, quiet: boolean, groups: Uint32Array | null = null): Uint32Array {
  return Uint32Array.from(scene.kind, (kind, router) => {
    if (colors && kind !== 3) {
      const value = colors.values[router];
      return Number.isNaN(value) ? pointWord(ink.absent, kind, false) : pointWord(Math.round(255 * shareOf(value, colors)), kind, true);
    }
    if (groups && kind !== 3) return pointWord(groups[router], kind, false);
    return pointWord(kind === 3 ? ink.failed : kind === 2 ? ink.node : quiet ? ink.quiet : ink.router, kind, false);
  });
}

/** The look of a block: as its fullest channel inside, where channels show values. */
export const blockLook = (fullest: number): number =>
  flagsOf(fullest) & flag.scale ? pointWord(fullest & 255, 0, true) : pointWord(ink.router, 0, false);
