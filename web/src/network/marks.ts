// SPDX-License-Identifier: Apache-2.0
// The marks over the network, on another canvas: labels, chosen things, paths, cycles.
import { ink, paletteColor, rampBytes } from "./colors";
import type { FlitDots, Hit, Marks } from "./interface";
import { notDrawn } from "./looks";
import type { Pencil } from "./pencil";
import { type Drawn, type Lines, type Point, bundleWay } from "./pick";

const longestName = 28, terminalsFrom = 9, mostTerminals = 8, mostRoutersWithTerminals = 600, labeledFrom = 6.5, crossedFrom = 3, mostLabels = 1200, mostCrosses = 600, fullTurn = 2 * Math.PI;
const font = (size: number, bold = false) => `${bold ? "600 " : ""}${size}px system-ui, "Segoe UI", "DejaVu Sans", sans-serif`;

export interface Overlay {
  drawn: Drawn;
  marks: Marks;
  hover: Hit | null;
  flits: FlitDots | null;
  dark: boolean;
  width: number;
  height: number;
  label: (router: number) => string;
  named: boolean; // labels are names, which stand below routers
}

/** Keeps texts apart. */
class Room {
  private readonly taken: [number, number, number, number][] = [];

  /** Reserves a rectangle about a point; false: something is there already. */
  reserve(x: number, y: number, width: number, height: number): boolean {
    const box: [number, number, number, number] = [x - width / 2, y - height / 2, x + width / 2, y + height / 2];
    if (this.taken.some(it => box[0] < it[2] && it[0] < box[2] && box[1] < it[3] && it[1] < box[3])) return false;
    this.taken.push(box);
    return true;
  }
}

class Pen {
  readonly color: (place: number) => string;
  private readonly lines: Lines;
  private readonly room = new Room();

  constructor(readonly to: Pencil, readonly all: Overlay) {
    this.color = place => paletteColor(place, all.dark);
    this.lines = all.drawn.lines;
    to.lineCap = to.lineJoin = "round";
    to.textAlign = "center";
    to.textBaseline = "middle";
  }

  inside(x: number, y: number, margin = 20): boolean {
    return x > -margin && y > -margin && x < this.all.width + margin && y < this.all.height + margin;
  }

  text(text: string, x: number, y: number, size: number, color: string, bold = false): void {
    const { to } = this;
    to.font = font(size, bold);
    to.strokeStyle = this.color(ink.paper);
    to.lineWidth = 3;
    to.strokeText(text, x, y);
    to.fillStyle = color;
    to.fillText(text, x, y);
  }

  disc(x: number, y: number, radius: number, fill: string | null, stroke: string | null, width = 1.5): void {
    const { to } = this;
    to.beginPath();
    to.arc(x, y, radius, 0, fullTurn);
    if (fill) to.fillStyle = fill, to.fill();
    if (stroke) to.strokeStyle = stroke, to.lineWidth = width, to.stroke();
  }

  ring(x: number, y: number, radius: number): void {
    this.disc(x, y, radius + 3, null, this.color(ink.paper), 4);
    this.disc(x, y, radius + 3, null, this.color(ink.text), 2);
  }

  /** A line with a margin of paper, and a head at each of its shares `heads`. */
  line(whole: Point[][], color: string, width: number, heads: number[] = []): void {
    const { to } = this, { radius } = this.all.drawn, isCut = whole.length === 2;
    const pieces = whole.map((it, piece) => (isCut ? outsideOfOne(it, radius, piece === 1) : outside(it, radius)));
    for (const [stroke, wide] of [[this.color(ink.paper), width + 3], [color, width]] as const) {
      to.beginPath();
      for (const piece of pieces) piece.forEach(([x, y], i) => (i ? to.lineTo(x, y) : to.moveTo(x, y)));
      to.strokeStyle = stroke;
      to.lineWidth = wide;
      to.stroke();
    }
    for (const share of heads) this.head(pieces, share, color, width + 3.5);
  }

