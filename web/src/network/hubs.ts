// SPDX-License-Identifier: Apache-2.0
// Bundled lines: channels between two groups run together, past a point of each group (D. Holten, Hierarchical edge bundles, 2006).
import type { Scene } from "../engine/protocol";

/** Points that lines between groups pass by, one for each group, and the group of each router. */
export interface Hubs { of: Uint32Array; places: Float32Array }

const maxHubs = 65536; // their numbers have 16 bits
const inwards = 0.45; // of the way from a group to the middle of all groups
const above = 0.35; // of the height of the racks

/** Moves points inwards, towards the middle of all of them; in a room, to the trays above the racks. */
function pulled(places: Float32Array, dimensions: 2 | 3): Float32Array {
  const out = places.slice(), count = places.length / 3, middle = [0, 0, 0], low = [Infinity, Infinity, Infinity], high = [-Infinity, -Infinity, -Infinity];
  places.forEach((it, i) => {
    middle[i % 3] += it / count;
    low[i % 3] = Math.min(low[i % 3], it);
    high[i % 3] = Math.max(high[i % 3], it);
  });
  for (let i = 0; i < out.length; ++i)
    if (dimensions === 2) out[i] += inwards * (middle[i % 3] - out[i]);
    else if (i % 3 === 2) out[i] = high[2] + above * Math.max(1, high[0] - low[0], high[1] - low[1]);
  return out;
}

/** Returns the groups by which a scene is bundled: racks in a room, else the outermost parts; null: it has no groups. */
export function bundleGroups({ header: { arrangement, style, routers, parts }, part, rack }: Scene): Uint32Array | null {
  if (arrangement === "room") return rack ?? null;
  return style === "groups" && parts.length ? part.subarray(0, routers) : null;
}

/** Returns the hubs of a scene; null if it has no groups, or too many. */
export function hubsOf(scene: Scene): Hubs | null {
  const { header, position } = scene, of = header.whole ? bundleGroups(scene) : null;
  if (!of) return null;
  const count = of.reduce((most, it) => Math.max(most, it), 0) + 1, sums = new Float64Array(3 * count), members = new Uint32Array(count);
  if (count < 2 || count > maxHubs) return null;
  const top = new Float32Array(count).fill(-Infinity);
  of.forEach((group, router) => {
    ++members[group];
    for (let axis = 0; axis < 3; ++axis) sums[3 * group + axis] += position[3 * router + axis];
    top[group] = Math.max(top[group], position[3 * router + 2]);
  });
  const places = Float32Array.from(sums, (it, i) => it / Math.max(1, members[Math.floor(i / 3)]));
  if (header.dimensions === 3) top.forEach((it, group) => { places[3 * group + 2] = it; });
  return { of, places: pulled(places, header.dimensions) };
}

/** Returns the hubs of blocks; null if there are too many. */
export function hubsOfBlocks({ header, block_position: places }: Scene): Float32Array | null {
  return header.blocks > 1 && header.blocks <= maxHubs ? pulled(places, header.dimensions) : null;
}

/** A point of a cubic Bezier curve, one coordinate of it. */
export const onCurve = (a: number, b: number, c: number, d: number, t: number): number => {
  const s = 1 - t;
  return s * s * s * a + 3 * s * s * t * b + 3 * s * t * t * c + t * t * t * d;
};

/** Returns positions with hubs after them, as the shaders read them. */
export function withHubs(positions: Float32Array, hubs: Float32Array | null): Float32Array {
  if (!hubs) return positions;
  const all = new Float32Array(positions.length + hubs.length);
  all.set(positions);
  all.set(hubs, positions.length);
  return all;
}

/** The word of a record that names the hubs of a line. */
export const hubWord = (from: number, to: number): number => (from | (to << 16)) >>> 0;
