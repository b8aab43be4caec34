// SPDX-License-Identifier: Apache-2.0
// The answer of a screen in one line: the answer of the result, or one made of its tables.
import type { ResultJson, TableData } from "../engine/protocol";
import { number, texts } from "./texts";

type Cell = TableData["rows"][number][number];

/** Returns a reader of the cells of a row by column. */
const cellsOf = (table: TableData, row: Cell[]) => (name: string): Cell => row[table.columns.findIndex(it => it.name === name)] ?? null;

const tableOf = (result: ResultJson, name: string): TableData | undefined => result.tables.find(it => it.name === name);

const asNumber = (cell: Cell): number | null => (typeof cell === "number" ? cell : null);

function answerOfLoad(result: ResultJson): string {
  const table = tableOf(result, "throughput");
  const rows = table?.rows.map(row => cellsOf(table, row)) ?? [];
  const full = rows.find(cell => cell("bottleneck") === true) ??
    rows.reduce<typeof rows[number] | null>((best, it) => ((asNumber(it("max_load")) ?? 0) > (asNumber(best?.("max_load") ?? null) ?? 0) ? it : best), null);
  const [load, count, throughput] = ["max_load", "at_max", "throughput"].map(name => asNumber(full?.(name) ?? null));
  return full && load !== null ? texts.answerOfLoad(count ?? 1, String(full("class")), number(load), throughput === null ? "" : number(throughput)) : "";
}

function answerOfShow(result: ResultJson): string {
  const table = tableOf(result, "metrics");
  const value = (key: string): string | null => {
    const row = table?.rows.find(it => cellsOf(table, it)("key") === key), cell = row && table ? cellsOf(table, row)("value") : null;
    return typeof cell === "number" ? number(cell) : null;
  };
  const facts = [["diameter", texts.diameterIs], ["avg_dist", texts.meanDistanceIs], ["bisection", texts.bisectionIs]] as const;
  return facts.flatMap(([key, words]) => { const it = value(key); return it === null ? [] : [words(it)]; }).join(", ");
}

function answerOfRoute(result: ResultJson): string {
  const table = tableOf(result, "route");
  if (!table?.rows.length) return "";
  const meters = table.rows.map(row => asNumber(cellsOf(table, row)("cable")));
  const sum = meters.reduce<number>((all, it) => all + (it ?? 0), 0), classes = table.rows.map(row => cellsOf(table, row)("class")).filter(it => typeof it === "string");
  return texts.answerOfRoute(table.rows.length, classes.join(", "), meters.some(it => it !== null) ? number(sum, 3) : "");
}

function answerOfCompare(result: ResultJson): string {
  const table = tableOf(result, "metrics");
  if (!table) return "";
  const names = table.columns.map((_, i) => i).filter(i => table.rows.some(row => typeof row[i] === "number"));
  const row = table.rows.find(it => cellsOf(table, it)("key") === "avg_dist");
  return row && names.length > 1 ? texts.answerOfCompare(names.map(i => `${typeof row[i] === "number" ? number(row[i]) : "–"} (${table.columns[i].name})`)) : "";
}

function answerOfMap(result: ResultJson): string {
  const table = tableOf(result, "mapping");
  if (!table) return "";
  const routers = new Set(table.rows.map(row => String(cellsOf(table, row)("router"))));
  return texts.answerOfMap(table.rows.length, routers.size);
}

const answers: Record<string, (result: ResultJson) => string> = {
  load: answerOfLoad, show: answerOfShow, route: answerOfRoute, compare: answerOfCompare, map: answerOfMap,
};

/** Returns the answer of a result in one line; empty if it has no answer. */
export const answerOf = (result: ResultJson): string => result.answer || (answers[result.verb]?.(result) ?? "");

/** Returns the answer of a curve: its latency at the lowest rate, and where it saturates. */
export function answerOfCurve(points: { rate: number; latency: number | null; ending: string }[]): string {
  const settled = points.filter(it => it.ending === "measured" && it.latency !== null), first = points.find(it => it.ending !== "measured");
  if (!points.length) return "";
  return texts.answerOfCurve(settled[0] ? [number(settled[0].latency!), number(settled[0].rate)] : null, first ? number(first.rate) : null, number(points.at(-1)!.rate));
}
