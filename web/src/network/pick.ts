// SPDX-License-Identifier: Apache-2.0
// Finds the part at a point of the screen. Everything is projected once for each camera.
import type { Scene } from "../engine/protocol";
import type { Blocks } from "./blocks";
import { type Projection, near } from "./camera";
import type { Hit } from "./interface";
import { type Shape, flagsOf, notDrawn, widthOf } from "./looks";
import { onCurve } from "./hubs";
import { flag, cutLength, isBent, isBundled, isCut } from "./shaders";

const reach = 12; // CSS pixels
const steps = 8;

export type Point = [number, number];

/** Points on the screen of all positions, in CSS pixels, made when they are first asked for; NaN behind the eye. */
export class Screen {
  private made: { x: Float32Array; y: Float32Array; depth: Float32Array } | null = null;

  constructor(readonly at: Projection, private readonly position: Float32Array) {}

  private make(): { x: Float32Array; y: Float32Array; depth: Float32Array } {
    const { at, position } = this, count = position.length / 3, p = [0, 0, 0, 0];
    const [x, y, depth] = [0, 1, 2].map(() => new Float32Array(count));
    for (let i = 0; i < count; ++i) {
      at.place(position[3 * i], position[3 * i + 1], position[3 * i + 2], p);
      x[i] = p[3] > near ? p[0] : NaN;
      y[i] = p[1];
      depth[i] = p[2];
    }
    return this.made = { x, y, depth };
  }

  get x(): Float32Array { return (this.made ?? this.make()).x; }
  get y(): Float32Array { return (this.made ?? this.make()).y; }
  get depth(): Float32Array { return (this.made ?? this.make()).depth; }

  nearest(x: number, y: number, within: number, shown: (i: number) => boolean): { index: number; away: number } | null {
    const { x: xs, y: ys } = this;
    let best = within * within, index = -1;
    for (let i = 0; i < xs.length; ++i) {
      const dx = xs[i] - x, dy = ys[i] - y, away = dx * dx + dy * dy;
      if (away < best && shown(i)) [best, index] = [away, i];
    }
    return index < 0 ? null : { index, away: Math.sqrt(best) };
  }
}

function awayFrom(x: number, y: number, ax: number, ay: number, bx: number, by: number): number {
  const dx = bx - ax, dy = by - ay, length = dx * dx + dy * dy;
  const t = length ? Math.max(0, Math.min(1, ((x - ax) * dx + (y - ay) * dy) / length)) : 0;
  return Math.hypot(ax + t * dx - x, ay + t * dy - y);
}

function awayFromLine(x: number, y: number, points: Point[]): number {
  let best = Infinity;
  for (let i = 1; i < points.length; ++i) best = Math.min(best, awayFrom(x, y, ...points[i - 1], ...points[i]));
  return best;
}

/** How channels run on the screen. */
export class Lines {
  constructor(private readonly shape: Shape, private readonly looks: Uint32Array, readonly screen: Screen,
              private readonly usual: number, private readonly lane: number) {}

  /** The share of a line that a channel has: half of it where both directions share a line. */
  end(channel: number): number {
    return flagsOf(this.looks[channel]) & flag.whole ? 1 : 0.5 + 0.5 * this.lane;
  }

  /** A point on a channel, on its lane. */
  at(channel: number, t: number, width = this.usual * widthOf(this.looks[channel])): Point {
    const [x, y] = this.middle(channel, t), back = t > 0.5 ? -0.02 : 0.02, [x2, y2] = this.middle(channel, t + back);
    const dx = (x2 - x) / back, dy = (y2 - y) / back, length = Math.hypot(dx, dy) || 1;
    const aside = flagsOf(this.looks[channel]) & flag.whole ? 0 : this.lane * (0.5 * Math.max(1, width) + 0.6);
    return [x - (dy / length) * aside, y + (dx / length) * aside];
  }

