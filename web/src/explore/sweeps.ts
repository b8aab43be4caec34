// SPDX-License-Identifier: Apache-2.0
// Curves of latency against load that grow point by point: each point is a separate request.
import { AskError, type Failure, type ResultAnswer } from "../engine/protocol";
import { request } from "./grammar";
import type { Model } from "./model";
import { effectiveArgs } from "./requests";
import { type Args, withoutDefaults } from "./state";

export interface Point { rate: number; offered: number | null; accepted: number | null; latency: number | null; plusMinus: number | null; ending: string }
export interface Curve { name: string; routing: string; args: Args; points: Point[]; row: (string | number | boolean | null)[][] }

const storeName = "weft-curves";

/** Returns the name of a curve: all arguments except the rates. */
function nameOf({ topology, routing, traffic, rates, ...others }: Args): string {
  void rates;
  return [topology, routing, traffic, ...Object.entries(others).map(([key, value]) => `${key} ${value}`)].filter(it => it).join(", ");
}

export class Sweeps {
  curves: Curve[] = []; // kept ones
  current: Curve | null = null;
  columns: ResultAnswer["result"]["tables"][number] | null = null;
  busy: { done: number; of: number; since: number } | null = null;
  failure: Failure | null = null;
  private stopper: AbortController | null = null;

  constructor(private readonly model: Model) {
    try {
      Object.assign(this, JSON.parse(sessionStorage.getItem(storeName) ?? "{}"));
    } catch { /* a browser that stores nothing */ }
  }

  /** Curves outlive a reload of their tab. */
  private store(): void {
    const { curves, current, columns } = this;
    try {
      sessionStorage.setItem(storeName, JSON.stringify({ curves, current, columns }));
    } catch { /* a browser that stores nothing, or not so much */ }
    this.model.changed();
  }

  get running(): boolean {
    return this.stopper !== null;
  }

  stop(): void {
    this.stopper?.abort();
    this.stopper = null;
    this.busy = null;
  }

  keep(): void {
    if (this.current) this.curves = [...this.curves, this.current];
    this.current = null;
    this.store();
  }

  drop(curve: Curve): void {
    this.curves = this.curves.filter(it => it !== curve);
    if (this.current === curve) this.current = null;
    this.store();
  }

  /** Simulates the rates of the state one after the other. */
  async start(): Promise<void> {
    this.stop();
    const stopper = this.stopper = new AbortController();
    const { state, schema } = this.model;
    const args = withoutDefaults(effectiveArgs(state), schema.verbs.sweep);
    const rates = args.rates.split("x").map(it => it.trim());
    const curve: Curve = { name: nameOf(args), routing: "", args, points: [], row: [] };
    this.current = curve;
    this.failure = null;
    try {
      for (const [done, rate] of rates.entries()) {
        this.busy = { done, of: rates.length, since: performance.now() };
        this.model.changed();
        const { header } = await this.model.engine.ask<ResultAnswer>(request("sweep", { ...args, rates: rate }), { signal: stopper.signal });
        this.add(curve, header);
      }
    } catch (error) {
      if (this.stopper === stopper)
        this.failure = error instanceof AskError ? error.failure : { kind: "internal", text: String(error) };
    }
    if (this.stopper === stopper) this.stop();
    this.store();
  }

  private add(curve: Curve, { result }: ResultAnswer): void {
    const table = result.tables.find(it => it.name === "curve");
    if (!table) return;
    curve.routing = result.scenario.routing ?? "";
    this.columns = table;
    const at = (name: string) => table.columns.findIndex(it => it.name === name);
    const numberAt = (row: Curve["row"][number], name: string) => (typeof row[at(name)] === "number" ? row[at(name)] as number : null);
    for (const row of table.rows) {
      curve.row.push(row);
      curve.points.push({
        rate: numberAt(row, "rate") ?? 0, offered: numberAt(row, "offered"), accepted: numberAt(row, "accepted"),
        latency: numberAt(row, "latency"), plusMinus: numberAt(row, "plus_minus"), ending: String(row[at("ending")] ?? ""),
      });
    }
  }
}
