// SPDX-License-Identifier: Apache-2.0
// The requests of a page to Weft, and their answers. Both engines (the module in a worker, the server) speak it; the C++ side is
// src/weft/explore. A request is a name with arguments in Weft's grammar of specs (src/weft/core/spec.hpp). Its keys are the
// parameters of `schema`, and a wrong one is answered by an error that names it.
//
// | request | answers | arrays |
// |---|---|---|
// | any verb: `show:..`, `load:..`, `sweep:..` | ResultAnswer | the arrays of the result |
// | `schema` | SchemaAnswer | |
// | `spec:kind=..,text=..` | SpecAnswer: the spec of a catalog with a name for each argument, in the current names | |
// | `scene:topology=..,arrangement=..` and failures | SceneAnswer | see Scene |
// | `router:topology=..,router=17` and failures | RouterAnswer | `distance` u32[routers] from it, 0xffffffff: not reached |
// | `find:topology=..,what=..` and failures | FindAnswer: parts by name, number, GUID, NAME[PORT] or coordinates | |
// | `paths:topology=..,from=..,to=..` (routers) and failures | PathsAnswer | `on_path` u32[n]: channels of all shortest paths |
// | `live_open:` with the keys of `simulate`, engine flit | LiveAnswer | |
// | `live_step:id=..,cycles=..,trace=true` | FrameAnswer | see Frame |
// | `live_packet:id=..,packet=..` | PacketAnswer | |
// | `live_close:id=..` | {} | |
//
// "Failures" are the keys `failed_links`, `failed_routers`, `fail` and `seed` of the verbs. Requests on a topology also
// have the key `layout`.
//
// An answer travels as one bundle: the bytes "WEFT", uint32 version (1), uint32 size of the header, uint32 0; the header,
// JSON in UTF-8, filled up with spaces to a multiple of 8 bytes; the arrays, each at a multiple of 8 bytes, little-endian.

export interface ArrayHeader {
  name: string;
  title: string;
  unit: string;
  doc: string;
  shape: number[]; // the last dimension varies fastest
  type: "uint8" | "uint16" | "uint32" | "uint64" | "float32" | "float64";
  offset: number; // in the bundle
  labels?: string[]; // along the first dimension
}

export type Values = Uint8Array | Uint16Array | Uint32Array | BigUint64Array | Float32Array | Float64Array;

export interface Answer<Header = Record<string, unknown>> {
  header: Header & { arrays: ArrayHeader[] };
  arrays: Map<string, Values>; // views of the bundle
}

/** Bad input, as InputError has it; `parameter` is the key at fault. */
export interface Failure {
  kind: "input" | "memory" | "internal" | "stopped" | "ended" | "lost"; // ended: the session; lost: the engine does not answer any more
  text: string; // the one line
  problem?: string;
  why?: string;
  suggestion?: string;
  where?: string;
  parameter?: string;
}

export class AskError extends Error {
  constructor(readonly failure: Failure) {
    super(failure.text);
  }
}

export interface Column { name: string; unit: string; doc: string; decimals?: number; heading?: string } // heading: where it is not the name
export interface TableData { name: string; title: string; columns: Column[]; rows: (string | number | boolean | null)[][] }

/** A result as `--json` prints it (src/weft/io/json.hpp). */
export interface ResultJson {
  run: string; // its id
  version: string;
  verb: string;
  request?: string; // the words of the request
  answer?: string;
  scenario: Record<string, string>;
  seed: number;
  host: string;
  threads: number;
  seconds: Record<string, number>;
  tables: TableData[];
  notes: string[];
}

export interface FigureJson {
  name: string;
  title: string;
  caption: string;
  alt: string;
  table: string; // the table with its data
  svg: string;
  vega?: unknown; // Vega-Lite, of charts
}

export interface ResultAnswer {
  result: ResultJson;
  met: boolean; // false where the command would exit with status 3
  figures: FigureJson[]; // empty unless requested
  document?: { name: string; content: string };
  arrays: { name: string; title: string; shape: number[] }[]; // as in the bundle
}