  private middle(channel: number, t: number): Point {
    const { source, scene: { target, cut_end, bend, position } } = this.shape, { screen } = this;
    const a = source[channel], b = target[channel], flags = flagsOf(this.looks[channel]);
    if (isBundled(flags)) return this.bundledAt(channel, t);
    if (isCut(flags) && cut_end) {
      const base = t > 0.5 ? b : a, way = t > 0.5 ? -2 * (1 - t) : 2 * t, s = screen.at.scale;
      return [screen.x[base] + way * cut_end[2 * channel] * s, screen.y[base] + way * cut_end[2 * channel + 1] * s];
    }
    const [ax, ay, bx, by] = [screen.x[a], screen.y[a], screen.x[b], screen.y[b]];
    if (isBent(flags)) {
      const out = 4 * t * (1 - t) * bend![channel];
      return [ax + (bx - ax) * t + out * (by - ay), ay + (by - ay) * t - out * (bx - ax)];
    }
    if (!screen.at.shrink) return [ax + (bx - ax) * t, ay + (by - ay) * t];
    const p = [0, 0, 0, 0], cut = isCut(flags) ? cutLength / Math.hypot(...[0, 1, 2].map(axis => position[3 * a + axis] - position[3 * b + axis])) : 0;
    const share = !cut ? t : t > 0.5 ? 1 + 2 * (1 - t) * cut : -2 * t * cut; // of the way, beyond its ends where it is cut
    const between = (axis: number) => position[3 * a + axis] * (1 - share) + position[3 * b + axis] * share;
    screen.at.place(between(0), between(1), between(2), p);
    return p[3] > near ? [p[0], p[1]] : [NaN, NaN];
  }

  /** The hubs by which a channel runs, as points of the world. */
  private hubsOf(channel: number): [ArrayLike<number>, ArrayLike<number>] {
    const { source, bundle, scene: { target } } = this.shape, { of, places } = bundle!;
    const [a, b] = [of[source[channel]], of[target[channel]]].map(it => places.subarray(3 * it, 3 * it + 3));
    return [a, b];
  }

  private bundledAt(channel: number, t: number): Point {
    const { source, scene: { target, position } } = this.shape, a = 3 * source[channel], b = 3 * target[channel], [c, d] = this.hubsOf(channel), p = [0, 0, 0, 0];
    const along = (axis: number) => onCurve(position[a + axis], c[axis], d[axis], position[b + axis], t);
    this.screen.at.place(along(0), along(1), along(2), p);
    return p[3] > near ? [p[0], p[1]] : [NaN, NaN];
  }

  /** Whether a point is out of the box about a channel that runs by hubs: the curve lies within the hull of its ends and hubs. */
  isOutside(channel: number, x: number, y: number, margin: number): boolean {
    if (!isBundled(flagsOf(this.looks[channel]))) return false;
    const { source, scene: { target } } = this.shape, { screen } = this, p = [0, 0, 0, 0];
    const xs = [screen.x[source[channel]], screen.x[target[channel]]], ys = [screen.y[source[channel]], screen.y[target[channel]]];
    for (const hub of this.hubsOf(channel)) {
      screen.at.place(hub[0], hub[1], hub[2], p);
      if (!(p[3] > near)) return false;
      xs.push(p[0]), ys.push(p[1]);
    }
    return x < Math.min(...xs) - margin || x > Math.max(...xs) + margin || y < Math.min(...ys) - margin || y > Math.max(...ys) + margin;
  }

  /** The pieces of a channel on the screen: one line, or two where it is cut. */
  pieces(channel: number): Point[][] {
    const flags = flagsOf(this.looks[channel]);
    if (isCut(flags)) return [[0, 0.499], [0.501, 1]].map(ends => ends.map(t => this.at(channel, t)));
    const count = flags & flag.bent ? steps : 1; // of both kinds of curves
    return [Array.from({ length: count + 1 }, (_, i) => this.at(channel, i / count))];
  }

  /** The pieces of a line that a channel has: where both directions share a line, the half at its source. */
  own(channel: number): Point[][] {
    const flags = flagsOf(this.looks[channel]), end = this.end(channel);
    if (isCut(flags))
      return [[0, Math.min(end, 0.499)], ...(end > 0.5 ? [[Math.max(0.501, 1.5 - end), 1]] : [])].map(ends => ends.map(t => this.at(channel, t)));
    const count = flags & flag.bent ? steps : 1; // of both kinds of curves
    return [Array.from({ length: count + 1 }, (_, i) => this.at(channel, (end * i) / count))];
  }

  away(channel: number, x: number, y: number): number {
    const flags = flagsOf(this.looks[channel]), end = this.end(channel);
    const count = flags & flag.bent ? steps : isCut(flags) ? 2 : 1;
    let best = Infinity, from = this.at(channel, 0);
    for (let i = 1; i <= count; ++i) {
      const cut = isCut(flags) && i === 2;
      if (cut && end < 1) break;
      if (cut) from = this.at(channel, 0.501);
      const to = this.at(channel, cut ? 1 : isCut(flags) ? 0.499 : (end * i) / count);
      best = Math.min(best, awayFrom(x, y, ...from, ...to));
      from = to;
    }
    return best;
  }
}

