// SPDX-License-Identifier: Apache-2.0
// Groups of routers that are drawn as one circle each.
import type { Scene } from "../engine/protocol";
import { collapsed } from "../network/collapse";
import { bundleGroups } from "../network/hubs";
import type { View } from "./state";
import { texts } from "./texts";

const known = new WeakMap<Scene, Scene>();

/** Returns the scene as the view shows it: with its groups as blocks where they are closed. */
export function shownScene(view: View, scene: Scene): Scene {
  const groups = isClosed(view, scene) ? bundleGroups(scene) : null;
  if (!groups) return scene;
  let shown = known.get(scene);
  if (!shown) known.set(scene, shown = collapsed(scene, groups));
  return shown;
}

/** Returns whether the groups of a scene are closed. */
export const isClosed = ({ parts }: View, scene: Scene): boolean => parts === "closed" && scene.header.whole && bundleGroups(scene) !== null;

/** Returns the groups that are open although groups are closed; null: groups are not closed. */
export const openGroups = (view: View, scene: Scene): ReadonlySet<number> | null => (isClosed(view, scene) ? new Set(view.opened) : null);

/** Returns the word for the groups of a scene. */
export const groupWord = ({ header }: Scene): string => (header.arrangement === "room" ? texts.rackWord : header.parts[0] || texts.partWord);

/** Returns a closed group in words. */
export function closedGroup(scene: Scene, group: number): string[] {
  const routers = scene.block.reduce((sum, it) => sum + Number(it === group), 0);
  return [texts.closedGroup(groupWord(scene), group, routers), texts.clickOpens];
}
