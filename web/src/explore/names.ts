// SPDX-License-Identifier: Apache-2.0
// Names of routers, terminals and ports: as the file of the topology has them, else their numbers.
import type { Scene } from "../engine/protocol";
import { sourceOf } from "./scene";

interface Names { routers: string[]; terminals: string[] }

const known = new WeakMap<Scene, Names>();

function decoded(bytes: Uint8Array | undefined): string[] {
  return bytes ? new TextDecoder().decode(bytes).split("\0").slice(0, -1) : [];
}

function namesIn(scene: Scene): Names {
  let names = known.get(scene);
  if (!names) known.set(scene, names = { routers: decoded(scene.router_names), terminals: decoded(scene.terminal_names) });
  return names;
}

/** Returns whether routers have names; else their numbers identify them. */
export const hasNames = (scene: Scene): boolean => namesIn(scene).routers.length > 0;

/** Returns the name of a router, or its number as text. */
export function routerName(scene: Scene, router: number): string {
  return namesIn(scene).routers[router] || String(router);
}

/** Returns the name of a terminal, or its number as text. */
export function terminalName(scene: Scene, terminal: number): string {
  return namesIn(scene).terminals[terminal] || String(terminal);
}

/** Returns the terminal of a text in `from` and `to`: a number, t5, or a name. Null for another text. */
export function terminalNumber(scene: Scene, text: string): number | null {
  const { terminals } = namesIn(scene);
  const named = terminals.findIndex(name => name === text || name.split(/[ \t]/)[0] === text);
  if (named >= 0) return named;
  const number = /^t?(\d+)$/.exec(text)?.[1];
  return number !== undefined && Number(number) < scene.header.terminals ? Number(number) : null;
}

/** Returns the number of the output port of a channel: as the fabric counts, else from 0. */
export function portNumber(scene: Scene, channel: number): number {
  return scene.channel_port?.[channel] ?? channel - scene.first_channel[sourceOf(scene, channel)];
}

/** Returns both ends of a channel: `leaf one[10] → spine[1]` in a fabric, `0 → 1` elsewhere. */
export function channelName(scene: Scene, channel: number): string {
  const port = (of: number | undefined) => (scene.channel_port && of !== undefined ? `[${scene.channel_port[of]}]` : "");
  return `${routerName(scene, sourceOf(scene, channel))}${port(channel)} → ${routerName(scene, scene.target[channel])}${port(scene.reverse?.[channel])}`;
}

/** Returns a member of `fail`, such as `r0-r2`, with the names of its routers. */
export function failedName(scene: Scene, member: string): string {
  if (!hasNames(scene)) return member;
  return member.split("-").map(end => {
    const number = /^r(\d+)$/.exec(end)?.[1];
    return number === undefined ? end : routerName(scene, Number(number));
  }).join(" – ");
}

/** Returns the numbers of the terminals of a router. */
export function terminalsAt(scene: Scene, router: number): number[] {
  const { first_terminal: first, terminal } = scene;
  return Array.from({ length: first[router + 1] - first[router] }, (_, i) => terminal?.[first[router] + i] ?? first[router] + i);
}

/** Returns the terminals outside of the part with most terminals that works, ascending; a failed router has no part. */
export function cutOff(scene: Scene): number[] {
  const { header: { routers }, first_channel: first, target, channel_failed: failed, kind } = scene;
  const root = Uint32Array.from({ length: routers }, (_, router) => router);
  const find = (router: number): number => {
    while (root[router] !== router) router = root[router] = root[root[router]];
    return router;
  };
  for (let router = 0; router < routers; ++router)
    for (let channel = first[router]; channel < first[router + 1]; ++channel)
      if (!failed?.[channel]) root[find(router)] = find(target[channel]);
  const terminals = new Map<number, number[]>();
  for (let router = 0; router < routers; ++router) {
    const part = kind[router] === 3 ? -1 : find(router);
    const list = terminals.get(part) ?? [];
    terminals.set(part, list);
    list.push(...terminalsAt(scene, router));
  }
  let largest = -1;
  for (const [part, list] of terminals) if (part >= 0 && list.length > (largest < 0 ? 0 : terminals.get(largest)!.length)) largest = part;
  return [...terminals].filter(([part]) => part !== largest).flatMap(([, list]) => list).sort((a, b) => a - b);
}
