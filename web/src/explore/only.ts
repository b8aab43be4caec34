// SPDX-License-Identifier: Apache-2.0
// The channels of the chosen parts, where only these are drawn.
import type { Scene } from "../engine/protocol";
import type { State } from "./state";
import { hasFailed } from "./scene";

type Chosen = Pick<State["view"], "edges" | "router" | "second" | "channel" | "cables">;

/** Returns the channels out of a router and back into it. */
function channelsOfRouter(scene: Scene, router: number): number[] {
  const out: number[] = [];
  for (let channel = scene.first_channel[router]; channel < scene.first_channel[router + 1]; ++channel) out.push(channel);
  if (scene.reverse) return out.flatMap(channel => [channel, scene.reverse![channel]]);
  scene.target.forEach((to, channel) => { if (to === router) out.push(channel); });
  return out;
}

/** Returns the channels between two racks, or within one, as `3-5` or `3` names them. */
export function channelsOfRacks({ rack, first_channel: first, target, header: { routers } }: Scene, cables: string): number[] {
  const [a, b = a] = cables.split("-").map(Number), channels: number[] = [];
  for (let router = 0; rack && router < routers; ++router) {
    if (rack[router] !== a && rack[router] !== b) continue;
    const other = rack[router] === a ? b : a;
    for (let channel = first[router]; channel < first[router + 1]; ++channel) if (rack[target[channel]] === other) channels.push(channel);
  }
  return channels;
}

/** Returns the channels of the chosen routers and of the chosen channel; null: all are drawn. */
export function channelsOfChosen(view: Chosen, scene: Scene): number[] | null {
  if (view.cables && scene.rack && scene.header.whole) return channelsOfRacks(scene, view.cables);
  const routers = [view.router, view.second].filter((it): it is number => it !== null && it < scene.header.routers);
  if (view.edges === "all" || !scene.header.whole || (routers.length === 0 && view.channel === null)) return null;
  const channels = routers.flatMap(it => channelsOfRouter(scene, it));
  if (view.channel !== null && view.channel < scene.header.channels) channels.push(view.channel);
  return [...new Set(channels)].filter(it => it === view.channel || !hasFailed(scene, it)).sort((a, b) => a - b);
}
