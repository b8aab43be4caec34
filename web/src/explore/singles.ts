// SPDX-License-Identifier: Apache-2.0
// Every single cable failure of a load, ranked: a request for each, under one routing.
import { AskError, type Failure, type ResultAnswer, type Scene } from "../engine/protocol";
import { loadOf, ratioOf } from "./coloring";
import { request } from "./grammar";
import type { Model } from "./model";
import { failedMembers, withoutFailures } from "./requests";
import { failName, hasFailed, sourceOf } from "./scene";
import { type Args, withoutDefaults } from "./state";

/** The load after one more cable has failed. */
export interface Outcome {
  cable: string; // its name in `fail`
  channel: number; // its first channel
  fullest: number | null; // load over bandwidth of the fullest channel; null: `lost` is the reason
  at: number; // the fullest channel
  lost: string;
}

function fullestOf(load: Float64Array, scene: Scene): { value: number; channel: number } {
  const ratio = ratioOf(load, scene);
  let channel = 0, value = 0;
  for (let i = 0; i < ratio.length; ++i) if (ratio[i] > value) [value, channel] = [ratio[i], i];
  return { value, channel };
}

/** Returns the working cables by load, the fullest first. Parallel cables between two routers count as one. */
export function cablesByLoad(scene: Scene, load: Float64Array): { cable: string; channel: number }[] {
  const found = new Map<string, { cable: string; channel: number; load: number }>();
  const ratio = ratioOf(load, scene);
  for (let channel = 0; channel < scene.header.channels; ++channel) {
    if (hasFailed(scene, channel)) continue;
    const from = sourceOf(scene, channel), to = scene.target[channel];
    const pair = scene.header.bidirectional && to < from ? `${to}-${from}` : `${from}-${to}`;
    const known = found.get(pair);
    if (known) known.load = Math.max(known.load, ratio[channel]);
    else found.set(pair, { cable: failName(scene, { channel }), channel, load: ratio[channel] });
  }
  return [...found.values()].sort((a, b) => b.load - a.load);
}

export class Singles {
  outcomes: Outcome[] = []; // the worst first
  before = 0; // the fullest channel without one more failure
  routing = "";
  busy: { done: number; of: number; since: number } | null = null;
  failure: Failure | null = null;
  private of = ""; // the request without failures
  private stopper: AbortController | null = null;

  constructor(private readonly model: Model) {}

  get running(): boolean {
    return this.stopper !== null;
  }
  /** Returns whether the ranking belongs to the load of the page, with any failures. */
  get isCurrent(): boolean {
    return this.of !== "" && this.of === this.request;
  }
  private get request(): string {
    const { state, schema } = this.model;
    return state.verb === "load" ? withoutFailures(state, schema) : "";
  }

  stop(): void {
    this.stopper?.abort();
    this.stopper = null;
    this.busy = null;
  }

  /** Computes the load for each cable that fails in addition to the current failures. */
  async start(): Promise<void> {
    this.stop();
    const { state, schema, engine } = this.model;
    const result = this.model.result.exact, scene = this.model.scene.now;
    const load = loadOf(result, scene);
    if (!result || !scene || !load || state.verb !== "load") return;
    const stopper = this.stopper = new AbortController();
    const { routing } = result.answer.result.scenario;
    const { users, details, ...args } = withoutDefaults(state.args, schema.verbs.load);
    void users; void details;
    const cables = cablesByLoad(scene, load);
    Object.assign(this, { of: this.request, outcomes: [], before: fullestOf(load, scene).value, routing, failure: null });
    const since = performance.now();
    try {
      for (const [done, cable] of cables.entries()) {
        this.busy = { done, of: cables.length, since };
        if (done % 8 === 0) this.model.changed();
        const fail = [...failedMembers(args.fail), cable.cable].join("+");
        this.add(await this.outcome({ ...args, routing, fail }, cable, scene, engine, stopper.signal));
        if (this.stopper !== stopper) return;
      }
    } catch (error) {
      if (this.stopper === stopper) this.failure = error instanceof AskError ? error.failure : { kind: "internal", text: String(error) };
    }
    if (this.stopper === stopper) this.stop();
    this.model.changed();
  }

  private async outcome(args: Args, cable: { cable: string; channel: number }, scene: Scene, engine: Model["engine"], signal: AbortSignal): Promise<Outcome> {
    try {
      const { arrays } = await engine.ask<ResultAnswer>(request("load", args), { signal });
      const { value, channel } = fullestOf(arrays.get("channel_load") as Float64Array, scene);
      return { ...cable, fullest: value, at: channel, lost: "" };
    } catch (error) {
      // A network in two parts has no routes between them.
      if (error instanceof AskError && error.failure.kind === "input") return { ...cable, fullest: null, at: 0, lost: error.failure.problem ?? error.failure.text };
      throw error;
    }
  }

  private add(outcome: Outcome): void {
    const rank = (it: Outcome) => it.fullest ?? Infinity;
    let at = this.outcomes.length;
    while (at > 0 && rank(this.outcomes[at - 1]) < rank(outcome)) --at;
    this.outcomes.splice(at, 0, outcome);
  }
}
