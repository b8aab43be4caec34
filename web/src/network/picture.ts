// SPDX-License-Identifier: Apache-2.0
// A scene on the GPU.
import type { Scene } from "../engine/protocol";
import { Blocks } from "./blocks";
import { type Bounds, type Projection, boundsOf } from "./camera";
import { type Gpu, Points, type Style, type Table } from "./gpu";
import { ink } from "./colors";
import type { ChannelColors, FlitDots, RouterColors } from "./interface";
import { Shape, type Veil, flagsOf, notDrawn, rankOf, routerLooks, widthOf } from "./looks";
import { type Hubs, hubsOf, withHubs } from "./hubs";
import { cutLength } from "./shaders";
import { recordsOf, shapeWord, floatBits } from "./records";

const thinnest = 1.5; // device pixels: thinner lines are drawn as such of one pixel

/** The parts of a drawing that need no GPU. */
export class Model {
  readonly shape: Shape;
  readonly blocks: Blocks | null;
  readonly bounds: Bounds;
  readonly looks: Uint32Array;
  routers: Uint32Array;
  /** Channels that are not hidden. */
  shown = 0;
  readonly hubs: Hubs | null;
  /** The number of channels of each rank. */
  readonly byRank = new Uint32Array(256);

  constructor(readonly scene: Scene) {
    const { header } = scene;
    this.shape = new Shape(scene);
    this.blocks = header.blocks ? new Blocks(scene, this.shape) : null;
    this.bounds = boundsOf(header.whole ? scene.position : scene.block_position);
    this.looks = new Uint32Array(header.whole ? header.channels : 0);
    this.routers = new Uint32Array();
    this.hubs = hubsOf(scene);
  }

  /** Lets lines between groups run together, or straight. The colors must be made anew after it. */
  setBundled(on: boolean): void {
    this.shape.bundle = on ? this.hubs : null;
    this.blocks?.setBundled(on && this.hubs !== null);
  }

  /** `only`: the channels that are drawn; null: all. `groups`: the color of each router and of its channels; null: by class. */
  color(channels: ChannelColors | null, routers: RouterColors | null, hidden: ReadonlySet<number>, only: ReadonlySet<number> | null, groups: Uint32Array | null): void {
    const flags = only && this.looks.length ? new Uint8Array(this.looks.length) : null;
    if (flags) only!.forEach(it => { if (it < flags.length) flags[it] = 1; });
    this.shape.looks(channels, hidden, this.looks, flags, groups);
    this.blocks?.setLooks(this.looks, hidden);
    if (this.scene.header.whole) this.routers = routerLooks(this.scene, routers, channels !== null, channels ? null : groups);
    this.shown = 0;
    this.byRank.fill(0);
    for (const look of this.looks) {
      if (look === notDrawn) continue;
      ++this.shown;
      ++this.byRank[rankOf(look)];
    }
  }
}

export class Picture {
  /** Pieces of channels, and the channels that they are of. */
  pieces = 0;
  channels = 0;
  private wider: Uint32Array = new Uint32Array(256);
  private bundles = 0;
  private bars = 0;
  private readonly positions: Table;
  private readonly records: Table;
  private readonly blockPositions: Table;
  private readonly bundleRecords: Table;
  private readonly barRecords: Table;
  private readonly routers: Points;
  private readonly blockPoints: Points;
  private readonly dots: Points;

  constructor(private readonly gpu: Gpu, private readonly model: Model) {
    const { scene } = model;
    this.positions = gpu.table("position");
    this.blockPositions = gpu.table("position");
    this.records = gpu.table("record");
    this.bundleRecords = gpu.table("record");
    this.barRecords = gpu.table("record");
    [this.routers, this.blockPoints, this.dots] = [false, false, true].map(dots => new Points(gpu.gl, dots));
    const fill = (table: Table, positions: Float32Array, hubs: Float32Array | null) => {
      table.hubs = positions.length / 3;
      gpu.fill(table, withHubs(positions, hubs), table.hubs + (hubs?.length ?? 0) / 3);
    };
    if (scene.header.whole) fill(this.positions, scene.position, model.hubs?.places ?? null);
    if (model.blocks) fill(this.blockPositions, scene.block_position, model.hubs && model.blocks.hubs);
  }

