// SPDX-License-Identifier: Apache-2.0
// The panel of all single cable failures.
import type { Model } from "./model";
import { channelName, failedName } from "./names";
import type { Outcome } from "./singles";
import { number, texts } from "./texts";

const maxRows = 200;

function Row({ model, outcome }: { model: Model; outcome: Outcome }) {
  const { before } = model.singles;
  const scene = model.scene.now!;
  const { fullest, at, cable, channel } = outcome;
  const change = fullest !== null && before > 0 ? 100 * (fullest / before - 1) : null;
  return (
    <tr class={model.state.args.fail?.split("+").includes(cable) ? "here" : ""}>
      <td><button type="button" class="link" title={texts.failThis(failedName(scene, cable))}
                  onClick={() => { model.setArgs({ fail: cable }); model.setView({ channel }); model.stages.a?.flyTo({ channel }); }}>{failedName(scene, cable)}</button></td>
      {fullest === null ? <td colSpan={3}>{outcome.lost}</td> : (
        <>
          <td class="number">{number(fullest)}</td>
          <td class="number">{change === null ? "" : `${change >= 0 ? "+" : "−"}${number(Math.abs(change), 3)} %`}</td>
          <td>{channelName(scene, at)}</td>
        </>
      )}
    </tr>
  );
}

export function SingleFailures({ model }: { model: Model }) {
  const { singles, state } = model;
  const scene = model.scene.now;
  if (state.verb !== "load" || !scene?.header.whole) return null;
  const rows = singles.isCurrent ? singles.outcomes : [];
  const [worst] = rows;
  return (
    <details class="singles" open={rows.length > 0 || undefined}>
      <summary>{texts.singles}</summary>
      <p class="note">{texts.singlesHint}</p>
      <div class="tools">
        <button type="button" disabled={!singles.running && !model.result.exact}
                onClick={() => (singles.running ? (singles.stop(), model.changed()) : void singles.start())}>
          {singles.running ? texts.stop : texts.singlesStart}</button>
        {singles.busy ? <span class="note">{texts.cableOf(singles.busy.done + 1, singles.busy.of)}</span> : null}
      </div>
      {worst ? (
        <>
          <p class="answer">{texts.worstCable(failedName(scene, worst.cable), worst.lost, number(singles.before), number(worst.fullest ?? 0))}</p>
          <div class="scroll" tabIndex={0} role="region" aria-label={texts.singles}>
            <table>
              <thead><tr><th>{texts.failedCable}</th><th class="number">{texts.mostBefore}</th><th class="number">{texts.change}</th><th>{texts.where}</th></tr></thead>
              <tbody>{rows.slice(0, maxRows).map(it => <Row key={it.cable} model={model} outcome={it} />)}</tbody>
            </table>
          </div>
          {rows.length > maxRows ? <p class="note">{texts.rowsOf(maxRows, rows.length)}</p> : null}
          <p class="note">{texts.routingIs(singles.routing)}</p>
        </>
      ) : null}
    </details>
  );
}
