// SPDX-License-Identifier: Apache-2.0
// Tables of `compare`, with the difference between both networks.
import type { TableData } from "../engine/protocol";
import { texts } from "./texts";

const made = new WeakMap<TableData, TableData>();

/** The columns of numbers that stand side by side, if there are two. */
function pairOf({ columns, rows }: TableData): [number, number] | null {
  const numbers = columns.map((_, i) => i).filter(i => rows.some(row => typeof row[i] === "number"));
  return numbers.length === 2 && numbers[1] === numbers[0] + 1 ? [numbers[0], numbers[1]] : null;
}

/** The table with the quotient of both networks; itself where there are not two. */
export function compared(table: TableData): TableData {
  const pair = pairOf(table);
  if (!pair) return table;
  let out = made.get(table);
  if (!out) {
    const [a, b] = pair;
    const quotient = (row: TableData["rows"][number]) =>
      (typeof row[a] === "number" && typeof row[b] === "number" && row[a] !== 0 ? row[b] / row[a] : null);
    const column = { name: texts.quotient, unit: "", doc: texts.quotientDoc, decimals: 3 };
    const insert = <T>(list: T[], value: T) => [...list.slice(0, b + 1), value, ...list.slice(b + 1)];
    out = { ...table, columns: insert(table.columns, column), rows: table.rows.map(row => insert(row, quotient(row))) };
    made.set(table, out);
  }
  return out;
}
