// SPDX-License-Identifier: Apache-2.0
// Tables of results, as the report has them.
import { useEffect, useRef } from "preact/hooks";
import type { TableData } from "../engine/protocol";
import { element } from "../dom";
import { makeTable } from "../tables";
import { texts } from "./texts";

const mostRows = 2000;

type Cell = TableData["rows"][number][number];

function shown(cell: Cell, decimals = -1): string {
  if (cell === null) return "";
  if (typeof cell === "boolean") return cell ? texts.yes : texts.no;
  if (typeof cell === "string") return cell;
  if (decimals >= 0 && !Number.isInteger(cell)) return cell.toFixed(decimals);
  return Number.isInteger(cell) ? String(cell) : String(Number(cell.toPrecision(5)));
}

/** A section with a table that can be sorted, filtered and saved. */
function tableSection(data: TableData, level: "h3" | "h4" = "h3"): HTMLElement {
  const numbers = data.columns.map((_, i) => data.rows.some(row => typeof row[i] === "number") && data.rows.every(row => typeof row[i] !== "string" || row[i] === ""));
  const head = element("tr", {}, ...data.columns.map((it, i) => {
    const cell = element("th", { scope: "col", ...(numbers[i] ? { class: "number" } : {}), ...(it.doc ? { title: it.doc } : {}) }, it.name.replaceAll("_", " "));
    if (it.unit) cell.append(element("span", { class: "unit" }, ` [${it.unit}]`));
    return cell;
  }));
  const body = element("tbody", {}, ...data.rows.slice(0, mostRows).map(row => element("tr", {}, ...row.map((cell, i) =>
    element("td", { ...(numbers[i] ? { class: "number" } : {}), "data-exact": cell === null ? "" : String(cell) }, shown(cell, data.columns[i].decimals))))));
  const scroll = element("div", { class: "scroll", tabindex: "0", role: "region", "aria-label": data.title });
  scroll.append(element("table", {}, element("thead", {}, head), body));
  const section = element("section", { class: "table", "data-name": data.name }, element(level, {}, data.title), scroll);
  if (data.rows.length > mostRows) section.append(element("p", { class: "note" }, texts.rowsOf(mostRows, data.rows.length)));
  makeTable(section);
  return section;
}

export function Table({ data, filter }: { data: TableData; filter?: string }) {
  const box = useRef<HTMLDivElement>(null);
  useEffect(() => { box.current!.replaceChildren(tableSection(data)); }, [data]);
  return <div ref={box} data-filter={filter} />;
}
