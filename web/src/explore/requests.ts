// SPDX-License-Identifier: Apache-2.0
// The requests that a state needs.
import type { Entry, Schema } from "../engine/protocol";
import { argument, parseSpec, printSpec, request, withArgument } from "./grammar";
import { type Args, type State, withoutDefaults } from "./state";

/** The rates of a sweep whose curve grows point by point. */
const firstRates = "0.1x0.2x0.3x0.4x0.5x0.6x0.7x0.8x0.9";

const failures = ["failed_links", "failed_routers", "fail", "seed"] as const;

function failuresOf(args: Args): Args {
  return Object.fromEntries(failures.filter(key => args[key] && args[key] !== "0").map(key => [key, args[key]]));
}

export function sceneRequest(state: State, topology: string | undefined): string | null {
  return topology ? request("scene", { topology, arrangement: state.view.see, ...failuresOf(state.args) }) : null;
}

export function routerRequest(state: State): string | null {
  const { router } = state.view;
  return router === null || !state.args.topology ? null : request("router", { topology: state.args.topology, router, ...failuresOf(state.args) });
}

export function pathsRequest(state: State): string | null {
  const { router, second: to } = state.view;
  return router === null || to === null || !state.args.topology ? null
    : request("paths", { topology: state.args.topology, from: router, to, ...failuresOf(state.args) });
}

/** The arguments of the verb as the page means them: what a screen adds by itself is there. */
export function effectiveArgs(state: State): Args {
  const args = { ...state.args };
  if (state.verb === "simulate" && !args.engine) args.engine = "flit";
  if (state.verb === "simulate" && !args.traffic) args.traffic = "uniform";
  if (state.verb === "sweep" && !args.rates) args.rates = firstRates;
  if (state.verb === "compare") {
    args.topologies ??= `[${[args.topology, state.b.topology].filter(it => it).join(", ")}]`;
    delete args.topology;
  }
  return args;
}

export function verbRequest(state: State, schema: Schema): string {
  return request(state.verb, withoutDefaults(effectiveArgs(state), schema.verbs[state.verb]));
}

/** The load of a network under the pattern of the page, for screens that color by it. */
export function loadRequest(state: State, schema: Schema, topology: string | undefined): string | null {
  if (!topology) return null;
  const args: Args = { topology };
  if (state.verb === "load") Object.assign(args, withoutDefaults(state.args, schema.verbs.load), { topology });
  return request("load", args);
}

/** The load of the state without what fails, under the routing that the result with failures resolved: only the failures differ. */
export function healthyRequest(state: State, schema: Schema, routing: string): string {
  const args: Args = { ...withoutDefaults(state.args, schema.verbs.load), routing };
  for (const key of failures) if (key !== "seed") delete args[key];
  return request("load", args);
}

/** A request without what adds tables and changes no other numbers. */
export function withoutUsers(request: string): string {
  const spec = parseSpec(request);
  return spec ? printSpec(withArgument(spec, "users", null)) : request;
}

/** The topology that a request is about. */
export function topologyOf(request: string): string {
  return argument(parseSpec(request), "topology") ?? "";
}

export function hasFailures(args: Args): boolean {
  return ["failed_links", "failed_routers", "fail"].some(key => args[key] && args[key] !== "0");
}

/** Engine `flit` with an option set, such as `flit:vcs=2`. */
export function engineWith(engine: string | undefined, options: Record<string, string | null>): string {
  let spec = parseSpec(engine ?? "flit");
  if (spec?.name !== "flit") spec = { name: "flit", args: [] };
  for (const [key, value] of Object.entries(options)) spec = withArgument(spec, key, value);
  return printSpec(spec);
}

export function engineOption(engine: string | undefined, key: string, entry?: Entry): string | undefined {
  return argument(parseSpec(engine ?? "flit"), key) ?? (entry?.properties[key]?.default !== undefined ? String(entry.properties[key].default) : undefined);
}

/** Members of `fail`: routers and links. */
export function failedMembers(fail: string | undefined): string[] {
  return (fail ?? "").split("+").map(it => it.trim()).filter(it => it);
}

/** `fail` with a member added, or taken away if it is there. */
export function toggledFailure(fail: string | undefined, member: string): string {
  const members = failedMembers(fail);
  const same = (it: string) => it === member || it.split("-").reverse().join("-") === member;
  return (members.some(same) ? members.filter(it => !same(it)) : [...members, member]).join("+");
}
