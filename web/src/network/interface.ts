// SPDX-License-Identifier: Apache-2.0
// The drawing of a network as the explorer and reports use it. The class that does it is NetworkCanvas (canvas.ts).
import type { Scene } from "../engine/protocol";
import type { Pencil } from "./pencil";

/** The part under the pointer, or chosen by the keyboard. */
export type Hit = { router: number } | { channel: number } | { block: number } | { bundle: number };

export interface ChannelColors {
  values: Float32Array; // [channels]; NaN: failed
  title: string; // "load over bandwidth"
  low: number;
  high: number;
  log: boolean;
  diverging?: boolean; // the middle of the scale is 0: less and more have different colors
  show: (channelClass: number, value: number) => boolean; // the filter: other channels are hairlines
}

export interface RouterColors {
  values: Float32Array; // [routers]; NaN: no value
  title: string;
  low: number;
  high: number;
}

export interface Marks {
  routers: number[];
  channels: number[];
  paths: { routers: number[]; name: string; color: number }[]; // drawn over the channels, side by side; color: index of the palette
  cycle: number[]; // channels that wait for each other, in order
}

/** Flits on channels: `at` 0 at the source, 1 at the target. */
export interface FlitDots {
  channel: Uint32Array;
  at: Float32Array;
  color: Uint8Array; // index of the palette
  followed: number; // index of the dot to emphasize, or -1
  buffers: Float32Array; // [channels] share of the buffer that is full, drawn as a bar at the target
  blocked: Uint8Array; // [channels]
}

/**
 * Where the eye looks: at x, y, z from the middle of the scene, in radii of the scene; with zoom 1 all of it fits. So the camera
 * of one network means the same on another one, and in windows of any size.
 */
export interface Camera { x: number; y: number; z: number; zoom: number; yaw: number; pitch: number }

export interface NetworkEvents {
  hover(hit: Hit | null, x: number, y: number): void;
  pick(hit: Hit | null, extend: boolean): void; // extend: Shift was held
  camera(camera: Camera): void;
  drawn(shown: number, of: number): void; // channels, for themselves or in bundles
  lost(why: string | null): void; // WebGL is missing or lost: the picture is drawn more slowly; null: it is back
}

export interface NetworkDrawing {
  setScene(scene: Scene): void;
  setChannelColors(colors: ChannelColors | null): void; // null: by class
  setRouterColors(colors: RouterColors | null): void;
  setMarks(marks: Partial<Marks>): void;
  setFlits(dots: FlitDots | null): void;
  setHidden(classes: ReadonlySet<number>): void;
  /** Draws only the given channels; null: all. */
  setOnly(channels: ReadonlySet<number> | null): void;
  /** Lets lines between groups (racks in a room, else the outermost parts) run together, or straight. */
  setBundled(on: boolean): void;
  /** Opens these blocks, and no others, at any scale; null: those that are large enough. */
  setOpen(blocks: ReadonlySet<number> | null): void;
  /** Colors routers and, without values, the channels out of them by these groups; null: channels by class. */
  setGroups(groups: Uint32Array | null): void;
  setTheme(dark: boolean): void;
  readonly camera: Camera;
  setCamera(camera: Camera, animate?: boolean): void;
  fit(animate?: boolean): void;
  flyTo(hit: Hit): void;
  /** The part under a point of the canvas, in CSS pixels. */
  hitAt(x: number, y: number): Hit | null;
  /** The position of a router on the canvas, in CSS pixels; null if it is behind or outside. */
  placeOf(router: number): { x: number; y: number } | null;
  toPng(scale: number): Promise<Blob>;
  /** The view as seen, as an SVG document; `below` draws more under it, such as a legend. */
  toSvg(title: string, below?: { height: number; draw(to: Pencil, top: number, width: number): void }): string;
  /** The view on white, for paper. */
  toCanvas(scale: number): HTMLCanvasElement | null;
  /** Resolves once everything has been drawn at rest. */
  settled(): Promise<void>;
  dispose(): void;
}
