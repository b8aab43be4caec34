// SPDX-License-Identifier: Apache-2.0
// What a camera sees of a model: where everything is on the screen, and how large and how translucent it is, in CSS pixels.
import { Projection } from "./camera";
import type { Style } from "./gpu";
import { type Veil, veilOf } from "./looks";
import { type Drawn, Lines, Screen } from "./pick";
import type { Model } from "./picture";

const crowding = 2.5; // how much denser lines are that run together

export interface Seen { at: Projection; drawn: Drawn; veil: Veil | null; blockVeil: Veil | null; style: Styles }
export interface Styles { channels: Style; blocks: Style }

/** The window: its size, how much it is magnified, whether channels show values, and whether both directions of a link have lanes. */
export interface Window { size: [number, number]; zoom: number; hasValues: boolean; hasLanes: boolean }

export const clamp = (low: number, it: number, high: number) => Math.max(low, Math.min(high, it));

function styleOf({ shape, blocks, scene: { header } }: Model, at: Projection, { size: [width, height], zoom, hasValues, hasLanes }: Window): Styles {
  const s = at.scale, flat = at.dimensions === 2;
  const cover = (0.16 * width * height * zoom ** 2) / Math.max(1, shape.length * s);
  const usual = clamp(1, Math.min(cover, 0.05 * s + 0.6), 2.4);
  const quiet = hasValues ? clamp(0.65, s / 60, 1) : 1;
  const radius = clamp(header.routers < 3000 ? 2.2 : 1.3, (header.routers < 200 ? 0.3 : 0.22) * s * (flat ? 1 : 0.7) * quiet, 14);
  const lane = shape.halves && hasLanes ? clamp(0, (s - 7) / 7, 1) : 0;
  const gap = (blocks?.spacing ?? 1) * s;
  return {
    channels: [usual, radius, lane, flat ? 1 : clamp(0, 1 - (s - 5) / 15, 0.5)],
    blocks: [clamp(0.4, Math.min(0.045 * gap, (0.1 * width * height * zoom ** 2) / ((blocks?.length ?? 0) * s + 1)), 2.2), clamp(2, 0.24 * gap, 15), 0, flat ? 1 : 0.5],
  };
}

/** How translucent channels and bundles are, if they would hide each other. */
function veilsOf({ shape, blocks, scene: { header }, byRank, shown }: Model, at: Projection, { size: [width, height], zoom }: Window): Pick<Seen, "veil" | "blockVeil"> {
  if (at.dimensions !== 2) return { veil: null, blockVeil: null };
  const area = width * height * zoom ** 2, lines = Math.max(1, header.channels / (shape.halves ? 2 : 1)), share = header.channels ? shown / header.channels : 1;
  const ink = (shape.length * at.scale * share * (shape.bundle ? crowding : 1)) / area;
  const veil = header.whole ? veilOf(ink, byRank, (shape.length * at.scale) / lines) : null;
  const bundles = Math.max(1, blocks?.count ?? 0), length = (blocks?.length ?? 0) * at.scale;
  return { veil, blockVeil: blocks ? veilOf((2 * length) / area, blocks.byRank, length / bundles) : null };
}

export function seenBy(model: Model, at: Projection, window: Window): Seen {
  const { scene, shape, looks, blocks } = model, style = styleOf(model, at, window), [usual, radius, lane] = style.channels;
  const screen = new Screen(at, scene.header.whole ? scene.position : new Float32Array());
  const drawn: Drawn = {
    scene, shape, looks, blocks, lines: new Lines(shape, looks, screen, usual, lane), radius,
    blockScreen: blocks ? new Screen(at, scene.block_position) : null, blockRadius: style.blocks[1],
  };
  return { at, drawn, style, ...veilsOf(model, at, window) };
}
