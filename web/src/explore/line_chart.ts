// SPDX-License-Identifier: Apache-2.0
// Specifications of line charts that grow, in the shape of src/weft/chart/vega.cpp.
import type { Json } from "../spec";

export interface Series { name: string; points: { x: number; y: number | null; low?: number; high?: number }[] }
export interface Axes { title: string; x: string; y: string; marks?: boolean; vertical?: { name: string; value: number }[]; clip?: number; height?: number } // clip: the end of the y axis, in multiples of the least value

const palette = ["#0072B2", "#D55E00", "#009E73", "#CC79A7", "#E69F00", "#56B4E9", "#888888"];

export function lineChart(series: Series[], axes: Axes): Json {
  const values = series.flatMap((it, i) => it.points.map(point => ({ key: `s${i}`, series: it.name, ...point })));
  const shown = values.filter(it => it.y !== null);
  const xs = shown.map(it => it.x), ys = shown.flatMap(it => [it.y!, it.low ?? it.y!, it.high ?? it.y!]);
  const [low, high] = shown.length ? [Math.min(...xs), Math.max(...xs)] : [0, 1];
  const pad = Math.max(1e-9, axes.marks ? 0.03 * (high - low) : 0);
  const most = shown.length ? Math.min(Math.max(...ys), axes.clip ? axes.clip * Math.min(...ys) : Infinity) : 1;
  const x = { field: "x", type: "quantitative", title: axes.x, scale: { type: "linear", nice: false, zero: false, domain: [low - pad, high + pad] } };
  const y = { field: "y", type: "quantitative", title: axes.y, scale: { type: "linear", nice: true, zero: true, domain: [0, most || 1] } };
  const color = {
    field: "series", type: "nominal", title: null,
    scale: { domain: series.map(it => it.name), range: series.map((_, i) => palette[i % palette.length]) },
    legend: series.length > 1 ? { orient: "top", labelLimit: 0 } : null,
  };
  const tooltip = [{ field: "series", title: " " }, { field: "x", type: "quantitative", title: axes.x, format: ",.6~g" },
                   { field: "y", type: "quantitative", title: axes.y, format: ",.5~g" }];
  const layer: Json[] = [{
    name: "error_bars", mark: { type: "rule", clip: true, strokeWidth: 1.2 }, transform: [{ filter: "isValid(datum.low) && isValid(datum.high)" }],
    encoding: { x, y: { ...y, field: "low" }, y2: { field: "high" }, color },
  }, { name: "lines", mark: { type: "line", clip: true, strokeWidth: 2, invalid: "break-paths-show-path-domains" }, encoding: { x, y, color } }];
  if (axes.marks)
    layer.push({ name: "points", mark: { type: "point", clip: true, filled: true, size: 42, opacity: 1 }, encoding: { x, y, color, tooltip } });
  axes.vertical?.forEach((it, i) => {
    const at = { data: { values: [it] }, encoding: { x: { ...x, field: "value" } } };
    layer.push({ name: `reference_${i}`, mark: { type: "rule", clip: true, color: "#444444", strokeWidth: 1.5, strokeDash: [6, 3] }, ...at },
               ...["#ffffff", null].map(halo => ({
                 name: `reference_${i}_name${halo ? "_halo" : ""}`,
                 mark: { type: "text", clip: true, align: "right", baseline: "top", dx: -4, dy: 4 + 14 * i, ...(halo ? { color: halo, stroke: halo, strokeWidth: 5 } : { color: "#595959" }) },
                 ...at, encoding: { ...at.encoding, y: { value: 0 }, text: { field: "name" } },
               })));
  });
  return { description: axes.title, title: { text: axes.title, anchor: "start" }, width: "container", height: axes.height ?? 130, data: { values }, layer };
}