/** The output of `weft list --schema`: JSON Schema of every verb and of every name in the catalogs. */
export interface SchemaAnswer { schema: Schema; version: string }
export interface SpecAnswer { text: string }
export interface Schema {
  verbs: Record<string, Entry>;
  catalogs: Record<string, Catalog>; // by kind: topologies, routings, ..
}
export interface Catalog { description: string; entries: Record<string, Entry> }
export interface Entry {
  description: string;
  example?: string; // the command
  type: "object";
  properties: Record<string, Property>;
  required?: string[];
}
export interface Property {
  description: string;
  type: "integer" | "number" | "boolean" | "string" | "array";
  default?: string | number | boolean;
  minimum?: number;
  maximum?: number;
  enum?: string[];
  enumDescriptions?: string[];
  unit?: string;
  catalog?: string; // the catalog of its values: a key of Schema.catalogs
  form?: string; // how the text is written, such as "AxBxC" or "K, M, G suffixes", where type says too little
}

export type ArrangementName = "structure" | "room" | "free";

export interface SceneHeader {
  topology: string; // with every parameter
  title: string; // with the parameters that differ from the defaults
  facts: string; // "64 routers, 64 terminals, 128 links"
  routers: number;
  terminals: number;
  channels: number;
  bidirectional: boolean;
  named: boolean; // routers have names: a number may be one of them
  arrangement: ArrangementName;
  style: string; // of `structure`: grid, circle, stages, rings, groups, free
  dimensions: 2 | 3; // positions of 2 have z = 0
  classes: { name: string; bandwidth: number }[];
  parts: string[]; // names of the levels of `parts`, outermost first, such as "group"; may be ""
  blocks: number; // 0: a router is drawn for itself at every distance
  block_note: string; // "Each circle stands for a block of 8 x 8 routers"
  whole: boolean; // false: too large for arrays by channel; only blocks and bundles are there
}
export interface SceneAnswer { scene: SceneHeader }

/**
 * The arrays of a scene. Channels are in the order of Network: by router, then by port. Lengths of positions are such that
 * neighbors are about 1 apart; y grows downwards in 2 dimensions, z upwards in 3.
 */
export interface Scene {
  header: SceneHeader;
  position: Float32Array; // [routers, 3]
  kind: Uint8Array; // [routers] 0: with terminals, 1: without, 2: computing node, 3: failed
  first_terminal: Uint32Array; // [routers + 1], by router in the order of their numbers; the count is the difference
  terminal?: Uint32Array; // [terminals]: their numbers in that order; only if it is not the order of the numbers
  router_names?: Uint8Array; // UTF-8, a zero after each; only if the file of the topology has names
  terminal_names?: Uint8Array; // by number of the terminal
  terminal_port?: Uint16Array; // [terminals] port of the switch of a fabric, from 1, by number of the terminal
  first_channel: Uint32Array; // [routers + 1]
  target: Uint32Array; // [channels] router
  reverse?: Uint32Array; // [channels]; only if bidirectional
  channel_class: Uint8Array; // [channels]
  channel_failed?: Uint8Array; // [channels]; only if something has failed
  channel_port?: Uint16Array; // [channels] port of the switch of a fabric, from 1
  bend?: Float32Array; // [channels]: to the left, as a share of the length; only of small scenes in 2 dimensions
  cut_end?: Float32Array; // [channels, 2]: in 2 dimensions, of channels around a grid: drawn as two pieces, one from the source by
  // this much, one of the same direction and length into the target; 0, 0: whole
  part: Uint32Array; // [levels, routers], numbers from 0; levels as in header.parts
  rack?: Uint32Array; // [routers], numbers from 0, row by row; only if the layout has racks, and in a file if a layout is stated
  // Where blocks > 0:
  block: Uint32Array; // [routers]
  block_position: Float32Array; // [blocks, 3]
  bundle_ends: Uint32Array; // [bundles, 2] blocks; a bundle per pair, for both directions if bidirectional
  bundle_count: Uint32Array; // [bundles] channels that work
  bundle_class: Uint8Array; // [bundles]
  bundle_of_channel: Uint32Array; // [channels]; 0xffffffff: inside a block
}

