// SPDX-License-Identifier: Apache-2.0
// Flits as time passes: play, step, speed; measurements; the packet that is followed.
import { useMemo } from "preact/hooks";
import { ChartBox } from "./figures";
import { lineChart } from "./line_chart";
import type { Model } from "./model";
import { terminalName } from "./names";
import { effectiveArgs, engineOption, engineWith } from "./requests";
import { number, texts } from "./texts";

/** Positions of a slider for 1 to 10,000 cycles per second, and back. */
const speedPlaces = 16;
const speedAt = (place: number): number => Math.round(10 ** (4 * place / speedPlaces));
const placeOf = (speed: number): number => Math.round(Math.log10(speed) * speedPlaces / 4);

export function Player({ model }: { model: Model }) {
  const { live, state } = model;
  const dead = live.frame?.deadlock;
  return (
    <div class="player" role="group" aria-label={texts.time}>
      <button type="button" class="main" disabled={!live.info || Boolean(dead)} onClick={() => live.toggle()}>{live.playing ? texts.pause : texts.play}</button>
      <button type="button" disabled={!live.info || Boolean(dead)} onClick={() => void live.step(1)}>{texts.step}</button>
      <button type="button" disabled={!live.info} onClick={() => live.restart()}>{texts.restart}</button>
      <label class="slider">{texts.speed}
        <input type="range" min={0} max={speedPlaces} step={1} value={placeOf(state.view.speed)} aria-valuetext={`${state.view.speed} ${texts.cyclesPerSecond}`}
               onInput={event => model.setView({ speed: speedAt(Number(event.currentTarget.value)) }, "drag")} />
        <output>{state.view.speed.toLocaleString("en")} {texts.cyclesPerSecond}</output>
      </label>
      {state.verb === "simulate" ? <Rate model={model} /> : null}
      <button type="button" disabled={!live.arrays} onClick={() => jump(model)}>{texts.nextBlocked}</button>
    </div>
  );
}

function jump(model: Model): void {
  const channel = model.live.nextBlocked();
  if (channel === null) return model.refuse(texts.noBlocked);
  model.setView({ channel });
  model.stages.a?.flyTo({ channel });
}

function Rate({ model }: { model: Model }) {
  const engine = effectiveArgs(model.state).engine;
  const entry = model.schema.catalogs.engines?.entries.flit;
  const rate = Number(engineOption(engine, "rate", entry) ?? 0.1);
  return (
    <label class="slider" title={texts.rateUnit}>{texts.rate}
      <input type="range" min={0.01} max={1} step={0.01} value={rate} aria-valuetext={`${rate} ${texts.rateUnit}`}
             onInput={event => model.setArgs({ engine: engineWith(engine, { rate: event.currentTarget.value }) }, "drag")} />
      <output>{rate}</output>
    </label>
  );
}

export function Counters({ model }: { model: Model }) {
  const { frame, info } = model.live;
  const last = model.live.samples.at(-1);
  const facts: [string, string][] = [
    [texts.cycle, (frame?.cycle ?? 0).toLocaleString("en")], [texts.inFlight, (frame?.in_flight ?? 0).toLocaleString("en")],
    [texts.waiting, (frame?.waiting ?? 0).toLocaleString("en")], [texts.accepted, last ? number(last.accepted, 3) : "–"],
    [texts.latency, typeof last?.latency === "number" ? number(last.latency, 4) : "–"],
  ];
  return (
    <>
      <dl class="counters">{facts.map(([name, value]) => <div><dt>{name}</dt><dd>{value}</dd></div>)}</dl>
      {info?.scenario.routing ? <p class="note">{texts.routingIs(info.scenario.routing)}</p> : null}
      {info?.notes.map(it => <p class="note">{it}</p>)}
    </>
  );
}

export function Follow({ model }: { model: Model }) {
  const { live, state } = model;
  const { channel } = state.view;
  const facts = live.packetFacts;
  const scene = model.scene.now;
  const terminal = (it: number) => (scene ? terminalName(scene, it) : String(it));
  return (
    <section class="follow" aria-label={texts.follow}>
      <h3>{texts.follow}</h3>
      <div class="tools">
        <label>{texts.packet} <input type="text" inputMode="numeric" size={6} value={live.packet ?? ""}
          onChange={event => live.followPacket(/^\d+$/.test(event.currentTarget.value) ? Number(event.currentTarget.value) : null)} /></label>
        <button type="button" disabled={channel === null} onClick={() => channel !== null && live.followPacket(live.packetOn(channel))}>{texts.followOn}</button>
        {live.packet === null ? null : <button type="button" onClick={() => live.followPacket(null)}>{texts.unfollow}</button>}
      </div>
      {live.packet === null ? null : facts
        ? <p class="note">{texts.packetFacts(terminal(facts.source), terminal(facts.destination), facts.birth, facts.hops)}</p>
        : <p class="note">{texts.noPacket}</p>}
    </section>
  );
}

export function LiveCharts({ model }: { model: Model }) {
  const { samples } = model.live;
  // Drawn anew when an eighth more has come: charts cost more than the flits.
  const step = Math.floor(Math.log2(Math.max(1, samples.at(-1)?.cycle ?? 0)) * 6);
  const specs = useMemo(() => {
    const points = (value: "latency" | "accepted") => samples.map(it => ({ x: it.cycle, y: it[value] }));
    return [
      lineChart([{ name: texts.latency, points: points("latency") }], { title: texts.latencyTitle, x: texts.cycleAxis, y: texts.latencyAxis }),
      lineChart([{ name: texts.accepted, points: points("accepted") }], { title: texts.throughputTitle, x: texts.cycleAxis, y: texts.throughputAxis }),
    ];
  }, [step, samples.length > 0, model.live.playing]);
  if (samples.length < 2) return <p class="note">{texts.playForCurves}</p>;
  return <>{specs.map((it, i) => <figure><ChartBox spec={it} label={i ? texts.throughputTitle : texts.latencyTitle} /></figure>)}</>;
}
