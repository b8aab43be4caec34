// SPDX-License-Identifier: Apache-2.0
// The drawing of a network in a box of the page: raw WebGL 2, and a canvas over it for labels and marks.
import type { Scene } from "../engine/protocol";
import { reducedMotion } from "../dom";
import { Projection, startCamera } from "./camera";
import { Frames } from "./frames";
import { Gpu } from "./gpu";
import { type Moves, listen } from "./input";
import type { Camera, ChannelColors, FlitDots, Hit, Marks, NetworkDrawing, NetworkEvents, RouterColors } from "./interface";
import { groupColors, ink, paletteColor } from "./colors";
import { type Overlay, drawBlocked, drawOverlay, isBare } from "./marks";
import { type Pencil, SvgPencil } from "./pencil";
import { PlainFrames, paintFlits, paintNetwork } from "./plain";
import { type Drawn, hitAt } from "./pick";
import { Model, Picture } from "./picture";
import { type Seen, clamp, seenBy } from "./seen";

const flight = 450; // milliseconds
const lostAfter = 1500; // milliseconds that a lost graphics card has to come back
const closest = 260; // CSS pixels between neighbors
const narrow = 960; // CSS pixels
const betweenSlices = 200; // milliseconds: showing every slice would need more time than drawing it
const mostPointsMoving = 20_000; // more are drawn at rest only

export interface CanvasOptions {
  dark?: boolean;
  label?: (router: number) => string; // the text in a router; its number
  keep?: boolean; // the canvas can be read at any time, which costs a copy for each frame
  named?: () => boolean; // labels are names, which stand below routers
}

export class NetworkCanvas implements NetworkDrawing {
  private readonly canvas = document.createElement("canvas");
  private readonly over = document.createElement("canvas");
  private readonly front = document.createElement("canvas"); // marks that change with the flits
  private frontBare = true;
  private readonly end = new AbortController();
  private readonly resized: ResizeObserver;
  private gl: WebGL2RenderingContext | null;
  private gpu: Gpu | null = null;
  private frames: Frames | PlainFrames | null = null;
  private model: Model | null = null;
  private picture: Picture | null = null;
  private channelColors: ChannelColors | null = null;
  private routerColors: RouterColors | null = null;
  private hidden: ReadonlySet<number> = new Set();
  private only: ReadonlySet<number> | null = null;
  private groups: Uint32Array | null = null; // the color of each router
  private bundled = false;
  private open: ReadonlySet<number> | null = null; // blocks
  private marks: Marks = { routers: [], channels: [], paths: [], cycle: [] };
  private flits: FlitDots | null = null;
  private hover: Hit | null = null;
  private dark: boolean;
  private now: Camera = startCamera(2);
  private flown: { from: Camera; to: Camera; begun: number; told: boolean } | null = null;
  private stale = { colors: true, flits: true, over: true };
  private next = 0; // the first piece that is not in the layer
  private shownAt = 0;
  private bare = true; // the canvas over the layer is empty
  private told = "";
  private seen: Seen | null = null;
  private ratio = 1;

  constructor(private readonly box: HTMLElement, private readonly events: Partial<NetworkEvents> = {}, private readonly options: CanvasOptions = {}) {
    this.dark = options.dark ?? false;
    for (const it of [this.canvas, this.over, this.front]) Object.assign(it.style, { position: "absolute", inset: "0", width: "100%", height: "100%" });
    Object.assign(box.style, { position: getComputedStyle(box).position === "static" ? "relative" : "", overflow: "hidden" });
    this.front.style.display = "none";
    box.append(this.canvas, this.over, this.front);
    this.gl = this.canvas.getContext("webgl2", { antialias: false, depth: false, stencil: false, preserveDrawingBuffer: options.keep ?? false });
    this.resized = new ResizeObserver(() => this.resize());
    const { signal } = this.end;
    listen(box, this.moves(), signal);
    if (this.gl) {
      this.canvas.addEventListener("webglcontextlost", event => { event.preventDefault(); this.loseGpu(); }, { signal });
      this.canvas.addEventListener("webglcontextrestored", () => this.restoreGpu(), { signal });
      this.makeGpu();
    } else {
      this.drawPlainly("This browser has no WebGL 2.");
    }
    this.resized.observe(box);
  }

  /** Goes on without a GPU. */
  private drawPlainly(why: string): void {
    queueMicrotask(() => this.events.lost?.(why));
    if (!this.over.getContext("2d")) return;
    this.frames = new PlainFrames(most => this.paintPlainly(most), now => this.fly(now));
    this.canvas.style.display = "none";
    this.stale = { colors: true, flits: true, over: true };
    this.resize();
  }

