// SPDX-License-Identifier: Apache-2.0
// What is under the pointer, in words; what a click does.
import type { Scene } from "../engine/protocol";
import type { Hit } from "../network/interface";
import { type Side, loadsOf, ratioOf } from "./coloring";
import type { Model } from "./model";
import { hasFailed, sourceOf, terminalText, terminalsOf } from "./scene";
import { number, texts } from "./texts";

/** The load of a channel as far as the page knows it, "2.5, over bandwidth 1.25"; empty if not, such as of one that has failed. */
export function loadText(model: Model, scene: Scene, side: Side, channel: number): string {
  const { load } = loadsOf(model, side);
  if (!load || Number.isNaN(load[channel])) return "";
  return texts.loadOf(load[channel], ratioOf(load, scene)[channel]);
}

export function describe(model: Model, scene: Scene, side: Side, hit: Hit): string[] {
  if ("router" in hit) {
    const { router } = hit;
    const distance = side === "a" && model.router.now?.distance[router];
    const lines = [texts.router(router), texts.routerFacts(terminalsOf(scene, router), scene.first_channel[router + 1] - scene.first_channel[router])];
    if (scene.kind[router] === 3) lines.push(texts.failed);
    if (typeof distance === "number" && model.state.view.router !== null)
      lines.push(distance === 0xffffffff ? texts.notReached : texts.hopsAway(distance, model.state.view.router));
    return lines;
  }
  if ("channel" in hit) {
    const { channel } = hit;
    const lines = [texts.channel(String(sourceOf(scene, channel)), String(scene.target[channel])),
                   scene.header.classes[scene.channel_class[channel]]?.name ?? ""];
    if (hasFailed(scene, channel)) lines.push(texts.failed);
    const { live } = model;
    if (side === "a" && live.use && channel < live.use.length) lines.push(texts.useIs(number(live.use[channel], 3)));
    else {
      const load = loadText(model, scene, side, channel);
      if (load) lines.push(`${texts.load} ${load}`);
    }
    return lines.filter(it => it);
  }
  if ("block" in hit) return [texts.block(hit.block), scene.header.block_note];
  return [texts.bundle(scene.bundle_count[hit.bundle]), scene.header.classes[scene.bundle_class[hit.bundle]]?.name ?? ""];
}

/** Chooses what was clicked; with `extend`, a second router. */
export function pick(model: Model, hit: Hit | null, extend: boolean): void {
  const { view, verb } = model.state;
  const scene = model.scene.now;
  if (!scene || (hit && ("block" in hit || "bundle" in hit))) return;
  if (hit === null) {
    if (!extend) model.setView({ router: null, second: null, channel: null }, "push");
  } else if ("channel" in hit) {
    model.setView({ channel: hit.channel }, "push");
  } else {
    const second = extend && view.router !== null;
    const chosen = second ? { second: hit.router } : { router: hit.router, second: null, channel: null };
    const args = { ...model.state.args };
    if (verb === "route" && terminalsOf(scene, hit.router) > 0) args[second ? "to" : "from"] = terminalText(scene, hit.router);
    model.set({ args, view: { ...view, ...chosen } });
  }
}