  private head(pieces: Point[][], share: number, color: string, size: number): void {
    const { to } = this, points = pieces[0], [x, y, dx, dy] = walk(points, share);
    const length = Math.hypot(points[0][0] - points.at(-1)![0], points[0][1] - points.at(-1)![1]);
    const s = Math.min(size, length / 3);
    to.beginPath();
    to.moveTo(x + dx * s, y + dy * s);
    to.lineTo(x - dx * s * 0.8 - dy * s * 0.8, y - dy * s * 0.8 + dx * s * 0.8);
    to.lineTo(x - dx * s * 0.8 + dy * s * 0.8, y - dy * s * 0.8 - dx * s * 0.8);
    to.closePath();
    to.strokeStyle = this.color(ink.paper);
    to.lineWidth = 2;
    to.stroke();
    to.fillStyle = color;
    to.fill();
  }

  failures(): void {
    const { scene: { channel_failed: failed }, looks } = this.all.drawn;
    if (!failed || this.all.drawn.radius < crossedFrom) return;
    const { to } = this;
    to.strokeStyle = this.color(ink.failed);
    to.lineWidth = 1.5;
    to.beginPath();
    for (let c = 0, left = mostCrosses; c < failed.length && left; ++c) {
      if (!failed[c] || looks[c] === notDrawn || this.isClosed(c)) continue;
      const [x, y] = this.lines.at(c, this.lines.end(c) / (this.isHalf(c) ? 1 : 2)), s = 4;
      if (!this.inside(x, y)) continue;
      --left;
      to.moveTo(x - s, y - s), to.lineTo(x + s, y + s), to.moveTo(x - s, y + s), to.lineTo(x + s, y - s);
    }
    to.stroke();
  }

  private isHalf(channel: number): boolean {
    return this.lines.end(channel) < 1;
  }

  private isClosed(channel: number): boolean {
    return this.all.drawn.blocks?.showsChannel(channel) === false;
  }

  /** Numbers in the routers, in 3 dimensions where no nearer one covers it. */
  routerLabels(colored: Uint32Array): void {
    const { drawn: { lines: { screen }, radius, scene, blocks }, dark } = this.all, solid = scene.header.dimensions === 3;
    if (radius < labeledFrom) return;
    const seen: number[] = [], cell = 2 * radius, covered = new Set<string>();
    const { x: xs, y: ys } = screen;
    for (let r = 0; r < xs.length; ++r)
      if (this.inside(xs[r], ys[r], 0) && scene.kind[r] !== 3 && (!blocks || blocks.open[scene.block[r]])) seen.push(r);
    if (solid) seen.sort((a, b) => screen.depth[a] - screen.depth[b]);
    for (const r of seen.slice(0, mostLabels)) {
      const [x, y] = [screen.x[r], screen.y[r]], [column, row] = [x, y].map(it => Math.floor(it / cell));
      if (solid) {
        const near = [-1, 0, 1].some(dx => [-1, 0, 1].some(dy => covered.has(`${column + dx} ${row + dy}`)));
        covered.add(`${column} ${row}`);
        if (near) continue;
      }
      const kind = scene.kind[r], text = this.all.label(r);
      if (this.all.named) {
        const hasTerminals = radius >= terminalsFrom && scene.first_terminal[r + 1] > scene.first_terminal[r];
        this.name(text, x, y + (hasTerminals ? 10 : 0));
        continue;
      }
      const size = Math.min(radius * 1.05, (2.9 * radius) / text.length);
      if (size < 5) continue;
      const look = colored[r], byScale = ((look >>> 10) & 1) === 1;
      this.to.font = font(size);
      this.to.fillStyle = kind === 1 ? this.color(ink.text) : byScale ? readableOn(rampBytes((look & 255) / 255, dark))
        : kind === 2 ? "#222222" : this.color(ink.paper);
      this.to.fillText(text, x, y + size * 0.05);
    }
  }