  private paintPlainly(most: number): void {
    const { model, stale } = this, to = this.over.getContext("2d"), [width, height] = this.size;
    if (!model || !to) return;
    if (stale.colors) this.color(model);
    model.blocks?.look(new Projection(this.now, model.bounds, model.scene.header.dimensions, ...this.size), ...this.size);
    stale.colors = stale.flits = stale.over = false;
    to.setTransform(this.ratio, 0, 0, this.ratio, 0, 0);
    to.clearRect(0, 0, width, height);
    const drawn = this.paintView(to, most), flits = this.flits;
    this.bare = false;
    if (flits) paintFlits(to, this.see().drawn, flits, this.dark);
    const shown = Math.min(model.shown, drawn || model.shown);
    if (this.told !== `${shown} ${model.shown}`) this.events.drawn?.(shown, model.shown);
    this.told = `${shown} ${model.shown}`;
  }

  /** Draws the network and its marks with a pencil; returns the number of channels. */
  private paintView(to: Pencil, most: number): number {
    const { dark } = this, [width, height] = this.size, { drawn, veil, blockVeil, style: { channels, blocks } } = this.see();
    const count = paintNetwork(to, {
      drawn, routers: this.model!.routers, usual: channels[0], blockUsual: blocks[0], veil, blockVeil, dark, diverging: this.channelColors?.diverging ?? false, width, height, most,
    });
    drawOverlay(to, this.overlay(drawn), this.model!.routers);
    return count;
  }

  private restoreGpu(): void {
    this.frames?.stop();
    this.canvas.style.display = "";
    this.bare = false;
    this.makeGpu();
    if (this.gpu) this.events.lost?.(null);
  }

  private makeGpu(): void {
    const gl = this.gl!;
    try {
      this.gpu = new Gpu(gl);
    } catch (error) {
      return void queueMicrotask(() => this.events.lost?.(String(error)));
    }
    this.gpu.setTheme(this.dark, this.channelColors?.diverging);
    this.frames = new Frames(gl, { paint: (anew, most) => this.paint(anew, most) }, now => this.fly(now));
    if (this.model) this.picture = new Picture(this.gpu, this.model);
    this.stale = { colors: true, flits: true, over: true };
    this.resize();
  }

  private loseGpu(): void {
    this.frames?.stop();
    this.gpu = this.frames = this.picture = null;
    setTimeout(() => { if (!this.gpu && !this.end.signal.aborted) this.drawPlainly("The graphics card was lost."); }, lostAfter);
  }

  private size: [number, number] = [1, 1]; // CSS pixels

  private measure(): [number, number] {
    return this.size = [Math.max(1, this.box.clientWidth), Math.max(1, this.box.clientHeight)];
  }

  private resize(ratio = devicePixelRatio || 1): void {
    const [width, height] = this.measure();
    this.ratio = ratio;
    this.frontBare = false;
    this.box.style.touchAction = innerWidth <= narrow ? "pan-y" : "none"; // one finger scrolls a page that is one column
    for (const it of [this.canvas, this.over, this.front]) {
      const [wide, tall] = [Math.round(width * ratio), Math.round(height * ratio)];
      if (it.width !== wide || it.height !== tall) [it.width, it.height] = [wide, tall];
    }
    this.gpu?.resize(this.canvas.width, this.canvas.height);
    this.changed();
  }

  /** Draws the marks over the layer anew. */
  private changedOver(): void {
    this.stale.over = true;
    this.frames?.ask(false);
  }

  /** Everything must be drawn anew. */
  private changed(moving = false): void {
    this.seen = null;
    this.stale.over = true;
    this.frames?.ask(true, moving);
  }

  private see(): Seen {
    if (this.seen) return this.seen;
    const { model, size, now: { zoom }, channelColors, flits } = this, at = new Projection(this.now, model!.bounds, model!.scene.header.dimensions, ...size);
    return this.seen = seenBy(model!, at, { size, zoom, hasValues: channelColors !== null, hasLanes: (channelColors ?? flits) !== null });
  }

