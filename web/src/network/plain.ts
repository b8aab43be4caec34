// SPDX-License-Identifier: Apache-2.0
// Draws a network with a pencil: where the browser has no WebGL 2, and for files of the view.
import { ink, paletteColor, rampColor } from "./colors";
import type { FlitDots } from "./interface";
import { type Veil, alphaAt, flagsOf, notDrawn, rankOf, widthOf } from "./looks";
import type { Pencil } from "./pencil";
import { type Drawn, type Point, bundleWay } from "./pick";
import { flag } from "./shaders";

export interface Plain {
  drawn: Drawn;
  routers: Uint32Array; // their looks
  usual: number; // width of lines, CSS pixels
  blockUsual: number;
  veil: Veil | null;
  blockVeil: Veil | null;
  dark: boolean;
  diverging: boolean;
  width: number;
  height: number;
  most: number; // channels; the fullest of them are drawn
}

/** Channels by rising rank, the last `most` of them. */
function byRank(looks: Uint32Array, shown: (channel: number) => boolean, most: number): Uint32Array {
  const begin = new Uint32Array(257), is = (c: number) => looks[c] !== notDrawn && shown(c);
  for (let c = 0; c < looks.length; ++c) if (is(c)) ++begin[rankOf(looks[c]) + 1];
  for (let i = 1; i < 257; ++i) begin[i] += begin[i - 1];
  const out = new Uint32Array(begin[256]);
  for (let c = 0; c < looks.length; ++c) if (is(c)) out[begin[rankOf(looks[c])]++] = c;
  return out.subarray(Math.max(0, out.length - most));
}

const lengthOf = (pieces: Point[][]): number =>
  pieces.reduce((sum, it) => sum + Math.hypot(it[0][0] - it.at(-1)![0], it[0][1] - it.at(-1)![1]), 0);

class Painter {
  constructor(private readonly to: Pencil, private readonly all: Plain) {
    to.lineCap = "butt";
    to.lineJoin = "round";
  }

  private colorOf(look: number, scaled: boolean): string {
    return scaled ? rampColor((look & 255) / 255, this.all.dark, this.all.diverging) : paletteColor(look & 255, this.all.dark);
  }

  private outside(points: Point[]): boolean {
    const { width, height } = this.all, margin = 20;
    return points.every(([x]) => x < -margin) || points.every(([x]) => x > width + margin) || points.every(([, y]) => y < -margin) ||
      points.every(([, y]) => y > height + margin) || points.some(([x, y]) => Number.isNaN(x + y));
  }

  /** How much of a line in the distance is left, in steps, so that lines of one look can share a path. */
  private nearness(channel: number, share: number): number {
    const { lines: { screen }, shape } = this.all.drawn, { at } = screen;
    if (at.dimensions === 2) return 1;
    const far = Math.max(0, Math.min(1, ((screen.depth[shape.source[channel]] / at.reach) * at.fog) / 2 + 0.5));
    return Math.round(8 * (1 - far * (0.85 - 0.5 * share))) / 8;
  }

  /** Draws channels, and returns their number. Lines of one look are one path unless they must add up. */
  channels(): number {
    const { to, all: { drawn: { looks, lines, blocks }, usual, veil, most } } = this;
    const list = byRank(looks, blocks ? c => blocks.showsChannel(c) : () => true, most);
    let last = "", look = notDrawn, opacity = 1;
    const flush = () => {
      if (last) this.strokeLook(look, usual, opacity);
      to.beginPath();
    };
    for (const channel of list) {
      const rank = rankOf(looks[channel]), pieces = lines.own(channel), opaque = veil ? alphaAt(veil, rank, 2 * lengthOf(pieces)) : 1;
      const here = opaque * this.nearness(channel, rank / 255), key = `${looks[channel]} ${here}`;
      if (key !== last || opaque < 1) flush();
      [last, look, opacity] = [key, looks[channel], here];
      for (const piece of pieces)
        if (!this.outside(piece)) piece.forEach(([x, y], i) => (i ? to.lineTo(x, y) : to.moveTo(x, y)));
    }
    flush();
    return list.length;
  }

  private strokeLook(look: number, usual: number, opacity: number): void {
    const { to } = this, wide = usual * widthOf(look), flags = flagsOf(look);
    to.strokeStyle = this.colorOf(look, (flags & flag.scale) !== 0);
    to.lineWidth = Math.max(1, wide);
    to.globalAlpha = opacity * Math.max(0.35, Math.min(1, wide));
    to.setLineDash(flags & flag.failed ? [4, 3] : []);
    to.stroke();
    to.globalAlpha = 1;
    to.setLineDash([]);
  }

  /** Draws the overview: bundles between closed blocks, and the blocks. */
  blocks(): void {
    const { to, all: { drawn: { blocks, blockScreen, blockRadius, scene }, blockUsual, blockVeil } } = this;
    if (!blocks || !blockScreen) return;
    const { records, points } = blocks.closed();
    for (let i = records.length - 4; i >= 0; i -= 4) {
      const ends = [records[i], records[i + 1]].map(b => [blockScreen.x[b], blockScreen.y[b]] as Point);
      if (this.outside(ends)) continue;
      to.beginPath();
      if (records[i + 2] >>> 29) continue; // the first piece stands for all
      const around = blocks.stub(records, i);
      if (around) {
        const place = [0, 0, 0, 0], position = scene.block_position;
        ends.forEach(([x, y], end) => {
          const [px, py, pz] = around.map((it, axis) => position[3 * records[i + end] + axis] + (end ? -it : it));
          blockScreen.at.place(px, py, pz, place);
          to.moveTo(x, y);
          to.lineTo(place[0], place[1]);
        });
      } else {
        bundleWay(this.all.drawn, records[i], records[i + 1]).forEach((it, step) => (step ? to.lineTo(...it) : to.moveTo(...it)));
      }
      const opaque = blockVeil ? alphaAt(blockVeil, rankOf(records[i + 2]), lengthOf([ends])) : 1;
      this.strokeLook(records[i + 2], blockUsual, opaque);
    }
    for (let i = 0; i < points.length; i += 2) this.point(points[i + 1], blockScreen.x[points[i]], blockScreen.y[points[i]], blockRadius);
  }