  /** The terminals of routers as squares on the side where no channels are; a number stands for many. */
  terminals(): void {
    const { drawn: { scene, radius, lines: { screen }, blocks, shape } } = this.all, { first_terminal: first, first_channel, target, header } = scene, { to } = this;
    if (radius < terminalsFrom || header.dimensions === 3 || !shape.source.length) return;
    let left = mostRoutersWithTerminals;
    for (let r = 0; r < header.routers && left; ++r) {
      const count = first[r + 1] - first[r], [x, y] = [screen.x[r], screen.y[r]];
      if (!count || scene.kind[r] === 2 || !this.inside(x, y, 0) || (blocks && !blocks.open[scene.block[r]])) continue;
      --left;
      let [dx, dy] = [0, -1e-3];
      for (let c = first_channel[r]; c < first_channel[r + 1]; ++c) {
        const [ax, ay] = [x - screen.x[target[c]], y - screen.y[target[c]]], length = Math.hypot(ax, ay) || 1;
        dx += ax / length, dy += ay / length;
      }
      const shown = Math.min(count, mostTerminals), middle = Math.atan2(dy, dx), step = Math.min(0.5, 2.2 / shown), reach = radius + 8;
      to.strokeStyle = to.fillStyle = this.color(ink.node);
      to.lineWidth = 1;
      for (let i = 0; i < shown; ++i) {
        const angle = middle + (i - (shown - 1) / 2) * step, [ux, uy] = [Math.cos(angle), Math.sin(angle)];
        to.beginPath();
        to.moveTo(x + ux * radius, y + uy * radius);
        to.lineTo(x + ux * reach, y + uy * reach);
        to.stroke();
        to.fillRect(x + ux * reach - 2, y + uy * reach - 2, 4, 4);
      }
      if (shown < count) this.text(`${count}`, x + Math.cos(middle) * (reach + 10), y + Math.sin(middle) * (reach + 10), 9, this.color(ink.soft));
    }
  }

  /** A name below a router, where no other text is. */
  private name(text: string, x: number, y: number): void {
    const { drawn: { radius } } = this.all, shown = text.length > longestName ? `${text.slice(0, longestName - 1)}…` : text;
    this.to.font = font(11);
    const below = y + radius + 9;
    if (this.room.reserve(x, below, this.to.measureText(shown).width + 6, 13)) this.text(shown, x, below, 11, this.color(ink.text));
  }

  /** The names of the outermost parts, outside of each. */
  partNames(): void {
    const { drawn: { scene, blocks, blockRadius, lines: { screen }, radius } } = this.all, { header, part } = scene, name = header.parts[0];
    if (!name || header.style !== "groups" || header.dimensions === 3 || header.routers > 20_000 || (header.blocks && !blocks?.chosen)) return;
    const middle = new Map<number, { x: number; y: number; count: number }>();
    for (let r = 0; r < header.routers; ++r) {
      const it = middle.get(part[r]) ?? { x: 0, y: 0, count: 0 };
      it.x += screen.x[r], it.y += screen.y[r], ++it.count;
      middle.set(part[r], it);
    }
    if (middle.size > 128) return;
    const { x: cx, y: cy } = [...middle.values()].reduce((a, b) => ({ x: a.x + b.x, y: a.y + b.y, count: 0 }));
    const outwards = new Map([...middle].map(([number, { x, y, count }]) => {
      const dx = x / count - cx / header.routers, dy = y / count - cy / header.routers, length = Math.hypot(dx, dy) || 1;
      return [number, { dx: dx / length, dy: dy / length, reach: 0 }];
    }));
    for (let r = 0; r < header.routers; ++r) {
      const it = middle.get(part[r])!, out = outwards.get(part[r])!;
      out.reach = Math.max(out.reach, (screen.x[r] - it.x / it.count) * out.dx + (screen.y[r] - it.y / it.count) * out.dy);
    }
    this.to.font = font(11);
    for (const [number, { x, y, count }] of middle) {
      const { dx, dy, reach } = outwards.get(number)!, text = `${name} ${number}`, half = this.to.measureText(text).width / 2, away = Math.max(reach + radius + 5, blocks ? blockRadius + 6 : 0);
      if (away < 16 && !blocks) continue;
      const { width, height } = this.all, within = (it: number, margin: number, end: number) => Math.max(margin, Math.min(end - margin, it));
      const [left, top] = [x / count + dx * (away + half), y / count + dy * (away + 6)];
      const at: Point = this.inside(left, top, 40) ? [within(left, half + 3, width), within(top, 9, height)] : [left, top];
      if (this.room.reserve(...at, 2 * half + 8, 14)) this.text(text, ...at, 11, this.color(ink.soft));
    }
  }

