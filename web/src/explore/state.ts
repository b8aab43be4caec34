// SPDX-License-Identifier: Apache-2.0
// The state of the page is one value, which the link contains:
// #load?topology=torus:sides=16x16&pattern=transpose&see=room&router=17&scale=log
import type { ArrangementName, Entry, Schema } from "../engine/protocol";
import type { Camera } from "../network/interface";
import { argument, parseList, parseSpec } from "./grammar";
import { nearest } from "./nearest";
import { texts } from "./texts";

export type Args = Record<string, string>;

export interface View {
  see: ArrangementName | "matrix";
  camera: Camera | null;
  router: number | null;
  second: number | null; // a second router
  channel: number | null;
  class: number[]; // classes that are hidden
  scale: "lin" | "log";
  range: "common" | "own";
  color: "load" | "difference" | "distance" | "class" | "group" | "rack";
  lines: "straight" | "bundled"; // bundled: channels between groups run together
  parts: "open" | "closed"; // closed: each group, or in a room each rack, is a circle
  opened: number[]; // groups that are open nevertheless
  cables: string; // "3-5": only the cables between these racks are drawn; "3": only these within it
  saved: string; // the name of a saved view
  edges: "all" | "chosen"; // chosen: only the channels of the chosen parts
  high: number; // the end of the scale of colors; 0: the largest value
  least: number; // channels below this share of the scale are hairlines
  cycle: number;
  speed: number; // cycles per second
}

export interface State {
  verb: string;
  args: Args;
  b: Args; // of the second network: its topology (compare), or the values that differ from `args` (load)
  view: View;
}

export interface Parsed { state: State; problems: string[] }

const linkVersion = 1;

/** Characters of the name of a view. */
export const maxViewName = 60;

export const defaultView: View = {
  see: "structure", camera: null, router: null, second: null, channel: null, class: [], scale: "lin", range: "common", color: "load", lines: "straight", parts: "open", opened: [], cables: "", saved: "",
  edges: "all", high: 0, least: 0, cycle: 0, speed: 10,
};

export const firstTopology = "dragonfly:p=2,a=4,h=2", secondTopology = "slim_fly:q=5";

/** Defaults of the page for keys that a verb must be given. */
const given: Record<string, string> = { topology: firstTopology, operation: "broadcast" };

/** The rates of a sweep whose curve grows point by point. */
const firstRates = "0.1x0.2x0.3x0.4x0.5x0.6x0.7x0.8x0.9";

/** Values of a screen where its link has none; they may differ from the defaults of the verb. */
const screenDefaults: Record<string, Args> = { simulate: { engine: "flit", traffic: "uniform" }, sweep: { rates: firstRates } };

/** Returns the arguments of the verb with the defaults of its screen. */
export function completeArgs({ verb, args }: State): Args {
  return { ...screenDefaults[verb], ...args };
}

/** The expected form of a wrong value. */
class Expected {
  constructor(readonly text: string) {}
}

interface Field<T> {
  read(text: string): T | Expected;
  print(value: T): string;
}

function choice<T extends string>(...names: T[]): Field<T> {
  return {
    read: text => names.find(it => it === text) ?? new Expected(texts.oneOf(names, nearest(text, names))),
    print: value => value,
  };
}

const whole: Field<number | null> = {
  read: text => /^\d{1,10}$/.test(text) ? Number(text) : new Expected(texts.wholeExpected),
  print: value => String(value ?? ""),
};

function number(low: number, high: number): Field<number> {
  return {
    read: text => Number(text) >= low && Number(text) <= high ? Number(text) : new Expected(texts.between(low, high)),
    print: String,
  };
}

const short = (it: number): string => String(Number(it.toPrecision(5)));

const camera: Field<Camera | null> = {
  read: text => {
    const parts = text.split(",").map(Number);
    if (parts.length !== 6 || parts.some(it => !Number.isFinite(it))) return new Expected(texts.cameraExpected);
    const [x, y, z, zoom, yaw, pitch] = parts;
    return { x, y, z, zoom, yaw, pitch };
  },
  print: it => it ? [it.x, it.y, it.z, it.zoom, it.yaw, it.pitch].map(short).join(",") : "",
};

