// SPDX-License-Identifier: Apache-2.0
// Specifications as src/weft/chart/vega.cpp writes them, and the changes of this page to them.
import { color, themed } from "./theme";

/** A value of JSON in the schema of Vega-Lite. */
export type Json = any; // eslint-disable-line @typescript-eslint/no-explicit-any

export interface Row { key: string; series: string; x?: number | null; y: number | null; low?: number; high?: number; category?: string; label?: string }

/** The panels of a specification: itself, or the panels of a grid. */
export function panels(spec: Json): Json[] {
  return spec.concat ?? [spec];
}

export function rows(panel: Json): Row[] {
  return panel.data.values;
}

export const isBars = (panel: Json): boolean => panel.layer.some((it: Json) => it.mark.type === "bar");

/** Whether its series have signs, which are filled. */
const hasSigns = (panel: Json): boolean => panel.layer.some((it: Json) => it.encoding?.shape);

function recolored(value: Json): Json {
  if (typeof value === "string") return value.startsWith("#") ? themed(value) : value;
  if (Array.isArray(value)) return value.map(recolored);
  if (value === null || typeof value !== "object") return value;
  return Object.fromEntries(Object.entries(value).map(([key, it]) => [key, key === "data" ? it : recolored(it)]));
}

/** A ring around the point that the keyboard reads. */
function withFocus(panel: Json, number: number): Json {
  const drawn = panel.layer.find((it: Json) => /^(points|lines|bars)/.test(it.name));
  if (!drawn) return panel;
  const { x, y, xOffset } = drawn.encoding;
  const at = isBars(panel) ? "datum.category" : "datum.x";
  const ring = {
    name: `focus_${number}`,
    transform: [{ filter: `focus.panel === ${number} && datum.key === focus.key && ${at} === focus.at && isValid(datum.y)` }],
    mark: { type: "point", filled: false, size: 180, strokeWidth: 2.5, color: color("ink"), opacity: 1 },
    encoding: { x, y, ...(xOffset ? { xOffset } : {}) },
  };
  return { ...panel, layer: [...panel.layer, ring] };
}

export type Axis = "as given" | "log" | "linear";

/** The y axis of a line chart made logarithmic or linear. */
function withAxis(panel: Json, axis: Axis): Json {
  if (axis === "as given") return panel;
  const values = rows(panel).flatMap(it => [it.y, it.low, it.high]).filter((it): it is number => typeof it === "number");
  const shown = axis === "log" ? values.filter(it => it > 0) : values;
  const [low, high] = [Math.min(...shown), Math.max(...shown)];
  const scale = axis === "log" ? { type: "log", nice: false, domain: [low / 1.15, high * 1.15] }
                               : { type: "linear", nice: true, zero: low < high / 2, domain: [low < high / 2 ? Math.min(low, 0) : low, high] };
  const layer = panel.layer.map((it: Json) =>
    it.encoding?.y?.scale ? { ...it, encoding: { ...it.encoding, y: { ...it.encoding.y, scale } } } : it);
  const positive = ["y", "low", "high"].map(as => ({ calculate: `datum.${as} > 0 ? datum.${as} : null`, as }));
  return { ...panel, layer, ...(axis === "log" ? { transform: positive } : {}) };
}

export function canChangeAxis(spec: Json): boolean {
  return !spec.concat && !isBars(spec) && rows(spec).filter(it => (it.y ?? 0) > 0).length > 1;
}

export const isLog = (spec: Json): boolean =>
  spec.layer.some((it: Json) => it.encoding?.y?.scale?.type === "log");

const letterWidth = 6;

/** The title with a subtitle in as many lines as it needs. */
function wrapped(title: Json, width: number): Json {
  if (typeof title?.subtitle !== "string") return title;
  const lines: string[] = [""];
  for (const word of title.subtitle.split(" ")) {
    if (lines.at(-1) && (lines.at(-1)!.length + word.length + 1) * letterWidth > width) lines.push("");
    lines.push(`${lines.pop()!} ${word}`.trim());
  }
  return { ...title, subtitle: lines };
}

/** Columns of a legend that fit beside each other. */
function legendColumns(panel: Json, width: number): number {
  const longest = Math.max(...rows(panel).map(it => it.series?.length ?? 0), 1);
  return Math.max(1, Math.min(3, Math.floor((width - 60) / (longest * letterWidth + 36))));
}

/** The digits of a format such as ",.4~g". */
const digitsOf = (format: unknown): number => Number(/\.(\d+)/.exec(String(format))?.[1] ?? 4);

/** Returns the letters of the longest value that a layer of labels writes. */
function longestLabel(panel: Json, labels: Json): number {
  const digits = digitsOf(labels.encoding?.text?.format);
  return Math.max(1, ...rows(panel).map(it => (it.y === null ? 0 : it.y.toLocaleString("en", { maximumSignificantDigits: digits }).length)));
}