  private paint(anew: "fine" | "coarse" | null, most: number): { drawn: number; of: number } {
    const { gpu, model, picture, ratio } = this;
    if (!gpu || !model || !picture) return { drawn: 0, of: 0 };
    this.update(anew !== null);
    gpu.pale = this.flits && !this.channelColors ? 0.65 : 0;
    const { at, drawn, veil, blockVeil, style: { channels, blocks } } = this.see();
    if (anew) {
      gpu.newLayer(anew === "fine", Boolean(veil ?? blockVeil));
      this.next = 0;
    } else if (this.next < picture.lines) {
      gpu.toLayer();
    }
    const count = Math.min(most, picture.lines - this.next);
    if (anew && (anew === "fine" || picture.points < mostPointsMoving)) picture.drawPoints(at, channels, blocks, ratio);
    if (count > 0) picture.drawLines(this.next, count, at, channels, blocks, ratio, veil, blockVeil);
    this.next += count;
    const now = performance.now();
    if (anew || this.stale.over || this.next === picture.lines || now - this.shownAt > betweenSlices) {
      this.shownAt = now;
      gpu.showLayer();
      if (this.flits) picture.drawFlits(at, channels, ratio);
      this.drawFront(drawn);
      if (this.stale.over) this.drawOver(drawn);
      this.tell();
    }
    return { drawn: this.next, of: picture.lines };
  }

  /** Brings the GPU up to date before a layer is drawn. */
  private update(anew: boolean): void {
    const { model, picture, stale } = this;
    if (stale.colors) this.color(model!);
    if (anew || stale.colors) {
      const opened = model!.blocks?.look(new Projection(this.now, model!.bounds, model!.scene.header.dimensions, ...this.size), ...this.size);
      if (opened || stale.colors) picture!.update();
    }
    if (stale.colors || stale.flits) picture!.setFlits(this.flits);
    stale.colors = stale.flits = false;
  }

  /** Draws the marks that change with the flits, on a canvas that is else empty. */
  private drawFront(drawn: Drawn): void {
    const blocked = this.flits?.blocked.some(it => it) ?? false;
    if (!blocked && this.frontBare) return;
    const to = this.front.getContext("2d")!, [width, height] = this.size;
    to.setTransform(this.ratio, 0, 0, this.ratio, 0, 0);
    to.clearRect(0, 0, width, height);
    if (blocked) drawBlocked(to, this.overlay(drawn));
    this.frontBare = !blocked;
    this.front.style.display = blocked ? "" : "none";
  }

  private overlay(drawn: Drawn): Overlay {
    const [width, height] = this.size, { marks, hover, flits, dark, options } = this;
    return { drawn, marks, hover, flits, dark, width, height, label: options.label ?? String, named: options.named?.() ?? false };
  }

  private drawOver(drawn: Drawn): void {
    const to = this.over.getContext("2d")!, [width, height] = this.size, { ratio } = this;
    const all = this.overlay(drawn), bare = isBare(all);
    this.stale.over = false;
    if (bare && this.bare) return;
    to.setTransform(ratio, 0, 0, ratio, 0, 0);
    to.clearRect(0, 0, width, height);
    if (!bare) drawOverlay(to, all, this.model!.routers);
    this.bare = bare;
  }

  private tell(): void {
    const all = this.model!.shown, lines = this.picture!.lines, shown = lines ? Math.floor((all * this.next) / lines) : all;
    if (this.told === `${shown} ${all}`) return;
    this.told = `${shown} ${all}`;
    this.events.drawn?.(shown, all);
  }

  // Requests of the page.

  setScene(scene: Scene): void {
    const dimensions = this.model?.scene.header.dimensions;
    this.picture?.drop();
    this.model = new Model(scene);
    this.model.setBundled(this.bundled);
    if (this.model.blocks) this.model.blocks.chosen = this.open;
    this.picture = this.gpu ? new Picture(this.gpu, this.model) : null;
    Object.assign(this, { channelColors: null, routerColors: null, only: null, groups: null, flits: null, hover: null, marks: { routers: [], channels: [], paths: [], cycle: [] } });
    this.stale = { colors: true, flits: true, over: true };
    if (dimensions !== scene.header.dimensions) this.now = startCamera(scene.header.dimensions);
    this.flown = null;
    this.told = "";
    this.changed();
  }

  setChannelColors(colors: ChannelColors | null): void {
    const turned = Boolean(this.channelColors?.diverging) !== Boolean(colors?.diverging);
    this.channelColors = colors;
    if (turned) this.gpu?.setTheme(this.dark, colors?.diverging);
    this.recolor();
  }

  setRouterColors(colors: RouterColors | null): void {
    this.routerColors = colors;
    this.recolor();
  }

  setHidden(classes: ReadonlySet<number>): void {
    this.hidden = new Set(classes);
    this.recolor();
  }

  setOnly(channels: ReadonlySet<number> | null): void {
    if (channels === null && this.only === null) return;
    this.only = channels && new Set(channels);
    this.recolor();
  }

  setGroups(groups: Uint32Array | null): void {
    if (groups === null && this.groups === null) return;
    this.groups = groups && groupColors(groups);
    this.recolor();
  }