/** Returns a field of a list of numbers. */
function numbers(expected: string): Field<number[]> {
  return {
    read: text => /^\d{1,5}(,\d{1,5})*$/.test(text) ? text.split(",").map(Number) : new Expected(expected),
    print: value => value.join(","),
  };
}

const fields: { [Key in keyof View]: Field<View[Key]> } = {
  see: choice("structure", "room", "free", "matrix"), camera, router: whole, second: whole, channel: whole, class: numbers(texts.classesExpected),
  scale: choice("lin", "log"), range: choice("common", "own"), color: choice("load", "difference", "distance", "class", "group", "rack"),
  lines: choice("straight", "bundled"), parts: choice("open", "closed"), opened: numbers(texts.groupsExpected), cables: { read: text => (/^\d{1,9}(-\d{1,9})?$/.test(text) ? text : new Expected(texts.cablesExpected)), print: it => it },
  saved: { read: text => text.trim().slice(0, maxViewName) || new Expected(texts.nameExpected), print: it => it },
  edges: choice("all", "chosen"), high: number(0, 1e15), least: number(0, 1), cycle: number(0, 1e15), speed: number(1, 10_000),
};
export const viewKeys = Object.keys(fields) as (keyof View)[];

/** The state in which the page opens. */
function initialState(): State {
  return { verb: "show", args: { topology: firstTopology }, b: {}, view: { ...defaultView } };
}

/** The keys of the second network, by verb. */
const keysOfSecond: Record<string, readonly string[]> = { compare: ["topology"], load: ["routing", "pattern", "mapping"] };
export const secondKeys = (verb: string): readonly string[] => keysOfSecond[verb] ?? [];

/** Returns whether the page shows two networks next to each other. */
export function hasSecond({ verb, b }: State): boolean {
  return secondKeys(verb).some(key => b[key]);
}

/** The keys of a verb in links: of the list of networks of `compare` the page shows two, `topology` and `b.topology`. */
export function keysOf(entry: Entry): string[] {
  const keys = Object.keys(entry.properties);
  return "topologies" in entry.properties ? ["topology", ...keys] : keys;
}

/** Adds the page's defaults of required arguments. */
export function completed(args: Args, entry: Entry): Args {
  const keys = keysOf(entry);
  const missing = Object.keys(given).filter(key => keys.includes(key) && !(key in args));
  return missing.length ? { ...Object.fromEntries(missing.map(key => [key, given[key]])), ...args } : args;
}

/** Failures in the text of a network, `failed:topology=[torus],fail=0-1`, become failures of the page. */
export function failuresApart(args: Args): Args {
  const spec = parseSpec(args.topology ?? "");
  const topology = spec?.name === "failed" ? argument(spec, "topology") : undefined;
  if (!topology) return args;
  const fail = [argument(spec, "fail"), args.fail].filter(it => it).join("+");
  return failuresApart({ ...args, topology: topology.replace(/^\[(.*)\]$/s, "$1"), ...(fail ? { fail } : {}) });
}

/** Two networks of a list become failures of the page. */
function spread(state: State): void {
  if (!state.args.topologies) return;
  const networks = parseList(state.args.topologies);
  if (!state.args.topology && networks[0]) state.args.topology = networks[0];
  if (!state.b.topology && networks[1]) state.b.topology = networks[1];
  if (networks.length < 3) delete state.args.topologies;
}

function decoded(text: string): string | null {
  try {
    return decodeURIComponent(text);
  } catch {
    return null;
  }
}

/** Reads a value into the view; returns the expected form of an invalid one. */
function readView<Key extends keyof View>(view: View, key: Key, text: string): string | null {
  const value = fields[key].read(text);
  if (value instanceof Expected) return value.text;
  view[key] = value;
  return null;
}

