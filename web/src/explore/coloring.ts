// SPDX-License-Identifier: Apache-2.0
// Values of channels and routers as colors.
import type { Scene } from "../engine/protocol";
import type { ChannelColors, RouterColors } from "../network/interface";
import type { Model, Result } from "./model";
import { routerName } from "./names";
import { usedInSlot } from "./slots";
import { type View, hasSecond } from "./state";
import { texts } from "./texts";

/** The load of every channel in a result; null if it has no loads for this scene. */
export function loadOf(result: Result | null, scene: Scene | null): Float64Array | null {
  const load = result?.arrays.get("channel_load");
  return scene && load instanceof Float64Array && load.length === scene.header.channels ? load : null;
}

const ratios = new WeakMap<Float64Array, Float32Array>();

/** Loads over bandwidths. */
export function ratioOf(load: Float64Array, scene: Scene): Float32Array {
  let ratio = ratios.get(load);
  if (!ratio) {
    const bandwidth = scene.header.classes.map(it => it.bandwidth || 1);
    ratio = Float32Array.from(load, (it, channel) => it / bandwidth[scene.channel_class[channel]]);
    ratios.set(load, ratio);
  }
  return ratio;
}

function largest(values: ArrayLike<number>): number {
  let most = 0;
  for (let i = 0; i < values.length; ++i) if (values[i] > most) most = values[i];
  return most;
}

function smallestAboveZero(values: ArrayLike<number>): number {
  let least = Infinity;
  for (let i = 0; i < values.length; ++i) if (values[i] > 0 && values[i] < least) least = values[i];
  return Number.isFinite(least) ? least : 0;
}

/** Each value over the largest of its class. */
function perClass(values: Float32Array, scene: Scene): Float32Array {
  const most = scene.header.classes.map(() => 0);
  values.forEach((it, channel) => { if (it > most[scene.channel_class[channel]]) most[scene.channel_class[channel]] = it; });
  return values.map((it, channel) => it / (most[scene.channel_class[channel]] || 1));
}

/** Values with a scale: where it begins, whether it is logarithmic, which values are hairlines. `largest`: where it ends unless the view says so. */
function colors(values: Float32Array, title: string, view: View, largest: number): ChannelColors {
  const high = view.high || largest;
  const log = view.scale === "log" && high > 0;
  const low = log ? Math.min(smallestAboveZero(values), high / 10) || high / 1000 : 0;
  const least = view.least > 0 ? atShare(view.least, low, high, log) : -Infinity;
  return { values, title, low, high, log, show: (channelClass, value) => !view.class.includes(channelClass) && !(value < least) };
}

/** Differences, on a scale with 0 in the middle. */
function differences(values: Float32Array, title: string, view: View): ChannelColors {
  const high = view.high || largest(values.map(Math.abs)) || 1, least = view.least * high;
  return {
    values, title, low: -high, high, log: false, diverging: true,
    show: (channelClass, value) => !view.class.includes(channelClass) && !(Math.abs(value) < least),
  };
}

/** The value at a share of the scale. */
export function atShare(share: number, low: number, high: number, log: boolean): number {
  return log ? low * (high / low) ** share : low + (high - low) * share;
}

export interface Coloring { channels: ChannelColors | null; routers: RouterColors | null }
export type Side = "a" | "b";

/** The loads of a side under the command that the page shows, and its network; null while they are not there. */
export function loadsOf(model: Model, side: Side): { load: Float64Array | null; scene: Scene | null } {
  const scene = side === "a" ? model.scene.now : model.sceneB.now;
  const slot = side === "b" ? model.loadB : model.state.verb === "compare" ? model.load : model.result;
  return { load: loadOf(slot.now, scene), scene };
}

/** Loads over bandwidths of one result minus the same of another one; NaN where a channel has failed. */
function changeOf(now: Float64Array | null, then: Float64Array | null, scene: Scene | null): Float32Array | null {
  if (!now || !then || !scene) return null;
  const [after, before] = [ratioOf(now, scene), ratioOf(then, scene)];
  return after.map((it, channel) => it - before[channel]);
}

/** Returns the change of loads by the failures. */
export function gainOf(model: Model): Float32Array | null {
  const { load, scene } = loadsOf(model, "a");
  return changeOf(load, loadOf(model.before.now, scene), scene);
}

/** The loads of the second network of the load screen minus the loads of the first. */
function changeOfSecond(model: Model): Float32Array | null {
  const [a, b] = [loadsOf(model, "a"), loadsOf(model, "b")];
  return model.state.verb === "load" ? changeOf(b.load, a.load, a.scene) : null;
}

/** Returns whether channels show their class or group rather than a value. */
const isByGroup = ({ color }: View): boolean => color === "class" || color === "group" || color === "rack";

/** Returns the groups of routers by which the picture is colored; null: channels show their class, or values. */
export function groupsShown({ color }: View, scene: Scene | null): Uint32Array | null {
  if (!scene?.header.whole) return null;
  if (color === "rack") return scene.rack ?? null;
  return color === "group" && hasGroups(scene) ? scene.part.subarray(0, scene.header.routers) : null;
}

/** Returns whether a scene has parts with a name, such as the groups of a dragonfly. */
export const hasGroups = ({ header: { parts } }: Scene): boolean => parts.length > 0 && parts[0] !== "";

function channelColors(model: Model, side: Side): ChannelColors | null {
  const { state: { view, verb }, live } = model;
  if (side === "a" && live.use) return colors(live.use, texts.useOf, view, Math.max(1, largest(live.use)));
  const used = usedInSlot(model);
  if (used) return colors(used, texts.usedInSlot, view, Math.max(1, largest(used)));
  if (!["load", "compare", "map"].includes(verb) || isByGroup(view)) return null;
  if (verb === "load" && view.color === "difference") {
    const second = side === "b" ? changeOfSecond(model) : null;
    if (second) return differences(second, texts.changedInSecond, view);
    const gain = side === "a" ? gainOf(model) : null;
    if (gain) return differences(gain, texts.gained, view);
  }
  const { load, scene } = loadsOf(model, side);
  if (!load || !scene) return null;
  const ratio = ratioOf(load, scene);
  if (view.range === "own") return colors(perClass(ratio, scene), texts.ofClass, { ...view, high: 0 }, 1);
  const other = hasSecond(model.state) ? loadsOf(model, side === "a" ? "b" : "a") : null;
  const high = Math.max(largest(ratio), other?.load && other.scene ? largest(ratioOf(other.load, other.scene)) : 0);
  return colors(ratio, texts.perBandwidth, view, high);
}

function routerColors(model: Model): RouterColors | null {
  const router = model.router.now;
  const { verb } = model.state;
  if (!router || router.distance.length !== model.scene.now?.header.routers || (verb !== "show" && verb !== "route")) return null;
  const values = Float32Array.from(router.distance, it => (it === 0xffffffff ? NaN : it));
  return { values, title: texts.distanceFrom(texts.routerTitle(routerName(model.scene.now, router.router.number), router.router.number, router.router.place)), low: 0, high: Math.max(1, largest(values)) };
}

export function coloring(model: Model, side: Side): Coloring {
  return { channels: channelColors(model, side), routers: side === "a" ? routerColors(model) : null };
}
