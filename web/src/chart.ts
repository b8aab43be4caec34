// SPDX-License-Identifier: Apache-2.0
// One figure as an interactive chart.
import type { View } from "vega";
import { element } from "./dom";
import { type Axis, type Json, type Row, forPage, isBars, panels, rows } from "./spec";

const mostRowsAsSvg = 3000;

/** The box that says what is under the pointer: names and values. */
export function tooltip(): { show: (event: Pick<MouseEvent, "clientX" | "clientY">, value: unknown) => void; hide: () => void } {
  let box = document.querySelector<HTMLDivElement>(".tip");
  if (!box) {
    box = element("div", { class: "tip", hidden: "" });
    document.body.append(box);
  }
  const tip = box;
  const hide = () => { tip.hidden = true; };
  const show = (event: Pick<MouseEvent, "clientX" | "clientY">, value: unknown) => {
    const lines = Object.entries(value as Record<string, unknown>)
      .filter(([, it]) => it !== undefined && it !== null && !["null", "undefined", "NaN", ""].includes(String(it)));
    const body = element("tbody", {}, ...lines.map(([name, it]) =>
      element("tr", {}, element("td", {}, name), element("td", { class: "number" }, String(it)))));
    tip.replaceChildren(element("table", {}, body));
    tip.hidden = false;
    const { width, height } = tip.getBoundingClientRect();
    tip.style.left = `${Math.max(4, Math.min(event.clientX + 14, innerWidth - width - 8))}px`;
    tip.style.top = `${event.clientY + 14 + height > innerHeight ? Math.max(4, event.clientY - height - 10) : event.clientY + 14}px`;
  };
  return { show, hide };
}

/** Where the keyboard reads: a panel, a series in it, a point of the series. */
interface Cursor { panel: number; series: number; point: number }

export class Chart {
  axis: Axis = "as given";
  view: View | null = null;
  private readonly box = element("div", { class: "chart-box" });
  private readonly reading = element("p", { class: "reading", "aria-live": "polite" });
  private cursor: Cursor | null = null;

  constructor(private readonly picture: HTMLElement, public spec: Json, private readonly label: string) {}

  /** Draws the chart in place of the picture. */
  async draw(): Promise<void> {
    const { View, parse, compile, expressionInterpreter } = await import("./vega");
    const width = this.picture.clientWidth;
    const compiled = compile(forPage(this.spec, width, this.axis)).spec;
    // What was drawn before stays until the new chart is there.
    const inner = element("div", { "aria-hidden": "true" }), drawn = [...this.box.children];
    if (drawn.length) Object.assign(inner.style, { position: "absolute", inset: "0 0 auto", visibility: "hidden" });
    this.box.append(inner);
    this.box.setAttribute("role", "img");
    this.box.setAttribute("aria-labelledby", this.label);
    if (!this.box.isConnected) this.picture.append(this.box, this.reading);
    const tip = tooltip();
    const size = panels(this.spec).reduce((sum, it) => sum + rows(it).length, 0);
    const before = this.view;
    const view = new View(parse(compiled, undefined, { ast: true }), {
      expr: expressionInterpreter, container: inner, hover: true, renderer: size > mostRowsAsSvg ? "canvas" : "svg",
      tooltip: (_, event, __, value) => (value && typeof value === "object" ? tip.show(event as MouseEvent, value) : tip.hide()),
    });
    this.view = view;
    await view.runAsync();
    before?.finalize();
    drawn.forEach(it => it.remove());
    inner.removeAttribute("style");
    this.picture.classList.add("drawn");
  }

  /** Gives the memory back; the picture shows again. */
  drop(): void {
    this.view?.finalize();
    this.view = null;
    this.picture.classList.remove("drawn");
    this.box.remove();
    this.reading.remove();
  }