  setBundled(on: boolean): void {
    if (on === this.bundled) return;
    this.bundled = on;
    this.model?.setBundled(on);
    this.recolor();
  }

  setOpen(blocks: ReadonlySet<number> | null): void {
    if (blocks === null && this.open === null) return;
    this.open = blocks;
    if (this.model?.blocks) this.model.blocks.chosen = blocks;
    this.recolor();
  }

  private color(model: Model): void {
    model.color(this.channelColors, this.routerColors, this.hidden, this.only, this.groups);
  }

  private recolor(): void {
    this.stale.colors = true;
    this.changed();
  }

  setMarks(marks: Partial<Marks>): void {
    Object.assign(this.marks, marks);
    this.changedOver();
  }

  setFlits(dots: FlitDots | null): void {
    const lanes = Boolean(this.flits) !== Boolean(dots);
    this.flits = dots;
    this.stale.flits = true;
    if (lanes) this.changed();
    else this.frames?.ask(false);
  }

  setTheme(dark: boolean): void {
    this.dark = dark;
    this.gpu?.setTheme(dark, this.channelColors?.diverging);
    this.changed();
  }

  get camera(): Camera {
    return { ...this.now };
  }

  setCamera(camera: Camera, animate = false): void {
    this.go(camera, animate, false);
  }

  fit(animate = true): void {
    this.go(startCamera(this.model?.scene.header.dimensions ?? 2), animate, true);
  }

  flyTo(hit: Hit): void {
    if (!this.model) return;
    const { scene, shape, bounds } = this.model, at = this.see().at;
    const [from, list]: [number[], Float32Array] = "router" in hit ? [[hit.router], scene.position]
      : "channel" in hit ? [[shape.source[hit.channel], scene.target[hit.channel]], scene.position]
      : "block" in hit ? [[hit.block], scene.block_position]
      : [[scene.bundle_ends[2 * hit.bundle], scene.bundle_ends[2 * hit.bundle + 1]], scene.block_position];
    const middle = [0, 1, 2].map(axis => from.reduce((sum, i) => sum + list[3 * i + axis], 0) / from.length);
    const length = Math.hypot(...[0, 1, 2].map(axis => list[3 * from[0] + axis] - list[3 * from.at(-1)! + axis]));
    const wanted = Math.min(70, (0.5 * Math.min(...this.size)) / Math.max(length, 1e-6)), fit = at.scale / this.now.zoom;
    const [x, y, z] = middle.map((it, axis) => (it - bounds.center[axis]) / bounds.radius);
    this.go({ ...this.now, x, y, z, zoom: length > 1 ? wanted / fit : Math.max(this.now.zoom, wanted / fit) }, true, true);
  }

  /** Moves the picture by CSS pixels. */
  pan(dx: number, dy: number): void {
    if (!this.model) return;
    const { at } = this.see(), move = at.unmove(-dx, -dy).map(it => it / this.model!.bounds.radius);
    this.go({ ...this.now, x: this.now.x + move[0], y: this.now.y + move[1], z: this.now.z + move[2] }, false, true);
  }

  /** Turns a scene in 3 dimensions, by CSS pixels of a drag; moves one in 2. */
  turn(dx: number, dy: number): void {
    if (this.model?.scene.header.dimensions !== 3) return this.pan(dx, dy);
    const { yaw, pitch } = this.now;
    this.go({ ...this.now, yaw: yaw - dx * 0.008, pitch: clamp(-1.55, pitch + dy * 0.008, 1.55) }, false, true);
  }

  /** Zooms about a point of the canvas, or its middle. */
  zoomBy(factor: number, x = this.size[0] / 2, y = this.size[1] / 2): void {
    if (!this.model) return;
    const { at } = this.see(), fit = at.scale / this.now.zoom, zoom = clamp(0.25, this.now.zoom * factor, Math.max(4, closest / fit));
    const share = 1 - this.now.zoom / zoom;
    const move = at.dimensions === 2 ? at.unmove((x - at.middle[0]) * share, (y - at.middle[1]) * share).map(it => it / this.model!.bounds.radius) : [0, 0, 0];
    this.go({ ...this.now, x: this.now.x + move[0], y: this.now.y + move[1], z: this.now.z + move[2], zoom }, false, true);
  }

  private go(camera: Camera, animate: boolean, tell: boolean): void {
    if (animate && !reducedMotion() && this.frames) {
      this.flown = { from: this.camera, to: { ...camera }, begun: performance.now(), told: tell };
      this.frames.ask(true, true);
      return;
    }
    this.flown = null;
    this.now = { ...camera };
    this.changed(true);
    if (tell) this.events.camera?.(this.camera);
  }

