// SPDX-License-Identifier: Apache-2.0
// The right panel: what is chosen, and the numbers.
import { Chosen } from "./chosen";
import { Deadlock } from "./deadlock";
import { Difference, Lists } from "./lists";
import type { Model } from "./model";
import { Layers } from "./layers";
import { OfResult } from "./origin";
import { Placement } from "./placement";
import { SingleFailures } from "./single_failures";
import { SlotFacts } from "./slots";
import { SweepControls, SweepTables } from "./sweep";
import { Table } from "./tables";
import { texts } from "./texts";
import { Counters, Follow } from "./time";
import { compared } from "./compare";
import { Users } from "./users";

function Tables({ model }: { model: Model }) {
  const result = model.result.value?.answer.result;
  if (!result || result.verb !== model.state.verb) return null;
  const tables = (model.state.verb === "compare" ? result.tables.map(compared) : result.tables).filter(it => it.name !== "users");
  const seconds = Object.values(result.seconds).reduce((sum, it) => sum + it, 0);
  return (
    <section class="tables" aria-label={texts.result}><OfResult model={model}>
      {result.answer && model.state.verb !== "deadlock" ? <p class="answer">{result.answer}</p> : null}
      {tables.map((it, i) => (
        <details open={i < 2} key={`${model.state.verb} ${it.name}`}>
          <summary>{it.title}</summary>
          <Table data={it} />
        </details>
      ))}
      {result.notes.map(it => <p class="note">{it}</p>)}
      <p class="note">{texts.run(result.run, seconds.toPrecision(2))}</p>
    </OfResult></section>
  );
}

export function Numbers({ model }: { model: Model }) {
  const { verb } = model.state;
  const live = model.live.wanted !== null;
  return (
    <>
      {verb === "deadlock" ? <Deadlock model={model} /> : null}
      {verb === "route" ? <Layers model={model} /> : null}
      {verb === "sweep" ? <SweepControls model={model} /> : null}
      {live ? <Counters model={model} /> : null}
      <SlotFacts model={model} />
      <Chosen model={model} />
      <Users model={model} />
      {live ? <Follow model={model} /> : null}
      <Difference model={model} />
      <SingleFailures model={model} />
      <Placement model={model} />
      <Lists model={model} />
      {verb === "sweep" ? <SweepTables model={model} /> : <Tables model={model} />}
    </>
  );
}