  /** After colors or the open blocks have changed. */
  update(): void {
    const { gpu, model: { blocks, shape, looks, routers } } = this;
    const opened = blocks?.opened() ?? null, { words, count, channels, wider } = recordsOf(shape, looks, opened?.channels ?? null);
    gpu.fill(this.records, words, count);
    this.pieces = count;
    this.channels = channels;
    this.wider = wider;
    const numbers = opened?.routers ?? routers.keys(), points = new Uint32Array(2 * (opened?.routers.length ?? routers.length));
    let at = 0;
    for (const router of numbers) {
      points[at++] = router;
      points[at++] = routers[router];
    }
    this.routers.fill(points);
    if (!blocks) return;
    const closed = blocks.closed();
    gpu.fill(this.bundleRecords, closed.records, closed.records.length / 4);
    this.bundles = closed.records.length / 4;
    this.blockPoints.fill(closed.points);
  }

  setFlits(flits: FlitDots | null): void {
    const { model: { shape, looks, scene } } = this, bars: number[] = [], dots = new Uint32Array(5 * (flits?.channel.length ?? 0));
    const record = (channel: number, color: number, second: number, width: number) =>
      [shape.source[channel], scene.target[channel], (color | (second << 8) | (width << 16) | (flagsOf(looks[channel]) << 24)) >>> 0,
       shapeWord(shape, channel, flagsOf(looks[channel]))];
    flits?.channel.forEach((channel, i) => {
      const radius = i === flits.followed ? 7 : 3.5, width = Math.round(16 * widthOf(looks[channel]));
      dots.set(record(channel, flits.color[i] % 8, Math.round(16 * radius), width), 5 * i);
      dots[5 * i + 4] = floatBits(flits.at[i]);
    });
    this.dots.fill(dots);
    flits?.buffers.forEach((share, channel) => {
      if (share <= 0 || looks[channel] === notDrawn) return;
      const it = record(channel, flits.blocked[channel] ? 1 : ink.quiet, Math.round(255 * Math.min(1, share)), 0);
      bars.push(it[0], it[1], it[2], it[3]);
    });
    this.bars = bars.length / 4;
    if (this.bars) this.gpu.fill(this.barRecords, Uint32Array.from(bars), this.bars);
  }

  /** Lines of bundles and pieces of channels. */
  get lines(): number {
    return this.bundles + this.pieces;
  }

  drawPoints(at: Projection, style: Style, blockStyle: Style, ratio: number): void {
    this.gpu.drawPoints(this.positions, this.routers, at, style, ratio);
    this.gpu.drawPoints(this.blockPositions, this.blockPoints, at, blockStyle, ratio);
  }

  get points(): number {
    return this.routers.count + this.blockPoints.count;
  }

  /** Lines `first` to `first + count - 1`: first the bundles, then the channels, of both the fullest first. */
  drawLines(first: number, count: number, at: Projection, style: Style, blockStyle: Style, ratio: number, veil: Veil | null, blockVeil: Veil | null): void {
    const { gpu, bundles } = this, end = first + count, wide = this.wider[Math.min(255, Math.ceil((16 * thinnest) / (style[0] * ratio)))];
    gpu.setVeil(blockVeil);
    gpu.cut = this.model.blocks?.reach ?? cutLength;
    gpu.drawLines(this.blockPositions, this.bundleRecords, first, Math.min(end, bundles) - first, at, blockStyle, ratio, "wide");
    gpu.setVeil(veil);
    gpu.cut = cutLength;
    const from = Math.max(0, first - bundles), to = end - bundles, middle = Math.max(from, Math.min(to, wide));
    gpu.drawLines(this.positions, this.records, from, middle - from, at, style, ratio, "wide");
    gpu.drawLines(this.positions, this.records, middle, to - middle, at, style, ratio, "thin");
  }

  drawFlits(at: Projection, style: Style, ratio: number): void {
    this.gpu.drawLines(this.positions, this.barRecords, 0, this.bars, at, style, ratio, "bars");
    this.gpu.drawPoints(this.positions, this.dots, at, style, ratio);
  }

  drop(): void {
    for (const it of [this.positions, this.records, this.blockPositions, this.bundleRecords, this.barRecords]) this.gpu.drop(it);
    for (const it of [this.routers, this.blockPoints, this.dots]) it.drop();
  }
}
