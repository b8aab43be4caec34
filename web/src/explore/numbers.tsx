// SPDX-License-Identifier: Apache-2.0
// The right panel: the chosen parts, and the numbers.
import { answerOf, answerOfCurve } from "./answers";
import { Chosen } from "./chosen";
import { Deadlock } from "./deadlock";
import { CutOff, Difference, Lists, Second } from "./lists";
import type { Model } from "./model";
import { Layers } from "./layers";
import { OfResult } from "./origin";
import { Placement } from "./placement";
import { RoutingNote } from "./routing_note";
import { SingleFailures } from "./single_failures";
import { SlotFacts } from "./slots";
import { SweepCurves, SweepTables } from "./sweep";
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

/** The answer of the screen, before everything else. */
function Answer({ model }: { model: Model }) {
  const { verb } = model.state, result = model.result.exact?.answer.result, curve = model.sweeps.current;
  const text = verb === "sweep" ? (curve ? answerOfCurve(curve.points) : "") : result?.verb === verb && verb !== "deadlock" ? answerOf(result) : "";
  return text ? <p class="answer screen-answer">{text}</p> : null;
}

export function Numbers({ model }: { model: Model }) {
  const { verb } = model.state;
  const live = model.live.wanted !== null;
  return (
    <>
      <Answer model={model} />
      {verb === "deadlock" ? <Deadlock model={model} /> : null}
      {verb === "route" ? <Layers model={model} /> : null}
      {verb === "sweep" ? <SweepCurves model={model} /> : null}
      {live ? <Counters model={model} /> : null}
      <SlotFacts model={model} />
      <Chosen model={model} />
      <Users model={model} />
      {live ? <Follow model={model} /> : null}
      <CutOff model={model} />
      <Difference model={model} />
      <RoutingNote model={model} />
      <SingleFailures model={model} />
      <Second model={model} />
      <Placement model={model} />
      <Lists model={model} />
      {verb === "sweep" ? <SweepTables model={model} /> : <Tables model={model} />}
    </>
  );
}
