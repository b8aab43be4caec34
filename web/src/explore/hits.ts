// SPDX-License-Identifier: Apache-2.0
// The part under the pointer, in words; the effect of a click.
import type { Scene } from "../engine/protocol";
import type { Hit } from "../network/interface";
import { racksOf } from "./cables";
import { type Side, loadsOf, ratioOf } from "./coloring";
import { closedGroup, isClosed } from "./groups";
import type { Model } from "./model";
import { channelName, routerName, terminalName, terminalNumber, terminalsAt } from "./names";
import { hasFailed, routerOfTerminal, terminalText, terminalsOf } from "./scene";
import { number, texts } from "./texts";

/** The load of a channel as far as the page knows it, "2.5, over bandwidth 1.25"; empty if not, such as of one that has failed. */
export function loadText(model: Model, scene: Scene, side: Side, channel: number): string {
  const { load } = loadsOf(model, side);
  if (!load || Number.isNaN(load[channel])) return "";
  return texts.loadOf(load[channel], ratioOf(load, scene)[channel]);
}

const hostsShown = 4;

export function describe(model: Model, scene: Scene, side: Side, hit: Hit): string[] {
  if ("router" in hit) {
    const { router } = hit;
    const distance = side === "a" && model.router.now?.distance[router];
    const name = routerName(scene, router), hosts = scene.terminal_names ? terminalsAt(scene, router) : [];
    const lines = [texts.routerTitle(name, router), texts.routerFacts(terminalsOf(scene, router), scene.first_channel[router + 1] - scene.first_channel[router])];
    if (hosts.length) lines.push(texts.some(hosts.slice(0, hostsShown).map(it => terminalName(scene, it)), hosts.length));
    if (scene.kind[router] === 3) lines.push(texts.failed);
    if (typeof distance === "number" && model.state.view.router !== null)
      lines.push(distance === 0xffffffff ? texts.notReached : texts.hopsAway(distance, routerName(scene, model.state.view.router)));
    return lines;
  }
  if ("channel" in hit) {
    const { channel } = hit;
    const lines = [channelName(scene, channel),
                   scene.header.classes[scene.channel_class[channel]]?.name ?? "", racksOf(scene, channel)];
    if (hasFailed(scene, channel)) lines.push(texts.failed);
    const { live } = model;
    if (side === "a" && live.use && channel < live.use.length) lines.push(texts.useIs(number(live.use[channel], 3)));
    else {
      const load = loadText(model, scene, side, channel);
      if (load) lines.push(`${texts.load} ${load}`);
    }
    return lines.filter(it => it);
  }
  if ("block" in hit && isClosed(model.state.view, scene)) return closedGroup(scene, hit.block);
  if ("block" in hit) return [texts.block(hit.block), scene.header.block_note];
  return [texts.bundle(scene.bundle_count[hit.bundle]), scene.header.classes[scene.bundle_class[hit.bundle]]?.name ?? ""];
}

/** Chooses the part that was clicked; with `extend`, a second router. */
export function pick(model: Model, hit: Hit | null, extend: boolean): void {
  const { view, verb } = model.state;
  const scene = model.scene.now;
  if (scene && hit && "block" in hit && isClosed(view, scene)) return model.setView({ opened: [...view.opened, hit.block].sort((a, b) => a - b) }, "push");
  if (!scene || (hit && ("block" in hit || "bundle" in hit))) return;
  if (hit === null) {
    if (!extend) model.setView({ router: null, second: null, channel: null }, "push");
  } else if ("channel" in hit) {
    model.setView({ channel: hit.channel }, "push");
  } else if (verb === "route") {
    pickEnd(model, scene, hit.router, extend ? "to" : model.nextEnd);
  } else {
    const second = (extend || model.nextIsSecond) && view.router !== null;
    model.nextIsSecond = false;
    model.setView(second ? { second: hit.router } : { router: hit.router, second: null, channel: null }, "push");
  }
}

/** The router of a terminal in the arguments of a route; null for another text. */
export function routerOfEnd(scene: Scene, text: string | undefined): number | null {
  const terminal = terminalNumber(scene, text ?? "0");
  return terminal === null ? null : routerOfTerminal(scene, terminal);
}

/** Makes a router the source or the target of the route; the next click sets the other end. */
function pickEnd(model: Model, scene: Scene, router: number, end: "from" | "to"): void {
  if (terminalsOf(scene, router) === 0) return model.refuse(texts.noTerminals(routerName(scene, router)));
  const args = { ...model.state.args, [end]: terminalText(scene, router) };
  model.nextEnd = "to";
  model.set({ args, view: { ...model.state.view, channel: null, router: routerOfEnd(scene, args.from), second: routerOfEnd(scene, args.to) } });
}
