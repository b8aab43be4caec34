// Curves of latency against load that grow point by point: each point is a request of its own.
import { AskError, type Failure, type ResultAnswer } from "../engine/protocol";
import { request } from "./grammar";
import type { Model } from "./model";
import { effectiveArgs } from "./requests";
import { type Args, withoutDefaults } from "./state";

export interface Point { rate: number; offered: number | null; accepted: number | null; latency: number | null; plusMinus: number | null; ending: string }
export interface Curve { name: string; args: Args; points: Point[]; row: (string | number | boolean | null)[][] }

export class Sweeps {
  curves: Curve[] = []; // kept ones
  current: Curve | null = null;
  columns: ResultAnswer["result"]["tables"][number] | null = null;
  busy: { done: number; of: number; since: number } | null = null;
  failure: Failure | null = null;
  private stopper: AbortController | null = null;

  constructor(private readonly model: Model) {}

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
    this.model.changed();
  }

  drop(curve: Curve): void {
    this.curves = this.curves.filter(it => it !== curve);
    if (this.current === curve) this.current = null;
    this.model.changed();
  }

  /** Simulates the rates of the state one after the other. */
  async start(): Promise<void> {
    this.stop();
    const stopper = this.stopper = new AbortController();
    const { state, schema } = this.model;
    const args = withoutDefaults(effectiveArgs(state), schema.verbs.sweep);
    const rates = args.rates.split("x").map(it => it.trim());
    const curve: Curve = { name: [args.topology, args.routing, args.traffic].filter(it => it).join(", "), args, points: [], row: [] };
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
    this.model.changed();
  }

  private add(curve: Curve, { result }: ResultAnswer): void {
    const table = result.tables.find(it => it.name === "curve");
    if (!table) return;
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