  /** The channel from one router to the next, or null. */
  private channelBetween(from: number, to: number): number | null {
    const { scene: { first_channel, target }, looks } = this.all.drawn;
    for (let c = first_channel[from]; c < first_channel[from + 1]; ++c) if (target[c] === to && looks[c] !== notDrawn) return c;
    return null;
  }

  paths(): void {
    const { marks: { paths }, drawn: { lines: { screen } } } = this.all;
    paths.forEach(({ routers, name, color }, number) => {
      const aside = (number - (paths.length - 1) / 2) * 5, ink_ = this.color(color % 8);
      let longest: Point[] = [], length = -1;
      for (let i = 0; i + 1 < routers.length; ++i) {
        const channel = this.channelBetween(routers[i], routers[i + 1]);
        const straight: Point[] = [[screen.x[routers[i]], screen.y[routers[i]]], [screen.x[routers[i + 1]], screen.y[routers[i + 1]]]];
        const pieces = (channel === null ? [straight] : this.lines.pieces(channel)).map(piece => shifted(piece, aside));
        this.line(pieces, ink_, 3.5, [0.55]);
        const [[ax, ay], [bx, by]] = [pieces[0][0], pieces[0].at(-1)!], here = Math.hypot(ax - bx, ay - by);
        if (here > length && this.inside((ax + bx) / 2, (ay + by) / 2, -10)) [longest, length] = [pieces[0], here];
      }
      if (!name || length < 30) return;
      const [x, y, dx, dy] = walk(longest, 0.5);
      this.text(name, x - dy * 12, y + dx * 12, 11, ink_, true);
    });
  }

  channels(): void {
    for (const channel of this.all.marks.channels)
      this.line(this.lines.pieces(channel), this.color(ink.text), 4, [0.6]);
  }

  /** The channels of a cycle as arrows, numbered in their order. */
  cycle(): void {
    const { cycle } = this.all.marks, color = this.color(1), every = Math.max(1, Math.ceil(cycle.length / 60));
    cycle.forEach(channel => this.line(this.lines.pieces(channel), color, 4, [0.78]));
    cycle.forEach((channel, i) => {
      const [x, y] = walk(this.lines.pieces(channel)[0], 0.45);
      if (i % every || !this.inside(x, y)) return;
      this.disc(x, y, 9, this.color(ink.paper), color, 2);
      const text = String(i + 1);
      this.to.font = font(text.length > 2 ? 8 : 10, true);
      this.to.fillStyle = this.color(ink.text);
      this.to.fillText(text, x, y + 0.5);
    });
  }

  private hit(hit: Hit): void {
    const { scene: { bundle_ends: ends }, looks, blockScreen, blockRadius, lines: { screen }, radius } = this.all.drawn;
    if ("router" in hit) this.ring(screen.x[hit.router], screen.y[hit.router], radius);
    else if ("channel" in hit && looks[hit.channel] !== notDrawn) this.line(this.lines.pieces(hit.channel), this.color(ink.text), 2.5, [0.6]);
    else if ("block" in hit && blockScreen) this.ring(blockScreen.x[hit.block], blockScreen.y[hit.block], blockRadius);
    else if ("bundle" in hit && blockScreen) {
      const [a, b] = [ends[2 * hit.bundle], ends[2 * hit.bundle + 1]];
      this.line([bundleWay(this.all.drawn, a, b)], this.color(ink.text), 2.5);
    }
  }

  hoverAndChosen(): void {
    const { hover, marks: { routers }, drawn: { lines: { screen }, radius } } = this.all;
    if (hover) this.hit(hover);
    for (const r of routers) {
      this.ring(screen.x[r], screen.y[r], radius);
      if (radius < labeledFrom) this.text(this.all.label(r), screen.x[r], screen.y[r] - radius - 12, 12, this.color(ink.text), true);
    }
  }

