// SPDX-License-Identifier: Apache-2.0
// The requests of a state.
import type { Entry, Schema } from "../engine/protocol";
import { argument, parseSpec, printSpec, request, withArgument } from "./grammar";
import { type Args, type State, hasSecond, secondKeys, withoutDefaults } from "./state";
import { completeArgs } from "./state";

const failures = ["failed_links", "failed_routers", "fail", "seed"] as const;

/** Returns the arguments of failures, as requests on a network accept them. */
export function failuresOf(args: Args): Args {
  return Object.fromEntries(failures.filter(key => args[key] && args[key] !== "0").map(key => [key, args[key]]));
}

/** Returns the arguments of requests on a network other than the topology: its layout and its failures. */
function shapeOf(args: Args): Args {
  return { ...(args.layout ? { layout: args.layout } : {}), ...failuresOf(args) };
}

export function sceneRequest(state: State, topology: string | undefined): string | null {
  return topology ? request("scene", { topology, arrangement: state.view.see === "matrix" ? "structure" : state.view.see, ...shapeOf(state.args) }) : null;
}

export function routerRequest(state: State): string | null {
  const { router } = state.view;
  return router === null || !state.args.topology ? null : request("router", { topology: state.args.topology, router, ...shapeOf(state.args) });
}

export function pathsRequest(state: State): string | null {
  const { router, second: to } = state.view;
  return router === null || to === null || !state.args.topology ? null
    : request("paths", { topology: state.args.topology, from: router, to, ...failuresOf(state.args) });
}

/** Returns the arguments of the verb with those defaults that a screen adds. */
export function effectiveArgs(state: State): Args {
  const args = completeArgs(state);
  if (state.verb === "compare") {
    args.topologies ??= `[${[args.topology, state.b.topology].filter(it => it).join(", ")}]`;
    delete args.topology;
  }
  return args;
}

export function verbRequest(state: State, schema: Schema): string {
  return request(state.verb, withoutDefaults(effectiveArgs(state), schema.verbs[state.verb]));
}

/** Returns the request of a network's load under the pattern of the page, for screens that color by loads. */
export function loadRequest(state: State, schema: Schema, topology: string | undefined): string | null {
  if (!topology) return null;
  const args: Args = { topology };
  if (state.verb === "load") Object.assign(args, withoutDefaults(state.args, schema.verbs.load), { topology });
  return request("load", args);
}

/** The load of the second network under the load screen: the request of the first with the values that differ. */
export function secondLoadRequest(state: State, schema: Schema): string | null {
  if (state.verb !== "load" || !hasSecond(state)) return null;
  const b = Object.fromEntries(secondKeys("load").filter(key => state.b[key]).map(key => [key, state.b[key]]));
  return withoutUsers(request("load", withoutDefaults({ ...state.args, ...b }, schema.verbs.load)));
}

/** Returns the request of the load without failures, under the routing of the result with failures: only the failures differ. */
export function healthyRequest(state: State, schema: Schema, routing: string): string {
  const args: Args = { ...withoutDefaults(state.args, schema.verbs.load), routing };
  for (const key of failures) if (key !== "seed") delete args[key];
  return request("load", args);
}

/** Returns the request of a load without its failures and without arguments that change no load. */
export function withoutFailures(state: State, schema: Schema): string {
  const { failed_links, failed_routers, fail, users, details, ...args } = withoutDefaults(state.args, schema.verbs.load);
  void failed_links; void failed_routers; void fail; void users; void details;
  return request("load", args);
}

/** Returns the request of a load without the parameters that add a table and change no other numbers. */
export function withoutUsers(request: string): string {
  const spec = parseSpec(request);
  return spec ? printSpec(withArgument(spec, "users", null)) : request;
}

/** Returns the topology in a request. */
export function topologyOf(request: string): string {
  return argument(parseSpec(request), "topology") ?? "";
}

export function hasFailures(args: Args): boolean {
  return ["failed_links", "failed_routers", "fail"].some(key => args[key] && args[key] !== "0");
}

/** Sets options of the engine `flit`, such as `flit:vcs=2`. */
export function engineWith(engine: string | undefined, options: Record<string, string | null>): string {
  let spec = parseSpec(engine ?? "flit");
  if (spec?.name !== "flit") spec = { name: "flit", args: [] };
  for (const [key, value] of Object.entries(options)) spec = withArgument(spec, key, value);
  return printSpec(spec);
}

export function engineOption(engine: string | undefined, key: string, entry?: Entry): string | undefined {
  return argument(parseSpec(engine ?? "flit"), key) ?? (entry?.properties[key]?.default !== undefined ? String(entry.properties[key].default) : undefined);
}

/** Returns the members of `fail`: routers and links. */
export function failedMembers(fail: string | undefined): string[] {
  return (fail ?? "").split("+").map(it => it.trim()).filter(it => it);
}

/** Adds a member to `fail`, or removes it if `fail` contains it. */
export function toggledFailure(fail: string | undefined, member: string): string {
  const members = failedMembers(fail);
  const same = (it: string) => it === member || it.split("-").reverse().join("-") === member;
  return (members.some(same) ? members.filter(it => !same(it)) : [...members, member]).join("+");
}
