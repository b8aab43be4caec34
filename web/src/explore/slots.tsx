// SPDX-License-Identifier: Apache-2.0
// Collectives and schedules slot by slot: which channels are in use, and what limits a slot.
import { useEffect, useState } from "preact/hooks";
import { reducedMotion } from "../dom";
import type { Scene } from "../engine/protocol";
import type { Model, Result } from "./model";
import { texts } from "./texts";

/** The transfers of a schedule, step by step. */
export interface Transfers {
  name: string;
  title: string;
  slots: Uint32Array; // the first slot of each step that has transfers
  first: Uint32Array; // the position of its first transfer, and the end
  channels: Uint32Array; // by transfer
}

const known = new WeakMap<Uint32Array, Transfers>();

function transfersIn(rows: Uint32Array, name: string, title: string): Transfers {
  let found = known.get(rows);
  if (found) return found;
  const slots: number[] = [], first: number[] = [];
  const channels = new Uint32Array(rows.length / 2);
  for (let i = 0; i < channels.length; ++i) {
    if (i === 0 || rows[2 * i] !== rows[2 * i - 2]) {
      slots.push(rows[2 * i]);
      first.push(i);
    }
    channels[i] = rows[2 * i + 1];
  }
  found = { name, title, slots: Uint32Array.from(slots), first: Uint32Array.from([...first, channels.length]), channels };
  known.set(rows, found);
  return found;
}

/** All that a result has, one for each algorithm or phase. */
export function transfersOf(result: Result | null): Transfers[] {
  if (!result) return [];
  return result.answer.arrays.filter(it => it.name.startsWith("slots") && it.shape.length === 2)
    .map(it => transfersIn(result.arrays.get(it.name) as Uint32Array, it.name, it.title));
}

/** What is shown, and the step of the slot in the link. */
export function shownStep(model: Model): { transfers: Transfers; step: number } | null {
  const all = transfersOf(model.result.now);
  const transfers = all.find(it => it.name === model.transfers) ?? all[0];
  if (!transfers || transfers.slots.length === 0) return null;
  let step = 0;
  while (step + 1 < transfers.slots.length && transfers.slots[step + 1] <= model.state.view.cycle) ++step;
  return { transfers, step };
}

/** Transfers per channel in the slot that is shown. */
export function usedInSlot(model: Model): Float32Array | null {
  const shown = shownStep(model);
  const scene = model.scene.now;
  if (!shown || !scene) return null;
  const values = new Float32Array(scene.header.channels);
  const { transfers: { first, channels }, step } = shown;
  for (let i = first[step]; i < first[step + 1]; ++i) ++values[channels[i]];
  return values;
}

/** How many channels of each class carry something, the fullest class first. */
function byClass(scene: Scene, values: Float32Array): { name: string; busy: number; of: number; most: number }[] {
  const rows = scene.header.classes.map(it => ({ name: it.name, busy: 0, of: 0, most: 0 }));
  values.forEach((it, channel) => {
    const row = rows[scene.channel_class[channel]];
    ++row.of;
    if (it > 0) ++row.busy;
    row.most = Math.max(row.most, it);
  });
  return rows.filter(it => it.of > 0).sort((a, b) => b.most - a.most || b.busy / b.of - a.busy / a.of);
}

function Limits({ model, scene }: { model: Model; scene: Scene }) {
  const values = usedInSlot(model);
  if (!values) return null;
  const rows = byClass(scene, values);
  const [top] = rows;
  return (
    <>
      <p class="note">{top.busy === top.of ? texts.classFull(top.name) : texts.channelsFree(rows.reduce((sum, it) => sum + it.of - it.busy, 0))}
        {top.most > 1 ? ` ${texts.limits(top.name, top.most)}` : ""}</p>
      <table class="bars">
        <caption>{texts.inUse}</caption>
        <tbody>{rows.map(it => (
          <tr><th scope="row">{it.name}</th><td><div class="bar" style={{ width: `${100 * it.busy / it.of}%` }} /></td>
            <td class="number">{texts.shareOf(it.busy, it.of)}</td></tr>
        ))}</tbody>
      </table>
    </>
  );
}

/** Slots per second: a step of the link's speed, but no more than one can see. */
const mostPerSecond = 20;

export function SlotPlayer({ model }: { model: Model }) {
  const [playing, play] = useState(false);
  const all = transfersOf(model.result.now);
  const shown = shownStep(model);
  const scene = model.scene.now;
  const last = shown ? shown.transfers.slots.length - 1 : 0;
  const go = (step: number) => shown && model.setView({ cycle: shown.transfers.slots[Math.max(0, Math.min(last, step))] });
  const atEnd = shown !== null && shown.step === last;
  useEffect(() => {
    if (!playing || !shown) return;
    const timer = setTimeout(() => (atEnd ? play(false) : go(shown.step + 1)), 1000 / Math.min(mostPerSecond, Math.max(1, model.state.view.speed / 5)));
    return () => clearTimeout(timer);
  });
  if (!shown || !scene) {
    return model.result.now && all.length === 0
      ? <div class="player"><button type="button" class="main" onClick={() => model.setArgs({ details: "slots" })}>{texts.showSlots}</button></div> : null;
  }
  const { transfers, step } = shown;
  const count = transfers.first[step + 1] - transfers.first[step];
  return (
    <div class="player" role="group" aria-label={texts.slots}>
      <button type="button" class="main" disabled={reducedMotion()} onClick={() => { if (!playing && atEnd) go(0); play(!playing); }}>{playing ? texts.pause : texts.play}</button>
      <button type="button" aria-label={texts.previous} disabled={step === 0} onClick={() => go(step - 1)}>←</button>
      <button type="button" aria-label={texts.next} disabled={atEnd} onClick={() => go(step + 1)}>→</button>
      <label class="slider">{texts.slot}
        <input type="range" min={0} max={last} step={1} value={step} aria-valuetext={`${transfers.slots[step]}`} onInput={event => go(Number(event.currentTarget.value))} />
        <output>{texts.slotOf(transfers.slots[step], transfers.slots[last], count)}</output>
      </label>
      {all.length > 1 ? (
        <label>{texts.of} <select value={transfers.name} onChange={event => { model.transfers = event.currentTarget.value; model.setView({ cycle: 0 }); }}>
          {all.map(it => <option value={it.name}>{it.title}</option>)}
        </select></label>
      ) : null}
    </div>
  );
}

export function SlotFacts({ model }: { model: Model }) {
  const shown = shownStep(model);
  const scene = model.scene.now;
  if (!shown || !scene) return null;
  return (
    <section class="slot-facts" aria-label={texts.slots}>
      <h3>{texts.slotTitle(shown.transfers.slots[shown.step])}</h3>
      <Limits model={model} scene={scene} />
    </section>
  );
}