  /** A stop before each router where a packet does not move. */
  blocked(): void {
    const { to } = this, blocked = this.all.flits?.blocked ?? [];
    to.strokeStyle = this.color(ink.text);
    to.lineWidth = 2.5;
    to.beginPath();
    for (let c = 0; c < blocked.length; ++c) {
      if (!blocked[c] || this.isClosed(c)) continue;
      const [x, y] = this.lines.at(c, 1), [fx, fy] = this.lines.at(c, 0.97), length = Math.hypot(x - fx, y - fy) || 1;
      const [dx, dy] = [(x - fx) / length, (y - fy) / length], back = this.all.drawn.radius + 1.5, s = 4.5;
      if (!this.inside(x, y)) continue;
      to.moveTo(x - dx * back - dy * s, y - dy * back + dx * s);
      to.lineTo(x - dx * back + dy * s, y - dy * back - dx * s);
    }
    to.stroke();
  }
}

/** The point at a share of a polyline, and its direction there. */
function walk(points: Point[], share: number): [number, number, number, number] {
  const at = share * (points.length - 1), i = Math.min(points.length - 2, Math.floor(at)), t = at - i;
  const [[ax, ay], [bx, by]] = [points[i], points[i + 1]], length = Math.hypot(bx - ax, by - ay) || 1;
  return [ax + (bx - ax) * t, ay + (by - ay) * t, (bx - ax) / length, (by - ay) / length];
}

/** A polyline without the parts within the routers at its ends. */
function outside(points: Point[], radius: number): Point[] {
  const cut = ([ax, ay]: Point, [bx, by]: Point): Point => {
    const length = Math.hypot(bx - ax, by - ay), share = Math.min(radius, length * 0.35) / (length || 1);
    return [ax + (bx - ax) * share, ay + (by - ay) * share];
  };
  return [cut(points[0], points[1]), ...points.slice(1, -1), cut(points.at(-1)!, points.at(-2)!)];
}

/** A line that goes around a grid, without the part within its router: it begins there, or ends there (`last`). */
function outsideOfOne(points: Point[], radius: number, last: boolean): Point[] {
  const [router, free] = last ? [points.at(-1)!, points[0]] : [points[0], points.at(-1)!], length = Math.hypot(free[0] - router[0], free[1] - router[1]);
  const share = Math.min(radius, length * 0.8) / (length || 1), cut: Point = [router[0] + (free[0] - router[0]) * share, router[1] + (free[1] - router[1]) * share];
  return last ? [free, cut] : [cut, free];
}

function shifted(points: Point[], aside: number): Point[] {
  if (!aside) return points;
  return points.map(([x, y], i) => {
    const [, , dx, dy] = walk(points, i / (points.length - 1));
    return [x - dy * aside, y + dx * aside];
  });
}

const readableOn = ([red, green, blue]: number[]): string => (0.3 * red + 0.59 * green + 0.11 * blue > 130 ? "#222222" : "#FFFFFF");

/** Whether the network has no marks. */
export function isBare({ drawn: { radius, scene: { header } }, marks, hover }: Overlay): boolean {
  const marked = marks.routers.length + marks.channels.length + marks.paths.length + marks.cycle.length > 0;
  return !marked && !hover && radius < crossedFrom && !header.parts[0];
}

/** Draws a stop before each router where a packet does not move. */
export function drawBlocked(to: Pencil, all: Overlay): void {
  if (all.drawn.scene.header.whole) new Pen(to, all).blocked();
}

export function drawOverlay(to: Pencil, all: Overlay, routers: Uint32Array): void {
  const pen = new Pen(to, all);
  if (all.drawn.scene.header.whole) {
    pen.failures();
    pen.terminals();
    pen.partNames();
    pen.channels();
    pen.paths();
    pen.cycle();
    pen.routerLabels(routers);
  }
  pen.hoverAndChosen();
}