/** Reads a link. It reports invalid parts of the link, and ignores them. */
export function parseLink(hash: string, schema: Schema): Parsed {
  const text = hash.replace(/^#/, "");
  const state = initialState();
  if (text === "") return { state, problems: [] };
  const problems: string[] = [];
  const at = text.indexOf("?");
  const verb = decoded(at < 0 ? text : text.slice(0, at)) ?? "";
  const known = Object.keys(schema.verbs);
  if (known.includes(verb)) state.verb = verb;
  else problems.push(texts.unknownScreen(verb, nearest(verb, known)));
  const entry = schema.verbs[state.verb];
  const own = keysOf(entry), keys = [...own, ...viewKeys];
  const seen = new Set<string>();
  const args: Args = {};
  for (const part of at < 0 ? [] : text.slice(at + 1).split("&").filter(it => it)) {
    const equals = part.indexOf("=");
    const key = decoded(equals < 0 ? part : part.slice(0, equals)), value = decoded(equals < 0 ? "" : part.slice(equals + 1));
    if (key === null || value === null) problems.push(texts.badEncoding(part));
    else if (seen.has(key)) problems.push(texts.twice(key));
    else if (equals < 0 || value === "") problems.push(texts.noValue(key));
    else if (key === "v") { if (value !== String(linkVersion)) problems.push(texts.otherVersion(value)); }
    else if (own.includes(key)) args[key] = value;
    else if (key === "b.topology" || secondKeys(state.verb).some(it => key === `b.${it}`)) state.b[key.slice(2)] = value;
    else if ((viewKeys as string[]).includes(key)) {
      const expected = readView(state.view, key as keyof View, value);
      if (expected !== null) problems.push(texts.wrongView(key, value, expected));
    } else problems.push(texts.unknownKey(state.verb, key, nearest(key, keys)));
    if (key !== null) seen.add(key);
  }
  state.args = args;
  spread(state);
  state.args = completed(state.args, entry);
  if (own.includes("fail") && own.includes("topology") && state.verb !== "compare") state.args = failuresApart(state.args);
  return { state, problems };
}

/** As much of the text as a link can show; spaces and separators are escaped. */
function encoded(text: string): string {
  return encodeURIComponent(text).replace(/%(3A|2C|2F|3D|2B|5B|5D|40|3B|24)/g, it => decodeURIComponent(it));
}

function isDefault(entry: Entry, key: string, value: string): boolean {
  const property = entry.properties[key];
  return value === "" || (!entry.required?.includes(key) && property?.default !== undefined && String(property.default) === value);
}

/** Arguments without the values that are defaults. */
export function withoutDefaults(args: Args, entry: Entry): Args {
  return Object.fromEntries(Object.entries(args).filter(([key, value]) => !isDefault(entry, key, value)));
}

/** Returns the arguments that a link contains: all but the defaults of the screen or, without these, of the verb. */
function linkArgs({ verb, args }: State, entry: Entry): Args {
  const own = screenDefaults[verb] ?? {};
  return Object.fromEntries(Object.entries(args).filter(([key, value]) => (key in own ? value !== "" && value !== own[key] : !isDefault(entry, key, value))));
}

function printed<Key extends keyof View>(key: Key, view: View): string {
  return fields[key].print(view[key]);
}

/** Returns the link of a state, such as "#load?topology=ring"; equal states have equal links. */
export function printLink(state: State, schema: Schema): string {
  const entry = schema.verbs[state.verb];
  const parts: string[] = [];
  const add = (key: string, value: string) => { if (value !== "") parts.push(`${key}=${encoded(value)}`); };
  const args = linkArgs(state, entry);
  for (const key of keysOf(entry)) if (key in args) add(key, args[key]);
  for (const key of viewKeys) if (printed(key, state.view) !== printed(key, defaultView)) add(key, printed(key, state.view));
  for (const key of secondKeys(state.verb)) add(`b.${key}`, state.b[key] ?? "");
  return `#${state.verb}${parts.length ? `?${parts.join("&")}` : ""}`;
}

/** Returns a link with the version of its form, for others: their page may be of another version, and says so. */
export function versioned(link: string): string {
  return link.includes("?") ? link.replace("?", `?v=${linkVersion}&`) : `${link}?v=${linkVersion}`;
}
