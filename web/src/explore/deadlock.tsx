// SPDX-License-Identifier: Apache-2.0
// The screen that proves or refutes: words, the cycle, and how it closes.
import { useState } from "preact/hooks";
import { cycleOf } from "./marks";
import type { Model } from "./model";
import { channelName } from "./names";
import { texts } from "./texts";

/** The number of virtual channels of the answer. */
function vcsOf(model: Model): number {
  const table = model.result.now?.answer.result.tables[0];
  const at = table?.columns.findIndex(it => it.name === "vcs") ?? -1;
  return Number(model.state.args.vcs) || (at >= 0 && Number(table!.rows[0]?.[at])) || 1;
}

interface Step { channel: number | undefined; text: string }

/** The cycle of the proof. */
function provenSteps(model: Model): Step[] {
  const scene = model.scene.now;
  const table = model.result.now?.answer.result.tables.find(it => it.columns.some(column => column.name === "held"));
  if (!scene || !table) return [];
  const channels = cycleOf(model.result.now, scene);
  const cell = (row: typeof table.rows[number], name: string) => String(row[table.columns.findIndex(it => it.name === name)] ?? "");
  return table.rows.map((row, i) => ({
    channel: channels[i], text: texts.waits(cell(row, "packet"), cell(row, "held"), cell(row, "vc"), cell(row, "waits_for"), cell(row, "its_vc")),
  }));
}

/** The cycle of the packets in the run that is watched, in the order of the picture (Live.deadlocked). */
function watchedSteps(model: Model): Step[] {
  const scene = model.scene.now;
  const waiters = model.live.frame?.deadlock?.waiters ?? [];
  if (!scene || model.live.wanted === null) return [];
  const name = (channel: number | null) => (channel === null ? texts.ejection : channelName(scene, channel));
  return waiters.filter(it => it.channel !== null).map(it => ({
    channel: it.channel!, text: texts.waits(texts.packetOf(it.source, it.destination), name(it.channel), String(it.vc), name(it.next_channel), String(it.next_vc)),
  }));
}

/** Steps through the packets of the cycle, with the numbers of the picture. */
function Steps({ model }: { model: Model }) {
  const [at, setAt] = useState(0);
  const watched = watchedSteps(model);
  const steps = watched.length ? watched : provenSteps(model);
  if (!steps.length) return null;
  const now = at % steps.length;
  const go = (by: number) => {
    const next = (now + by + steps.length) % steps.length;
    setAt(next);
    const { channel } = steps[next];
    if (channel !== undefined) model.setView({ channel });
  };
  return (
    <div class="steps" role="group" aria-label={texts.cycleTitle}>
      <button type="button" aria-label={texts.previous} onClick={() => go(-1)}>←</button>
      <button type="button" aria-label={texts.next} onClick={() => go(1)}>→</button>
      <span aria-live="polite">{watched.length ? texts.watchedStep(now + 1, steps.length) : texts.cycleStep(now + 1, steps.length)}: {steps[now].text}</span>
    </div>
  );
}

export function Deadlock({ model }: { model: Model }) {
  const result = model.result.now?.answer.result;
  const free = result?.tables[0]?.rows[0]?.[0] !== "possible";
  const dead = model.live.frame?.deadlock;
  return (
    <section class="verdict" aria-label={texts.screens.deadlock}>
      {result?.answer ? <p class={`answer ${free ? "good" : "bad"}`}>{result.answer}</p> : null}
      <div class="tools">
        <button type="button" onClick={() => model.setArgs({ vcs: String(vcsOf(model) + 1) })}>{texts.addVc}</button>
        <button type="button" aria-pressed={model.watching} onClick={() => model.watch(!model.watching)}>{texts.watch}</button>
      </div>
      {model.watching && model.live.info && !dead ? (
        <p class="note">{texts.watchHint(model.state.view.speed)}
          {" "}<button type="button" onClick={() => void model.live.skipToDeadlock()}>{texts.skipToDeadlock}</button></p>
      ) : null}
      {dead ? <p class="answer bad">{dead.text || texts.found(dead.cycle, dead.blocked)}</p> : null}
      <Steps model={model} />
    </section>
  );
}
