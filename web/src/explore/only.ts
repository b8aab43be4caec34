// SPDX-License-Identifier: Apache-2.0
// The channels of the chosen parts, where only these are drawn.
import type { Scene } from "../engine/protocol";
import type { State } from "./state";
import { hasFailed } from "./scene";

type Chosen = Pick<State["view"], "edges" | "router" | "second" | "channel">;

/** Returns the channels out of a router and back into it. */
function channelsOfRouter(scene: Scene, router: number): number[] {
  const out: number[] = [];
  for (let channel = scene.first_channel[router]; channel < scene.first_channel[router + 1]; ++channel) out.push(channel);
  if (scene.reverse) return out.flatMap(channel => [channel, scene.reverse![channel]]);
  scene.target.forEach((to, channel) => { if (to === router) out.push(channel); });
  return out;
}

/** Returns the channels of the chosen routers and of the chosen channel; null: all are drawn. */
export function channelsOfChosen(view: Chosen, scene: Scene): number[] | null {
  const routers = [view.router, view.second].filter((it): it is number => it !== null && it < scene.header.routers);
  if (view.edges === "all" || !scene.header.whole || (routers.length === 0 && view.channel === null)) return null;
  const channels = routers.flatMap(it => channelsOfRouter(scene, it));
  if (view.channel !== null && view.channel < scene.header.channels) channels.push(view.channel);
  return [...new Set(channels)].filter(it => it === view.channel || !hasFailed(scene, it)).sort((a, b) => a - b);
}
