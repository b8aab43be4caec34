// SPDX-License-Identifier: Apache-2.0
// Curves of latency and throughput against load.
import { useMemo } from "preact/hooks";
import { engineWith } from "./requests";
import { ChartBox } from "./figures";
import { csvLine } from "../tables";
import { lineChart } from "./line_chart";
import type { Model } from "./model";
import type { Curve } from "./sweeps";
import { Table } from "./tables";
import { texts } from "./texts";

function all(model: Model): Curve[] {
  const { curves, current } = model.sweeps;
  return current ? [...curves, current] : curves;
}

/** Starts, stops and keeps a sweep; it is part of the form. */
export function SweepStart({ model }: { model: Model }) {
  const { sweeps } = model;
  return (
    <section class="sweep" aria-label={texts.screens.sweep}>
      <div class="tools">
        <button type="button" class="main" onClick={() => (sweeps.running ? (sweeps.stop(), model.changed()) : void sweeps.start())}>
          {sweeps.running ? texts.stop : texts.sweepStart}</button>
        <button type="button" disabled={!sweeps.current || sweeps.running} onClick={() => sweeps.keep()}>{texts.addCurve}</button>
        {sweeps.busy ? <span class="note">{texts.pointOf(sweeps.busy.done + 1, sweeps.busy.of)}</span> : null}
      </div>
    </section>
  );
}

/** The curves, each with its points. */
export function SweepCurves({ model }: { model: Model }) {
  const { sweeps } = model;
  if (!all(model).length) return null;
  return (
    <section class="sweep-curves" aria-label={texts.curves}>
      <ul class="curves">
        {all(model).map(curve => (
          <li>
            <span>{curve.name}</span>{curve.routing ? <span class="note"> {texts.routingIs(curve.routing)} </span> : null}
            <button type="button" class="small" aria-label={`${texts.dropCurve} ${curve.name}`} onClick={() => sweeps.drop(curve)}>×</button>
            {curve.points.map(it => (
              <button type="button" class="small" title={texts.toFlits}
                      onClick={() => model.toFlits(curve.args, engineWith(curve.args.engine, { rate: String(it.rate) }))}>{it.rate}</button>
            ))}
          </li>
        ))}
      </ul>
    </section>
  );
}

/** Returns all points of the curves as a CSV file. */
export function curvesCsv(curves: Curve[]): string {
  const text = (it: number | null) => (it === null ? "" : String(it));
  const rows = curves.flatMap(({ name, routing, points }) =>
    points.map(it => [name, routing, text(it.rate), text(it.offered), text(it.accepted), text(it.latency), text(it.plusMinus), it.ending]));
  return [["curve", "routing", "rate", "offered", "accepted", "latency", "plus minus", "ending"], ...rows].map(csvLine).join("");
}

export function SweepTables({ model }: { model: Model }) {
  const { columns } = model.sweeps;
  return <>{columns ? all(model).map(it => <SweepTable key={it.name} curve={it} columns={columns} />) : null}</>;
}

function SweepTable({ curve, columns }: { curve: Curve; columns: NonNullable<Model["sweeps"]["columns"]> }) {
  const data = useMemo(() => ({ ...columns, title: curve.name, rows: [...curve.row] }), [curve.row.length, curve, columns]);
  return <Table data={data} />;
}

export function SweepCharts({ model }: { model: Model }) {
  const curves = all(model);
  const key = curves.map(it => `${it.name} ${it.points.length}`).join("|");
  const specs = useMemo(() => {
    const name = (it: Curve, i: number) => (curves.findIndex(other => other.name === it.name) === i ? it.name : `${it.name} (${i + 1})`);
    const settled = curves.map((it, i) => ({
      name: name(it, i),
      points: it.points.map(point => ({
        x: point.rate, y: point.latency,
        ...(point.latency !== null && point.plusMinus !== null ? { low: point.latency - point.plusMinus, high: point.latency + point.plusMinus } : {}),
      })),
    }));
    const accepted = curves.map((it, i) => ({ name: name(it, i), points: it.points.map(point => ({ x: point.rate, y: point.accepted })) }));
    const vertical = curves.flatMap((it, i) => {
      const first = it.points.find(point => point.ending !== "measured");
      return first ? [{ name: texts.saturatedFrom(curves.length > 1 ? name(it, i) : ""), value: first.rate }] : [];
    });
    const height = Math.max(200, Math.min(480, innerHeight - 500)); // the charts are the main picture
    return [lineChart(settled, { title: texts.latencyTitle, x: texts.rateAxis, y: texts.latencyAxis, marks: true, clip: 8, vertical, height }),
            lineChart(accepted, { title: texts.throughputTitle, x: texts.rateAxis, y: texts.throughputAxis, marks: true, height })];
  }, [key]);
  if (!curves.some(it => it.points.length)) return <p class="note">{texts.sweepHint}</p>;
  return <>{specs.map((it, i) => <figure><ChartBox spec={it} label={i ? texts.throughputTitle : texts.latencyTitle} file={i ? "throughput" : "latency"} csv={() => curvesCsv(curves)} /></figure>)}</>;
}
