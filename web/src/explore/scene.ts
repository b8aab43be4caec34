// SPDX-License-Identifier: Apache-2.0
import type { Answer, Scene, SceneAnswer } from "../engine/protocol";

/** The scene in an answer. */
export function sceneOf(answer: Answer<SceneAnswer>): Scene {
  return { ...Object.fromEntries(answer.arrays), header: answer.header.scene } as unknown as Scene;
}

/** The router that a channel leaves. */
export function sourceOf(scene: Scene, channel: number): number {
  let low = 0, high = scene.header.routers;
  while (high - low > 1) {
    const middle = (low + high) >> 1;
    if (scene.first_channel[middle] <= channel) low = middle;
    else high = middle;
  }
  return low;
}

/** The first channel from one router to another; or null. */
export function channelBetween(scene: Scene, from: number, to: number): number | null {
  for (let it = scene.first_channel[from]; it < scene.first_channel[from + 1]; ++it) if (scene.target[it] === to) return it;
  return null;
}

export function terminalsOf(scene: Scene, router: number): number {
  return scene.first_terminal[router + 1] - scene.first_terminal[router];
}

/** The first terminal of a router as text for `from` and `to`, where names of hosts may be numbers. */
export function terminalText(scene: Scene, router: number): string {
  const first = scene.first_terminal[router];
  return `${scene.header.named ? "t" : ""}${scene.terminal ? scene.terminal[first] : first}`;
}

/** A terminal some way from the first one: in a square grid, half of it away in both dimensions. */
export function farTerminal({ header: { named, terminals } }: Scene): string {
  return `${named ? "t" : ""}${Math.min(terminals - 1, Math.max(1, Math.floor(terminals / 2 + Math.sqrt(terminals) / 2)))}`;
}

/** The router of a terminal. */
export function routerOfTerminal(scene: Scene, terminal: number): number {
  const place = scene.terminal ? scene.terminal.indexOf(terminal) : terminal;
  let low = 0, high = scene.header.routers;
  while (high - low > 1) {
    const middle = (low + high) >> 1;
    if (scene.first_terminal[middle] <= place) low = middle;
    else high = middle;
  }
  return low;
}

export function hasFailed(scene: Scene, channel: number): boolean {
  return scene.channel_failed ? scene.channel_failed[channel] !== 0 : false;
}

/** The name of a link or router in `fail`, where names of routers may be numbers, too. */
export function failName(scene: Scene, hit: { router: number } | { channel: number }): string {
  const name = (router: number) => `${scene.header.named ? "r" : ""}${router}`;
  if ("router" in hit) return name(hit.router);
  return `${name(sourceOf(scene, hit.channel))}-${name(scene.target[hit.channel])}`;
}