  /** A step of an animation; true while there is one. */
  private fly(now: number): boolean {
    const { flown } = this;
    if (!flown) return false;
    const t = clamp(0, (now - flown.begun) / flight, 1), share = t * t * (3 - 2 * t), { from, to } = flown;
    const between = (key: keyof Camera) => from[key] + (to[key] - from[key]) * share;
    this.now = { x: between("x"), y: between("y"), z: between("z"), yaw: between("yaw"), pitch: between("pitch"), zoom: from.zoom * (to.zoom / from.zoom) ** share };
    if (t === 1) this.flown = null;
    this.changed(true);
    if (flown.told) this.events.camera?.(this.camera);
    return true;
  }

  hitAt(x: number, y: number): Hit | null {
    if (!this.model || this.stale.colors) return null;
    return hitAt(this.see().drawn, x, y);
  }

  placeOf(router: number): { x: number; y: number } | null {
    if (!this.model?.scene.header.whole) return null;
    const { screen } = this.see().drawn.lines, [x, y] = [screen.x[router], screen.y[router]], [width, height] = this.size;
    return x >= 0 && y >= 0 && x <= width && y <= height ? { x, y } : null;
  }

  private moves(): Moves {
    let hovered = 0;
    const setHover = (hit: Hit | null, x: number, y: number) => {
      const other = JSON.stringify(hit) !== JSON.stringify(this.hover);
      this.hover = hit;
      if (other) this.changedOver();
      this.events.hover?.(hit, x, y);
    };
    const canvas = this; // eslint-disable-line @typescript-eslint/no-this-alias
    return {
      get turns() { return canvas.model?.scene.header.dimensions === 3; },
      pan: (dx, dy) => this.pan(dx, dy),
      turn: (dx, dy) => this.turn(dx, dy),
      zoomBy: (factor, x, y) => this.zoomBy(factor, x, y),
      fit: () => this.fit(),
      hover: (x, y) => {
        cancelAnimationFrame(hovered);
        hovered = requestAnimationFrame(() => setHover(this.hitAt(x, y), x, y));
      },
      leave: () => { cancelAnimationFrame(hovered); setHover(null, 0, 0); },
      click: (x, y, extend) => this.events.pick?.(this.hitAt(x, y), extend),
    };
  }

  /** The view at a scale, complete. */
  private still(scale: number): HTMLCanvasElement {
    this.resize(scale);
    if (this.gpu) this.paint("fine", Infinity);
    else this.paintPlainly(Infinity);
    const out = document.createElement("canvas");
    [out.width, out.height] = [this.canvas.width, this.canvas.height];
    const to = out.getContext("2d")!;
    to.fillStyle = paletteColor(ink.paper, this.dark);
    to.fillRect(0, 0, out.width, out.height);
    if (this.gpu) to.drawImage(this.canvas, 0, 0);
    to.drawImage(this.over, 0, 0);
    to.drawImage(this.front, 0, 0);
    this.resize();
    return out;
  }

  toCanvas(scale: number): HTMLCanvasElement | null {
    if (!this.model || !this.frames) return null;
    const { dark } = this;
    this.setTheme(false);
    const out = this.still(scale);
    this.setTheme(dark);
    return out;
  }

  toSvg(title: string, below?: { height: number; draw(to: Pencil, top: number, width: number): void }): string {
    if (!this.model) throw new Error("there is no picture");
    if (this.stale.colors) this.color(this.model);
    const pencil = new SvgPencil(), [width, height] = this.size;
    this.paintView(pencil, Infinity);
    if (this.flits) paintFlits(pencil, this.see().drawn, this.flits, this.dark);
    const paper = paletteColor(ink.paper, this.dark);
    if (below) {
      pencil.fillStyle = paper;
      pencil.fillRect(0, height, width, below.height);
      below.draw(pencil, height, width);
    }
    return pencil.toSvg(width, height + (below?.height ?? 0), paper, title);
  }

  async toPng(scale: number): Promise<Blob> {
    if (!this.model || !this.frames) throw new Error("there is no picture");
    const out = this.still(scale);
    return new Promise((done, fail) => out.toBlob(it => (it ? done(it) : fail(new Error("no PNG"))), "image/png"));
  }

  settled(): Promise<void> {
    return this.frames?.settled() ?? Promise.resolve();
  }

  dispose(): void {
    this.end.abort();
    this.resized.disconnect();
    this.frames?.stop();
    this.picture?.drop();
    this.gpu?.dispose();
    this.gpu = this.frames = this.picture = this.model = this.seen = null;
    this.gl = null;
    this.canvas.remove();
    this.over.remove();
    this.front.remove();
  }
}
