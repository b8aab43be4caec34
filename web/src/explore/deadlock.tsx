// SPDX-License-Identifier: Apache-2.0
// The screen that proves or refutes: words, the cycle, and how it closes.
import { useState } from "preact/hooks";
import { cycleOf } from "./marks";
import type { Model } from "./model";
import { texts } from "./texts";

/** The number of virtual channels of the answer. */
function vcsOf(model: Model): number {
  const table = model.result.now?.answer.result.tables[0];
  const at = table?.columns.findIndex(it => it.name === "vcs") ?? -1;
  return Number(model.state.args.vcs) || (at >= 0 && Number(table!.rows[0]?.[at])) || 1;
}

function Steps({ model }: { model: Model }) {
  const [at, setAt] = useState(0);
  const scene = model.scene.now;
  const table = model.result.now?.answer.result.tables.find(it => it.columns.some(column => column.name === "held"));
  if (!scene || !table?.rows.length) return null;
  const channels = cycleOf(model.result.now, scene);
  const count = table.rows.length, now = at % count;
  const cell = (name: string) => String(table.rows[now][table.columns.findIndex(it => it.name === name)] ?? "");
  const go = (by: number) => {
    const next = (now + by + count) % count;
    setAt(next);
    if (channels[next] !== undefined) model.setView({ channel: channels[next] });
  };
  return (
    <div class="steps" role="group" aria-label={texts.cycleTitle}>
      <button type="button" aria-label={texts.previous} onClick={() => go(-1)}>←</button>
      <button type="button" aria-label={texts.next} onClick={() => go(1)}>→</button>
      <span aria-live="polite">{texts.cycleStep(now + 1, count)}: {cell("packet")} {texts.holds} {cell("held")} ({texts.vc} {cell("vc")}), {texts.waitsFor} {cell("waits_for")} ({texts.vc} {cell("its_vc")})</span>
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
      {dead ? <p class="answer bad">{dead.text || texts.found(dead.cycle, dead.blocked)}</p> : null}
      <Steps model={model} />
    </section>
  );
}
