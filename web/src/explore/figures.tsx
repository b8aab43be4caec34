// SPDX-License-Identifier: Apache-2.0
// Figures of a result: charts that can be asked where there is a specification, else pictures.
import { useEffect, useMemo, useRef } from "preact/hooks";
import type { FigureJson } from "../engine/protocol";
import { Chart } from "../chart";
import { save, fileName } from "../dom";
import { type Json } from "../spec";
import { onThemeChange } from "../theme";
import type { Result } from "./model";
import { texts } from "./texts";
import { useNumber } from "./use";

/** An SVG as an element, without what could run. */
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
export function ChartBox({ spec, label }: { spec: Json; label: string }) {
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
  return (
    <>
      <span class="unseen" id={id}>{label}</span>
      <div class="picture" ref={box} tabIndex={0} role="group" aria-labelledby={id} />
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

export function Figure({ figure }: { figure: FigureJson }) {
  const chart = useMemo(() => (figure.vega ? chartOf(figure.vega) : null), [figure]);
  return (
    <figure>
      {chart ? <ChartBox spec={chart} label={figure.alt || figure.title} /> : <Picture svg={figure.svg} alt={figure.alt || figure.title} />}
      <figcaption>
        <strong>{figure.title}.</strong> {figure.caption}
        <button type="button" class="small" onClick={() => save(`${fileName(figure.name)}.svg`, figure.svg, "image/svg+xml")}>{texts.saveSvg}</button>
      </figcaption>
    </figure>
  );
}

/** Pictures of the network: the page has it already. */
const isNetwork = (figure: FigureJson): boolean => /(^|_)network(_|$)/.test(figure.name);

/** The figures of a result, those first that can be asked. */
export function Figures({ result }: { result: Result }) {
  const figures = result.answer.figures.filter(it => !isNetwork(it)).sort((a, b) => Number(!a.vega) - Number(!b.vega));
  return <>{figures.map(it => <Figure key={`${result.answer.result.run} ${it.name}`} figure={it} />)}</>;
}