/** Values stand above bars and their whiskers; narrow bars have no values. */
export function withRoomForLabels(panel: Json, width: number): Json {
  const labels = isBars(panel) ? panel.layer.find((it: Json) => it.name.startsWith("labels")) : undefined;
  if (!labels) return panel;
  const letters = Math.max(longestLabel(panel, labels), ...rows(panel).map(it => it.label?.length ?? 0));
  const bars = rows(panel).length + new Set(rows(panel).map(it => it.category)).size;
  if (0.7 * width / bars <= letters * letterWidth) return { ...panel, layer: panel.layer.filter((it: Json) => it !== labels) };
  const top = { calculate: "isValid(datum.high) ? datum.high : datum.y", as: "top" };
  const above = { ...labels, transform: [...labels.transform ?? [], top], encoding: { ...labels.encoding, y: { ...labels.encoding.y, field: "top" } } };
  return { ...panel, layer: panel.layer.map((it: Json) => (it === labels ? above : it)) };
}

/** Returns a title in as many lines as fit a length of the axis, in pixels. */
function titleLines(title: unknown, length: number): unknown {
  if (typeof title !== "string" || title.length * letterWidth <= length) return title;
  const lines = [""];
  for (const word of title.split(" ")) {
    if (lines.at(-1) && (lines.at(-1)!.length + word.length + 1) * letterWidth > length) lines.push("");
    lines.push(`${lines.pop()!} ${word}`.trim());
  }
  return lines;
}

const slantedFrom = 12; // categories: more than these are not slanted, but some of them are omitted

/** Titles of axes are whole, and names of categories neither overlap nor are cut. */
export function withWholeAxes(panel: Json, width: number): Json {
  const height = typeof panel.height === "number" ? panel.height : 200;
  const categories = [...new Set(rows(panel).map(it => it.category).filter(it => it !== undefined))].map(String);
  const longest = Math.max(0, ...categories.map(it => it.length)), fits = longest * letterWidth <= width / Math.max(1, categories.length);
  const isUnnamed = categories.length === 1 && /^(series \d+)?$/.test(categories[0]);
  const axisOfCategories = isUnnamed ? { labels: false, ticks: false } : fits ? { labelAngle: 0 } : categories.length <= slantedFrom ? { labelAngle: -35, labelLimit: 130 } : { labelAngle: 0, labelOverlap: "greedy" };
  const channel = (it: Json, length: number, names: boolean): Json => {
    if (!it || it.axis === null) return it;
    const title = "title" in it ? { title: titleLines(it.title, length) } : {};
    return names && (it.type === "nominal" || it.type === "ordinal") ? { ...it, ...title, axis: { ...it.axis, ...axisOfCategories } } : { ...it, ...title };
  };
  const layer = panel.layer.map((it: Json) => {
    if (!it.encoding) return it;
    const { x, y } = it.encoding;
    return { ...it, encoding: { ...it.encoding, ...(x ? { x: channel(x, width - 60, isBars(panel)) } : {}), ...(y ? { y: channel(y, height, false) } : {}) } };
  });
  return { ...panel, layer };
}

/** The specification for a page of this width, in the colors of its theme. */
export function forPage(spec: Json, width: number, axis: Axis): Json {
  const { usermeta, title, $schema, ...rest } = spec;
  void usermeta; void $schema;
  const config = {
    ...rest.config,
    aria: false,
    background: "transparent",
    text: { color: "#222222" },
    rule: { color: "#222222" },
    title: { color: "#222222", subtitleColor: "#595959", fontSize: 14, anchor: "start" },
    axisX: { tickCount: Math.max(3, Math.round(width / 90)) },
    axisY: { labelLimit: Math.max(120, Math.round(width * 0.4)) },
    legend: { labelColor: "#222222", titleColor: "#222222", symbolStrokeWidth: panels(spec).some(hasSigns) ? 0 : 2, orient: "top" },
  };
  const out = recolored({ ...rest, config });
  out.title = recolored(wrapped(title, width));
  out.autosize = { type: "fit-x", contains: "padding" };
  out.params = [{ name: "focus", value: { panel: -1, key: "", at: null } }];
  if (!out.concat) {
    out.config.legend.columns = legendColumns(spec, width);
    return withFocus(withAxis(withWholeAxes(withRoomForLabels(out, width), width), axis), 0);
  }
  delete out.autosize;
  const columns = Math.max(1, Math.min(out.columns ?? 2, Math.floor(width / 280)));
  out.columns = columns;
  out.config.legend.columns = Math.min(...panels(spec).map(it => legendColumns(it, width / columns)));
  const panelWidth = Math.max(160, width / columns - 85);
  out.concat = out.concat.map((panel: Json, i: number) => ({ ...withFocus(withWholeAxes(withRoomForLabels(panel, panelWidth), panelWidth), i), width: panelWidth }));
  return out;
}