export interface Drawn { scene: Scene; shape: Shape; looks: Uint32Array; lines: Lines; radius: number; blocks: Blocks | null; blockScreen: Screen | null; blockRadius: number }

/** The way of a bundle between two blocks on the screen. */
export function bundleWay({ blocks, scene: { block_position: at }, blockScreen }: Drawn, from: number, to: number): Point[] {
  const { x, y, at: projection } = blockScreen!, ends: [Point, Point] = [[x[from], y[from]], [x[to], y[to]]], hubs = blocks!.hubsOf(from, to);
  if (!hubs) return ends;
  const p = [0, 0, 0, 0];
  return Array.from({ length: steps + 1 }, (_, i) => {
    const along = (axis: number) => onCurve(at[3 * from + axis], hubs[0][axis], hubs[1][axis], at[3 * to + axis], i / steps);
    projection.place(along(0), along(1), along(2), p);
    return p[3] > near ? [p[0], p[1]] : [NaN, NaN];
  });
}

/** The channel at a point. Cut and bent channels reach out of the box of their ends: all of them are tried. */
function channelAt({ scene, shape, looks, lines, blocks }: Drawn, x: number, y: number): { index: number; away: number } | null {
  const { first_channel, target, bend, cut_end } = scene, { screen } = lines, { x: sx, y: sy } = screen, { bundle } = shape;
  const box = bundle ?? bend ?? cut_end ? Infinity : reach + 4 + (screen.at.shrink ? cutLength * screen.at.scale : 0);
  let best = reach, index = -1;
  for (let router = 0; router < sx.length; ++router) {
    const ax = sx[router] - x, ay = sy[router] - y;
    for (let c = first_channel[router]; c < first_channel[router + 1]; ++c) {
      const to = target[c], bx = sx[to] - x, by = sy[to] - y;
      if ((ax > box && bx > box) || (ax < -box && bx < -box) || (ay > box && by > box) || (ay < -box && by < -box)) continue;
      if (looks[c] === notDrawn || (blocks && !blocks.showsChannel(c))) continue;
      if (bundle && lines.isOutside(c, x, y, reach)) continue;
      if (box < Infinity && awayFrom(0, 0, ax, ay, bx, by) > box) continue;
      const away = lines.away(c, x, y);
      if (away < best) [best, index] = [away, c];
    }
  }
  return index < 0 ? null : { index, away: best };
}

function bundleAt(drawn: Drawn, x: number, y: number): { index: number; away: number } | null {
  const { scene, blocks, blockScreen } = drawn, { bundle_ends: ends } = scene, { x: sx, y: sy } = blockScreen!;
  let best = reach, index = -1;
  for (let i = 0; i < ends.length / 2; ++i) {
    if (!blocks!.shows(i)) continue;
    const [a, b] = [ends[2 * i], ends[2 * i + 1]], stub = blocks!.stubOf(i), s = blockScreen!.at.scale;
    const away = stub && blockScreen!.at.dimensions === 2
      ? Math.min(awayFrom(x, y, sx[a], sy[a], sx[a] + stub[0] * s, sy[a] + stub[1] * s), awayFrom(x, y, sx[b], sy[b], sx[b] - stub[0] * s, sy[b] - stub[1] * s))
      : stub ? Infinity : awayFromLine(x, y, bundleWay(drawn, a, b));
    if (away < best) [best, index] = [away, i];
  }
  return index < 0 ? null : { index, away: best };
}

/** Points first, where they are near: lines run through all of them. */
export function hitAt(drawn: Drawn, x: number, y: number): Hit | null {
  const { scene, blocks, blockScreen, lines, radius, blockRadius } = drawn;
  const router = lines.screen.nearest(x, y, reach + radius, i => !blocks || blocks.open[scene.block[i]] === 1);
  if (router && router.away <= radius + 3) return { router: router.index };
  const block = blocks ? blockScreen!.nearest(x, y, reach + blockRadius, i => blocks.open[i] === 0) : null;
  if (block && block.away <= blockRadius + 3) return { block: block.index };
  const channel = channelAt(drawn, x, y), bundle = blocks ? bundleAt(drawn, x, y) : null;
  const line = channel && (!bundle || channel.away <= bundle.away) ? channel : null;
  const nearPoint = Math.min(router ? router.away - radius : Infinity, block ? block.away - blockRadius : Infinity);
  const nearLine = line?.away ?? bundle?.away ?? Infinity;
  if (nearLine < Infinity && nearLine <= nearPoint) return line ? { channel: line.index } : { bundle: bundle!.index };
  if (router && router.away - radius === nearPoint) return { router: router.index };
  return block ? { block: block.index } : null;
}