export interface PortJson {
  port: number;
  channel: number;
  to: number; // router
  place: string; // of `to`: "(3,4)"
  class: string;
  bandwidth: number;
  meters: number | null;
  failed: boolean;
}
export interface RouterAnswer {
  router: { number: number; place: string; names?: string[]; kind: string; terminals: number[]; ports: PortJson[]; farthest: number };
}
export interface FoundJson { router: number; terminal: number | null; channel: number | null; title: string }
export interface FindAnswer { found: FoundJson[] }
export interface PathsAnswer { paths: { hops: number | null; shortest: number[]; count: number; disjoint: number } }

export interface LiveAnswer {
  live: {
    id: number;
    scenario: Record<string, string>;
    routers: number;
    terminals: number;
    channels: number;
    vcs: number;
    depth: number; // flits that a virtual channel buffers
    flits_per_packet: number;
    notes: string[];
  };
}

export interface WaiterJson {
  channel: number | null; // at the end of which the packet is buffered; null: injected here
  router: number; // where it waits
  vc: number;
  source: number; // terminals
  destination: number;
  next_channel: number | null; // for which it waits; null: ejection
  next_vc: number;
}
export interface FrameAnswer {
  frame: {
    cycle: number; // the next one
    born: number; // packets since the last frame
    delivered: number;
    dropped: number; // packets since the last frame that had no path to their destination
    in_flight: number;
    waiting: number; // packets that wait at their sources
    flit_hops: number; // since the last frame
    latency: number | null; // mean of the packets delivered since the last frame, cycles
    accepted: number; // flits per terminal and cycle since the last frame
    deadlock: { cycle: number; blocked: number; text: string; waiters: WaiterJson[] } | null; // once found, in every frame
  };
}
/**
 * The arrays of a frame: `sent` u32[channels], flits since the last frame; `buffered` u16[channels, vcs], flits in the buffers
 * that the channel leads to; `blocked` u8[channels], 1: a packet at the front there has not moved for 64 cycles;
 * `waiting` u32[terminals], packets; with trace=true `moves` u32[n, 5], cycle, channel, packet, vc, 1 head + 2 tail,
 * for each flit that was sent on a channel of the network, and `arrived` u32[n, 4], packet, source, destination, latency.
 * Packets are numbered as they are first seen, from 0; no number is used twice. All packets that were born are delivered,
 * dropped, in flight or waiting.
 */
export interface FrameArrays {
  sent: Uint32Array;
  buffered: Uint16Array;
  blocked: Uint8Array;
  waiting: Uint32Array;
  moves?: Uint32Array;
  arrived?: Uint32Array;
}
/** Null: delivered. All flits are at the source, in the network or have arrived. */
export interface PacketAnswer {
  packet: {
    number: number;
    source: number; // terminals
    destination: number;
    birth: number; // cycle
    flits: number;
    hops: number; // channels of the network that the head has crossed
    at_source: number; // flits
    arrived: number;
    /** By buffer: flits that are in it or on their way to it. Channel null: of an injection or ejection channel. */
    at: { channel: number | null; router: number; vc: number; flits: number }[];
  } | null;
}

export interface AskOptions {
  figures?: boolean;
  signal?: AbortSignal; // ends the computation; the promise is rejected with a failure of kind "stopped"
  onProgress?: (share: number | null, text: string) => void;
}

export interface Engine {
  readonly kind: "wasm" | "server";
  readonly version: string;
  /** Rejects with AskError. Requests of one engine are answered one after the other. */
  ask<Header>(request: string, options?: AskOptions): Promise<Answer<Header>>;
  /** Gives a file to requests; answers the path that names it in them. */
  give(name: string, content: Uint8Array): Promise<string>;
}