  /** Makes the axes a factor wider; null: as they were. */
  async zoom(factor: number | null): Promise<void> {
    if (!this.view || this.spec.concat) return;
    for (const axis of ["x", "y"]) {
      const scale = this.scale(axis);
      if (!scale) continue;
      const [low, high] = scale.domain();
      const log = scale.type === "log";
      const to = log ? Math.log : (it: number) => it, from = log ? Math.exp : (it: number) => it;
      const middle = (to(low) + to(high)) / 2, half = (to(high) - to(low)) / 2;
      try {
        this.view.signal(`zoom_${axis}`, factor === null ? null : [from(middle - half * factor), from(middle + half * factor)]);
      } catch { continue; }
    }
    await this.view.runAsync();
  }

  private scale(name: string): Json {
    try {
      return (this.view as Json).scale(name);
    } catch { return null; }
  }

  /** Walks to another point and reads it; false if the key means nothing here. */
  key(name: string): boolean {
    const steps: Record<string, [number, number]> = {
      ArrowRight: [0, 1], ArrowLeft: [0, -1], ArrowDown: [1, 0], ArrowUp: [-1, 0], Home: [0, -1e9], End: [0, 1e9],
    };
    if (name === "+" || name === "=") return void this.zoom(1 / 1.5), true;
    if (name === "-") return void this.zoom(1.5), true;
    if (name === "0" || name === "Escape") return void this.zoom(null), this.clear(), true;
    const step = steps[name];
    if (!step) return false;
    this.move(...step);
    return true;
  }

  /** The series of all panels with the points that can be read. */
  private series(): { panel: number; key: string; points: Row[] }[] {
    const out: { panel: number; key: string; points: Row[] }[] = [];
    panels(this.spec).forEach((it, panel) => {
      const byKey = new Map<string, Row[]>();
      for (const row of rows(it)) if (row.y !== null && row.x !== null) byKey.set(row.key, [...(byKey.get(row.key) ?? []), row]);
      for (const [key, points] of byKey) out.push({ panel, key, points });
    });
    return out;
  }

  private move(bySeries: number, byPoint: number): void {
    const all = this.series();
    if (!all.length) return;
    const held = (it: number, most: number) => Math.max(0, Math.min(it, most - 1));
    const series = this.cursor ? held(this.cursor.series + bySeries, all.length) : 0;
    const { panel, key, points } = all[series];
    const point = this.cursor ? held(this.cursor.point + byPoint, points.length) : 0;
    this.cursor = { panel, series, point };
    const row = points[point];
    this.reading.textContent = this.read(panel, row);
    this.focus({ panel, key, at: row.category ?? row.x });
  }

  private clear(): void {
    this.cursor = null;
    this.reading.textContent = "";
    this.focus({ panel: -1, key: "", at: null });
  }

  private focus(value: Json): void {
    if (this.view) void this.view.signal("focus", value).runAsync();
  }

  /** A point in words: "ugal, rate 0.45: 24.8 plus or minus 0.3 cycles". */
  private read(number: number, row: Row): string {
    const panel = panels(this.spec)[number];
    const drawn = panel.layer.find((it: Json) => it.encoding?.y?.title && it.encoding?.x);
    const number_ = (it: number) => it.toLocaleString("en", { maximumSignificantDigits: 6 });
    const at = isBars(panel) ? row.category : `${drawn?.encoding.x.title || "x"} ${number_(row.x!)}`;
    let value = number_(row.y!);
    if (row.low !== undefined && row.high !== undefined && row.low !== null && row.high !== null) {
      const [below, above] = [row.y! - row.low, row.high - row.y!];
      value += Math.abs(below - above) <= 0.01 * Math.max(below, above)
        ? ` plus or minus ${number_(Number(above.toPrecision(3)))}` : `, between ${number_(row.low)} and ${number_(row.high)}`;
    }
    const title = panels(this.spec).length > 1 && panel.title?.text ? `${panel.title.text}: ` : "";
    return `${title}${row.series}, ${at}: ${value} (${drawn?.encoding.y.title ?? "y"})`;
  }
}
