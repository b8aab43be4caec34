// SPDX-License-Identifier: Apache-2.0
import { button, element, fileName, save } from "./dom";

const filteredFrom = 8;

/** The exact text of a cell, as CSV files have it. */
export function exactText(cell: Element): string {
  const exact = cell.getAttribute("data-exact");
  if (exact !== null) return exact;
  return cell.querySelector(":scope > span[title]")?.getAttribute("title") ?? cell.textContent ?? "";
}

/** A field that a spreadsheet reads as text: one that begins like a formula gets an apostrophe, as in Weft's files (src/weft/io/csv.cpp). */
function plainField(text: string): string {
  const isNumber = /^[+-]?((\d+\.?\d*|\.\d+)(e[+-]?\d+)?|inf|nan)$/i.test(text);
  return text.length > 1 && /^[=+\-@\t\r]/.test(text) && !isNumber ? `'${text}` : text;
}

/** A line of a CSV file, as Weft writes it. */
export function csvLine(fields: string[]): string {
  return fields.map(plainField).map(it => /[,"\r\n]/.test(it) || it.startsWith("#") ? `"${it.replaceAll('"', '""')}"` : it).join(",") + "\n";
}

/** The rows of a table in the order of the file, whatever it is sorted by. */
const originalRows = new WeakMap<HTMLTableElement, HTMLTableRowElement[]>();
const heads = new WeakMap<HTMLTableElement, string[]>();

/** The table as Weft's CSV files have it. */
export function tableCsv(table: HTMLTableElement): string {
  const rows = originalRows.get(table) ?? [...table.tBodies[0].rows];
  return csvLine(heads.get(table) ?? []) + rows.map(row => csvLine([...row.cells].map(exactText))).join("");
}

function compare(a: string, b: string): number {
  const [x, y] = [Number(a), Number(b)];
  if (a !== "" && b !== "" && !Number.isNaN(x) && !Number.isNaN(y)) return x - y;
  return a.localeCompare(b, "en", { numeric: true });
}

function sortBy(table: HTMLTableElement, column: number, direction: number): void {
  const rows = originalRows.get(table)!.map(row => ({ row, text: exactText(row.cells[column]) }));
  if (direction !== 0)
    rows.sort((a, b) => (a.text === "" || b.text === "" ? Number(a.text === "") - Number(b.text === "")
                                                        : direction * compare(a.text, b.text)));
  table.tBodies[0].append(...rows.map(it => it.row));
}

function addSorting(table: HTMLTableElement): void {
  const cells = [...table.tHead!.rows[0].cells];
  cells.forEach((cell, column) => {
    const sort = button("", () => {
      const now = cell.getAttribute("aria-sort");
      const next = now === null ? "ascending" : now === "ascending" ? "descending" : null;
      cells.forEach(it => it.removeAttribute("aria-sort"));
      if (next) cell.setAttribute("aria-sort", next);
      sortBy(table, column, next === "ascending" ? 1 : next ? -1 : 0);
    });
    sort.append(...cell.childNodes);
    cell.append(sort);
  });
}

/** Tools before `before`: where there are many items, an input that shows the items with all its words. */
export function addFilterOf<T extends HTMLElement>(
  items: T[], name: string, before: Element | null | undefined, textOf: (item: T) => string,
): HTMLElement {
  const tools = element("div", { class: "tools" });
  before?.before(tools);
  if (items.length < filteredFrom) return tools;
  const input = element("input", { type: "search", placeholder: "Filter", "aria-label": `Filter the ${name}` });
  const count = element("span", { class: "note", "aria-live": "polite" });
  input.addEventListener("input", () => {
    const words = input.value.toLowerCase().split(/\s+/).filter(it => it);
    let shown = 0;
    for (const item of items) {
      const text = textOf(item).toLowerCase();
      item.hidden = !words.every(word => text.includes(word));
      shown += Number(!item.hidden);
    }
    count.textContent = words.length ? `${shown} of ${items.length}` : "";
  });
  tools.append(input, count);
  return tools;
}

function addFilter(section: Element, table: HTMLTableElement, csv: () => string): void {
  const title = section.querySelector("h2,h3,h4,h5,h6")?.textContent ?? "table";
  const tools = addFilterOf(originalRows.get(table)!, `rows of ${title}`, section.querySelector(".scroll"), it => it.textContent ?? "");
  tools.append(button("Save CSV", () => {
    save(`${fileName(section.getAttribute("data-name") ?? "table")}.csv`, csv(), "text/csv");
  }, { "aria-label": `Save CSV: ${title}` }));
}

/** Adds sorting, a filter and a file to the table of a section. `csv`: the file, where that is not the table as it stands. */
export function makeTable(section: Element, csv?: () => string): void {
  const table = section.querySelector("table");
  if (!table?.tHead || !table.tBodies[0]) return;
  originalRows.set(table, [...table.tBodies[0].rows]);
  heads.set(table, [...table.tHead.rows[0].cells].map(exactHead));
  addSorting(table);
  addFilter(section, table, csv ?? (() => tableCsv(table)));
}

export function makeTables(root: ParentNode): void {
  root.querySelectorAll("section.table").forEach(it => makeTable(it));
}

function exactHead(cell: Element): string {
  const exact = cell.getAttribute("data-exact");
  if (exact !== null) return exact;
  const copy = cell.cloneNode(true) as Element;
  const cut = copy.querySelector("span[title]");
  if (cut) cut.textContent = cut.getAttribute("title");
  return copy.textContent ?? "";
}