  routers(): void {
    const { all: { drawn: { blocks, scene, lines: { screen }, radius }, routers, width, height } } = this, { depth } = screen;
    const order = Uint32Array.from(routers.keys()).filter(r => {
      const [x, y] = [screen.x[r], screen.y[r]];
      return x > -radius && y > -radius && x < width + radius && y < height + radius && (!blocks || blocks.open[scene.block[r]] === 1);
    });
    if (screen.at.dimensions === 3) order.sort((a, b) => depth[b] - depth[a]);
    for (const r of order) this.point(routers[r], screen.x[r], screen.y[r], radius);
  }

  private point(look: number, x: number, y: number, radius: number): void {
    const { to, all: { dark } } = this, kind = (look >>> 8) & 3, color = this.colorOf(look, ((look >>> 10) & 1) === 1), hollow = kind === 1 || kind === 3;
    const rim = Math.max(1, Math.min(3, radius * 0.3));
    to.fillStyle = color;
    if (kind === 2) return to.fillRect(x - 0.88 * radius, y - 0.88 * radius, 1.76 * radius, 1.76 * radius);
    to.beginPath();
    to.arc(x, y, Math.max(0.5, hollow ? radius - rim / 2 : radius), 0, 2 * Math.PI);
    if (!hollow) return to.fill();
    to.fillStyle = paletteColor(ink.paper, dark);
    to.fill();
    to.strokeStyle = color;
    to.lineWidth = rim;
    if (kind === 3) {
      const s = 0.6 * radius;
      to.moveTo(x - s, y - s), to.lineTo(x + s, y + s), to.moveTo(x - s, y + s), to.lineTo(x + s, y - s);
    }
    to.stroke();
  }
}

/** Draws the network, and returns how many channels of it. */
export function paintNetwork(to: Pencil, all: Plain): number {
  const painter = new Painter(to, all);
  if (all.drawn.blocks) painter.blocks();
  const count = all.drawn.scene.header.whole ? painter.channels() : 0;
  if (all.drawn.scene.header.whole) painter.routers();
  return count;
}

/** Draws flits, and how full buffers are, with a pencil. */
export function paintFlits(to: Pencil, { lines, looks, radius }: Drawn, flits: FlitDots, dark: boolean): void {
  flits.channel.forEach((channel, i) => {
    if (looks[channel] === notDrawn) return;
    const [x, y] = lines.at(channel, 0.1 + 0.8 * flits.at[i]);
    to.fillStyle = paletteColor(flits.color[i] % 8, dark);
    to.beginPath();
    to.arc(x, y, i === flits.followed ? 7 : 3.5, 0, 2 * Math.PI);
    to.fill();
  });
  to.lineWidth = 5;
  to.globalAlpha = 1;
  flits.buffers.forEach((share, channel) => {
    if (share <= 0 || looks[channel] === notDrawn) return;
    const [x, y] = lines.at(channel, 1), [fx, fy] = lines.at(channel, 0.97), length = Math.hypot(x - fx, y - fy) || 1, [dx, dy] = [(x - fx) / length, (y - fy) / length];
    to.strokeStyle = paletteColor(flits.blocked[channel] ? 1 : ink.quiet, dark);
    to.beginPath();
    to.moveTo(x - dx * radius, y - dy * radius);
    to.lineTo(x - dx * (radius + 1 + 15 * Math.min(1, share)), y - dy * (radius + 1 + 15 * Math.min(1, share)));
    to.stroke();
  });
}

const budget = 30, restAfter = 120; // milliseconds

/** Schedules drawing without a GPU: all channels at rest, and as a budget allows while anything moves. */
export class PlainFrames {
  private asked = 0;
  private rest: (() => void)[] = [];
  private restTimer: ReturnType<typeof setTimeout> | undefined;
  private most = 4000;
  private moving = false;
  private resting = false;

  constructor(private readonly paint: (most: number) => void, private readonly before: (now: number) => boolean) {}

  ask(_anew: boolean, moving = false): void {
    clearTimeout(this.restTimer);
    this.resting = false;
    this.moving ||= moving;
    this.asked ||= requestAnimationFrame(this.frame);
  }

  private readonly frame = (now: number): void => {
    this.asked = 0;
    const start = performance.now(), moves = this.before(now) || this.moving;
    this.moving = false;
    this.paint(moves ? this.most : Infinity);
    if (moves) {
      const factor = budget / Math.max(1, performance.now() - start);
      this.most = Math.max(500, Math.min(50_000, Math.round(this.most * Math.max(0.5, Math.min(1.5, factor)))));
      if (this.asked) return;
      this.resting = true;
      this.restTimer = setTimeout(() => this.ask(true), restAfter);
    } else if (!this.asked) {
      this.rest.splice(0).forEach(done => done());
    }
  };

  settled(): Promise<void> {
    return this.asked || this.resting ? new Promise(done => this.rest.push(done)) : Promise.resolve();
  }

  stop(): void {
    cancelAnimationFrame(this.asked);
    clearTimeout(this.restTimer);
    this.rest.splice(0).forEach(done => done());
  }
}
