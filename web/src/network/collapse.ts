// SPDX-License-Identifier: Apache-2.0
// A scene whose blocks are given groups of routers, each drawn as a circle until it is opened.
import type { Scene } from "../engine/protocol";

/** Bundles under construction: their ends, counts of channels that work, and counts by class. */
interface Bundles { ends: number[]; counts: number[]; byClass: number[][]; of: Uint32Array }

const inside = 0xffffffff;

function bundlesOf({ header, first_channel: first, target, channel_class, channel_failed }: Scene, block: Uint32Array): Bundles {
  const known = new Map<number, number>(), bundles: Bundles = { ends: [], counts: [], byClass: [], of: new Uint32Array(header.channels).fill(inside) };
  const blocks = block.reduce((most, it) => Math.max(most, it), 0) + 1;
  for (let router = 0; router < header.routers; ++router)
    for (let channel = first[router]; channel < first[router + 1]; ++channel) {
      let a = block[router], b = block[target[channel]];
      if (a === b) continue;
      if (header.bidirectional && b < a) [a, b] = [b, a];
      let bundle = known.get(a * blocks + b);
      if (bundle === undefined) {
        known.set(a * blocks + b, bundle = bundles.counts.length);
        bundles.ends.push(a, b);
        bundles.counts.push(0);
        bundles.byClass.push(header.classes.map(() => 0));
      }
      bundles.of[channel] = bundle;
      bundles.counts[bundle] += Number(!channel_failed?.[channel]);
      ++bundles.byClass[bundle][channel_class[channel]];
    }
  return bundles;
}

/** Returns the scene with the groups of its routers as blocks. */
export function collapsed(scene: Scene, block: Uint32Array): Scene {
  const blocks = block.reduce((most, it) => Math.max(most, it), 0) + 1, sums = new Float64Array(3 * blocks), members = new Uint32Array(blocks);
  block.forEach((it, router) => {
    ++members[it];
    for (let axis = 0; axis < 3; ++axis) sums[3 * it + axis] += scene.position[3 * router + axis];
  });
  const { ends, counts, byClass, of } = bundlesOf(scene, block);
  return {
    ...scene, header: { ...scene.header, blocks, block_note: "" }, block,
    block_position: Float32Array.from(sums, (it, i) => it / Math.max(1, members[Math.floor(i / 3)])),
    bundle_ends: Uint32Array.from(ends), bundle_count: Uint32Array.from(counts), bundle_class: Uint8Array.from(byClass, it => it.indexOf(Math.max(...it))),
    bundle_of_channel: of,
  };
}
