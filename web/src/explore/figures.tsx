// SPDX-License-Identifier: Apache-2.0
// Figures of a result: interactive charts where there is a specification, else pictures.
import { useEffect, useMemo, useRef, useState } from "preact/hooks";
import type { FigureJson } from "../engine/protocol";
import { Chart } from "../chart";
import { save, fileName } from "../dom";
import { type Json, canChangeAxis } from "../spec";
import { onThemeChange } from "../theme";
import type { Result } from "./model";
import { texts } from "./texts";
import { useNumber } from "./use";

/** An SVG as an element, without scripts, links and styles. */
function pictureOf(svg: string): SVGElement | null {
  const root = new DOMParser().parseFromString(svg, "image/svg+xml").documentElement;
  if (root.localName !== "svg") return null;
  root.querySelectorAll("script, foreignObject, style").forEach(it => it.remove());
  for (const it of [root, ...root.querySelectorAll("*")])
    for (const { name } of [...it.attributes]) if (/^on|^(xlink:)?href$|^style$/i.test(name)) it.removeAttribute(name);
  return document.importNode(root, true) as unknown as SVGElement;
}

const alive = new Set<Chart>();
onThemeChange(() => alive.forEach(it => { if (it.view) void it.draw(); }));

/** A chart by its specification; drawn anew when that changes. */
export function ChartBox({ spec, label, file, csv }: { spec: Json; label: string; file?: string; csv?: () => string }) {
  const box = useRef<HTMLDivElement>(null);
  const id = useNumber();
  const made = useRef<Chart | null>(null);
  useEffect(() => {
    const chart = made.current = new Chart(box.current!, spec, id);
    alive.add(chart);
    const keys = (event: KeyboardEvent) => {
      if (!event.ctrlKey && !event.metaKey && !event.altKey && chart.key(event.key)) event.preventDefault();
    };
    const target = box.current!;
    target.addEventListener("keydown", keys);
    return () => {
      target.removeEventListener("keydown", keys);
      alive.delete(chart);
      chart.drop();
    };
  }, []);
  useEffect(() => {
    const chart = made.current!;
    chart.spec = spec;
    void chart.draw().catch((error: unknown) => console.error(error));
  }, [spec]);
  const [log, setLog] = useState(false);
  const changeAxis = () => {
    const chart = made.current!;
    setLog(!log);
    chart.axis = log ? "as given" : "log";
    void chart.draw();
  };
  return (
    <>
      <span class="unseen" id={id}>{label}</span>
      <div class="picture" ref={box} tabIndex={0} role="group" aria-labelledby={id} />
      {file ? (
        <div class="tools">
          <button type="button" class="small" aria-pressed={log} disabled={!canChangeAxis(spec)} onClick={changeAxis}>{texts.logAxis}</button>
          <button type="button" class="small" onClick={async () => save(`${file}.svg`, await made.current!.view!.toSVG(), "image/svg+xml")}>{texts.saveSvg}</button>
          {csv ? <button type="button" class="small" onClick={() => save(`${file}.csv`, csv(), "text/csv")}>CSV</button> : null}
          <button type="button" class="small" onClick={() => save(`${file}.vl.json`, JSON.stringify(spec, null, 1), "application/json")}>{texts.saveVega}</button>
        </div>
      ) : null}
    </>
  );
}

/** A picture, in the colors of the theme. */
export function Picture({ svg, alt }: { svg: string; alt: string }) {
  const box = useRef<HTMLDivElement>(null);
  useEffect(() => {
    const picture = pictureOf(svg);
    box.current!.replaceChildren(...(picture ? [picture] : []));
  }, [svg]);
  return <div class="picture" ref={box} role="img" aria-label={alt} />;
}

/** The chart as it stands above its caption: that has the title. */
function chartOf(vega: Json): Json {
  const { title, ...rest } = vega;
  void title;
  return rest.concat ? rest : { ...rest, height: 150 };
}

const largestOnPaper = 200_000; // bytes: larger charts are printed as they are on the page

export function Figure({ figure }: { figure: FigureJson }) {
  const chart = useMemo(() => (figure.vega ? chartOf(figure.vega) : null), [figure]);
  return (
    <figure>
      {chart ? <ChartBox spec={chart} label={figure.alt || figure.title} /> : null}
      {chart ? figure.svg.length < largestOnPaper ? <div class="paper"><Picture svg={figure.svg} alt={figure.alt || figure.title} /></div> : null : <Picture svg={figure.svg} alt={figure.alt || figure.title} />}
      <figcaption>
        <strong>{figure.title}.</strong> {figure.caption}
        <button type="button" class="small" onClick={() => save(`${fileName(figure.name)}.svg`, figure.svg, "image/svg+xml")}>{texts.saveSvg}</button>
      </figcaption>
    </figure>
  );
}

/** Pictures of the network: the page has it already. */
const isNetwork = (figure: FigureJson): boolean => /(^|_)network(_|$)/.test(figure.name);

/** The figures of a result, interactive charts first. */
export function Figures({ result }: { result: Result }) {
  const figures = result.answer.figures.filter(it => !isNetwork(it)).sort((a, b) => Number(!a.vega) - Number(!b.vega));
  return <>{figures.map(it => <Figure key={`${result.answer.result.run} ${it.name}`} figure={it} />)}</>;
}
