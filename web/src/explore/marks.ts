// SPDX-License-Identifier: Apache-2.0
// The parts of the network that are emphasized.
import type { Scene } from "../engine/protocol";
import type { Marks } from "../network/interface";
import type { Model, Result } from "./model";
import { terminalNumber } from "./names";
import { channelBetween, routerOfTerminal } from "./scene";
import { texts } from "./texts";
import { channelsOfTask } from "./users";

/** The routers that a path of `route` visits. */
export function routeOf(result: Result | null): number[] {
  const route = result?.answer.result.verb === "route" ? result.arrays.get("route") : undefined;
  return route instanceof Uint32Array ? Array.from(route) : [];
}

/** The channels of the cycle that `deadlock` found, in order. */
export function cycleOf(result: Result | null, scene: Scene | null): number[] {
  const cycle = result?.arrays.get("cycle");
  if (!scene || !(cycle instanceof Uint32Array)) return [];
  const channels: number[] = [];
  for (let i = 0; i + 1 < cycle.length; i += 3) {
    const channel = channelBetween(scene, cycle[i], cycle[i + 1]);
    if (channel !== null) channels.push(channel);
  }
  return channels;
}

/** The terminals of `route`, as routers. */
function endsOf(model: Model): number[] {
  const scene = model.scene.now;
  const { from = "0", to = "0" } = model.state.args;
  return scene ? [from, to].map(it => terminalNumber(scene, it)).filter(it => it !== null).map(it => routerOfTerminal(scene, it)) : [];
}

export function marksOf(model: Model): Marks {
  const { view, verb } = model.state;
  const scene = model.scene.now;
  const marks: Marks = { routers: [], channels: [], paths: [], cycle: [] };
  const count = scene?.header.routers ?? 0;
  for (const router of [view.router, view.second]) if (router !== null && router < count) marks.routers.push(router);
  if (view.channel !== null && view.channel < (scene?.header.channels ?? 0)) marks.channels.push(view.channel);
  const paths = model.paths.now;
  if (paths && view.second !== null) {
    if (paths.paths.shortest.length > 1) marks.paths.push({ routers: paths.paths.shortest, name: texts.shortestPath, color: 0 });
    marks.channels.push(...paths.onPath);
  }
  marks.channels.push(...channelsOfTask(model));
  if (verb === "route") {
    const route = routeOf(model.result.now);
    if (route.length > 1) marks.paths.push({ routers: route, name: "route", color: 1 });
    marks.routers.push(...endsOf(model));
    model.routes.forEach((it, i) => marks.paths.push({ routers: it.routers, name: it.name, color: 2 + i }));
  }
  if (model.live.wanted !== null && model.live.deadlocked.length) marks.cycle = model.live.deadlocked;
  else if (verb === "deadlock") marks.cycle = cycleOf(model.result.now, scene);
  return marks;
}
