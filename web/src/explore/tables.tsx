// SPDX-License-Identifier: Apache-2.0
// Tables of results, as the report has them.
import { useEffect, useRef } from "preact/hooks";
import type { Column, TableData } from "../engine/protocol";
import { element } from "../dom";
import { csvLine, makeTable } from "../tables";
import { texts } from "./texts";

const mostRows = 2000;

type Cell = TableData["rows"][number][number];

/** The digits after the point that the values of a column need, at most `decimals`. */
function decimalsOf(cells: Cell[], decimals: number): number {
  let needed = 0;
  for (const cell of cells)
    if (typeof cell === "number" && !Number.isInteger(cell)) needed = Math.max(needed, cell.toFixed(decimals).replace(/0+$/, "").split(".")[1]?.length ?? 0);
  return needed;
}

const largest = 1e10; // larger whole numbers are rounded on the page

function shown(cell: Cell, decimals = -1): string {
  if (cell === null) return "";
  if (typeof cell === "boolean") return cell ? texts.yes : texts.no;
  if (typeof cell === "string") return cell;
  if (decimals >= 0 && !Number.isInteger(cell)) return cell.toFixed(decimals);
  if (Math.abs(cell) >= largest) return cell.toPrecision(4);
  return Number.isInteger(cell) ? cell.toLocaleString("en", { useGrouping: Math.abs(cell) >= 1e4 }) : String(Number(cell.toPrecision(5)));
}

/** Rows that come first on the page, by the text of their column `key`; files keep the order of the result. */
const firstRows = ["diameter", "avg_dist", "bisection", "bisection_bandwidth", "term_diameter", "term_avg_dist", "n_terminals", "n_routers", "radix", "uniform_throughput"];

/** Returns the indices of the rows in the order of the page: the metrics that most people look for come first. */
export function orderOfRows({ columns, rows }: TableData): number[] {
  const key = columns.findIndex(it => it.name === "key"), order = rows.map((_, i) => i);
  if (key < 0) return order;
  const rank = (i: number) => ((place: number) => (place < 0 ? firstRows.length : place))(firstRows.indexOf(String(rows[i][key])));
  return order.sort((a, b) => rank(a) - rank(b) || a - b);
}

/**
 * Returns the columns in the order of the page: first the text that names a row, then numbers, then other texts. Columns
 * without a value are omitted.
 */
export function orderOfColumns({ columns, rows }: TableData): number[] {
  const isNumber = columns.map((_, i) => isNumeric(rows, i));
  const isEmpty = columns.map((_, i) => rows.length > 0 && rows.every(row => row[i] === null || row[i] === ""));
  const isUnit = columns.map(it => it.name === "unit");
  const places = columns.map((_, i) => i).filter(i => !isEmpty[i]);
  const named = places.findIndex(i => !isNumber[i]);
  const words = (i: number) => Math.max(0, ...rows.map(row => (typeof row[i] === "string" ? row[i].length : 0)));
  const late = (i: number) => i !== places[named] && !isNumber[i] && !isUnit[i] && (words(i) > longText || columns[i].name === "key");
  const first = places.filter(i => !late(i) && !isUnit[i]), units = places.filter(i => isUnit[i]), lastNumber = first.reduce((last, i, at) => (isNumber[i] ? at : last), 0);
  return [...first.slice(0, lastNumber + 1), ...units, ...first.slice(lastNumber + 1), ...places.filter(late)];
}

/** Returns whether most values of a column are numbers. */
function isNumeric(rows: TableData["rows"], column: number): boolean {
  let numbers = 0, texts = 0;
  for (const row of rows) {
    if (typeof row[column] === "number") ++numbers;
    else if (row[column] !== null && row[column] !== "") ++texts;
  }
  return numbers > texts;
}

const longText = 24;

/** Returns the heading of a column on the page, as the report and the terminal have it (heading in src/weft/core/table.hpp). */
export const headingOf = ({ name, heading }: Column): string => heading || name.replaceAll("_", " ");

/** Returns the table as Weft's CSV file, with all rows and columns of the result in their order. */
export function csvOf({ columns, rows }: TableData): string {
  const head = columns.map(it => `${it.name}${it.unit ? ` [${it.unit}]` : ""}`);
  return [head, ...rows.map(row => row.map(cell => (cell === null ? "" : String(cell))))].map(csvLine).join("");
}

/** A section with a table that can be sorted, filtered and saved. */
function tableSection(data: TableData, level: "h3" | "h4" = "h3"): HTMLElement {
  const numbers = data.columns.map((_, i) => isNumeric(data.rows, i));
  const places = orderOfColumns(data), order = orderOfRows(data);
  const digits = data.columns.map(({ decimals = -1 }, i) => (decimals < 0 ? decimals : decimalsOf(data.rows.map(row => row[i]), decimals)));
  const head = element("tr", {}, ...places.map(i => {
    const it = data.columns[i];
    const cell = element("th", { scope: "col", ...(numbers[i] ? { class: "number" } : {}), ...(it.doc ? { title: it.doc } : {}) }, headingOf(it));
    if (it.unit) cell.append(element("span", { class: "unit" }, ` [${it.unit}]`));
    return cell;
  }));
  const body = element("tbody", {}, ...order.slice(0, mostRows).map(row => element("tr", {}, ...places.map(i => ({ i, cell: data.rows[row][i] })).map(({ i, cell }) =>
    element("td", { ...(numbers[i] ? { class: "number" } : {}), "data-exact": cell === null ? "" : String(cell) }, shown(cell, digits[i]))))));
  const scroll = element("div", { class: "scroll", tabindex: "0", role: "region", "aria-label": data.title });
  scroll.append(element("table", {}, element("thead", {}, head), body));
  const section = element("section", { class: "table", "data-name": data.name }, element(level, {}, data.title), scroll);
  if (data.rows.length > mostRows) section.append(element("p", { class: "note" }, texts.rowsOf(mostRows, data.rows.length)));
  makeTable(section, () => csvOf(data));
  return section;
}

export function Table({ data, filter }: { data: TableData; filter?: string }) {
  const box = useRef<HTMLDivElement>(null);
  useEffect(() => { box.current!.replaceChildren(tableSection(data)); }, [data]);
  return <div ref={box} data-filter={filter} />;
}
