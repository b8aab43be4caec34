// SPDX-License-Identifier: Apache-2.0
// Routers and channels as tables, for readers who do not see the picture.
import { useEffect, useMemo, useState } from "preact/hooks";
import { save } from "../dom";
import type { Scene } from "../engine/protocol";
import { csvLine } from "../tables";
import { Cables, cablesCsv } from "./cables";
import { gainOf, loadOf, loadsOf, ratioOf } from "./coloring";
import type { Model } from "./model";
import { channelName, cutOff, hasNames, portNumber, routerName, terminalName } from "./names";
import { hasFailed, sourceOf, terminalsOf } from "./scene";
import { number, texts } from "./texts";

const most = 200;

/** The first indices by falling values; NaN last. */
function highest(values: ArrayLike<number>, count: number): number[] {
  const order = Uint32Array.from({ length: values.length }, (_, i) => i);
  const at = (i: number) => (Number.isNaN(values[i]) ? -Infinity : values[i]);
  return [...order.sort((a, b) => at(b) - at(a) || a - b).subarray(0, count)];
}

function valuesOf(model: Model, scene: Scene): { values: Float32Array | null; title: string } {
  const { live } = model;
  if (live.use && live.use.length === scene.header.channels) return { values: live.use, title: texts.useOf };
  const load = loadOf(model.result.now, scene);
  if (model.state.verb === "load" && model.state.view.color === "difference" && gainOf(model)) return { values: gainOf(model), title: texts.gained };
  return load ? { values: ratioOf(load, scene), title: texts.perBandwidth } : { values: null, title: "" };
}

function Channels({ model, scene }: { model: Model; scene: Scene }) {
  const { values, title } = valuesOf(model, scene);
  const rows = useMemo(() => (values ? highest(values, most) : Array.from({ length: Math.min(most, scene.header.channels) }, (_, i) => i)), [values, scene]);
  const choose = (channel: number) => {
    model.setView({ channel }, "push");
    model.stages.a?.flyTo({ channel });
  };
  return (
    <>
      <div class="scroll" tabIndex={0} role="region" aria-label={texts.channelsTable}>
        <table class="channels">
          <thead><tr><th>{texts.channelTitle}</th><th>{texts.class}</th>{values ? <th class="number">{title}</th> : null}</tr></thead>
          <tbody>
            {rows.map(it => (
              <tr class={it === model.state.view.channel ? "here" : ""}>
                <td><button type="button" class="link" data-channel={it} onClick={() => choose(it)}>{channelName(scene, it)}</button>
                  {hasFailed(scene, it) ? ` ${texts.failed}` : ""}</td>
                <td>{scene.header.classes[scene.channel_class[it]]?.name}</td>
                {values ? <td class="number">{Number.isNaN(values[it]) ? "" : number(values[it])}</td> : null}
              </tr>
            ))}
          </tbody>
        </table>
      </div>
      {rows.length < scene.header.channels ? <p class="note">{texts.rowsOf(rows.length, scene.header.channels)}</p> : null}
    </>
  );
}

function Routers({ model, scene }: { model: Model; scene: Scene }) {
  const { values, title } = valuesOf(model, scene);
  const fullest = useMemo(() => {
    if (!values) return null;
    return Float32Array.from({ length: scene.header.routers }, (_, router) => {
      let value = NaN;
      for (let it = scene.first_channel[router]; it < scene.first_channel[router + 1]; ++it) if (!(values[it] <= value)) value = values[it];
      return value;
    });
  }, [values, scene]);
  const rows = useMemo(() => (fullest ? highest(fullest, most) : Array.from({ length: Math.min(most, scene.header.routers) }, (_, i) => i)), [fullest, scene]);
  const distance = model.router.now?.distance;
  const distances = distance?.length === scene.header.routers && model.state.view.router !== null ? distance : null;
  return (
    <>
      <div class="scroll" tabIndex={0} role="region" aria-label={texts.routersTable}>
        <table class="routers">
          <thead><tr><th class={hasNames(scene) ? "" : "number"}>{texts.routerWord}</th><th class="number">{texts.terminalsWord}</th><th class="number">{texts.ports}</th>
            {distances ? <th class="number">{texts.distances}</th> : null}{fullest ? <th class="number">{title}</th> : null}</tr></thead>
          <tbody>
            {rows.map(it => (
              <tr class={it === model.state.view.router ? "here" : ""}>
                <td class={hasNames(scene) ? "" : "number"}><button type="button" class="link" data-router={it}
                      onClick={() => { model.setView({ router: it, second: null, channel: null }, "push"); model.stages.a?.flyTo({ router: it }); }}>{routerName(scene, it)}</button></td>
                <td class="number">{terminalsOf(scene, it)}</td>
                <td class="number">{scene.first_channel[it + 1] - scene.first_channel[it]}</td>
                {distances ? <td class="number">{distances[it] === 0xffffffff ? texts.notReached : distances[it]}</td> : null}
                {fullest ? <td class="number">{Number.isNaN(fullest[it]) ? "" : number(fullest[it])}</td> : null}
              </tr>
            ))}
          </tbody>
        </table>
      </div>
      {rows.length < scene.header.routers ? <p class="note">{texts.rowsOf(rows.length, scene.header.routers)}</p> : null}
    </>
  );
}

/** Returns all channels as a CSV file, the names of routers first. */
function channelsCsv(model: Model, scene: Scene): string {
  const { values, title } = valuesOf(model, scene);
  const lines = [csvLine(["from", "port", "to", "class", "bandwidth", "failed", ...(values ? [title] : [])])];
  for (let it = 0; it < scene.header.channels; ++it) {
    const kind = scene.header.classes[scene.channel_class[it]];
    lines.push(csvLine([routerName(scene, sourceOf(scene, it)), String(portNumber(scene, it)), routerName(scene, scene.target[it]), kind?.name ?? "",
                        String(kind?.bandwidth ?? 1), String(hasFailed(scene, it)), ...(values ? [Number.isNaN(values[it]) ? "" : String(values[it])] : [])]));
  }
  return lines.join("");
}

/** Returns all routers as a CSV file. */
function routersCsv(scene: Scene): string {
  const lines = [csvLine(["router", "number", "terminals", "channels"])];
  for (let it = 0; it < scene.header.routers; ++it)
    lines.push(csvLine([routerName(scene, it), String(it), String(terminalsOf(scene, it)), String(scene.first_channel[it + 1] - scene.first_channel[it])]));
  return lines.join("");
}

export function Lists({ model }: { model: Model }) {
  const [shown, show] = useState<"channels" | "routers" | "cables">("channels");
  const [open, setOpen] = useState(model.state.verb === "load");
  const scene = model.scene.now;
  useEffect(() => setOpen(model.state.verb === "load"), [model.state.verb]);
  if (!scene?.header.whole) return null;
  const list = shown === "cables" && !scene.rack ? "channels" : shown;
  const csv = () => (list === "channels" ? channelsCsv(model, scene) : list === "routers" ? routersCsv(scene) : cablesCsv(scene));
  return (
    <details class="lists" open={open} onToggle={event => setOpen(event.currentTarget.open)}>
      <summary>{valuesOf(model, scene).values ? texts.fullest : texts.tablesTitle}</summary>
      {open ? <>
      <div class="toggle" role="group" aria-label={texts.tablesTitle}>
        <button type="button" aria-pressed={list === "channels"} onClick={() => show("channels")}>{texts.channelsTable}</button>
        <button type="button" aria-pressed={list === "routers"} onClick={() => show("routers")}>{texts.routersTable}</button>
        {scene.rack ? <button type="button" aria-pressed={list === "cables"} title={texts.cablesTitle} onClick={() => show("cables")}>{texts.cables}</button> : null}
      </div>
      {" "}<button type="button" onClick={() => save(`${list}.csv`, csv(), "text/csv")}>{texts.saveCsv}</button>
      {list === "channels" ? <Channels model={model} scene={scene} /> : list === "routers" ? <Routers model={model} scene={scene} />
        : <Cables model={model} scene={scene} values={valuesOf(model, scene).values} />}
      </> : null}
    </details>
  );
}

const cutOffShown = 30;

/** The terminals that failures separate from the others. */
export function CutOff({ model }: { model: Model }) {
  const scene = model.scene.now;
  const cut = useMemo(() => (scene?.channel_failed ? cutOff(scene) : null), [scene]);
  if (!scene || !cut) return null;
  return (
    <section class="cut-off" aria-label={texts.cutOffTitle}>
      <p class={`answer ${cut.length ? "bad" : "good"}`}>{texts.cutOffAnswer(cut.length, scene.header.terminals)}</p>
      {cut.length ? <p class="note">{texts.some(cut.slice(0, cutOffShown).map(it => texts.terminalTitle(terminalName(scene, it), it)), cut.length)}</p> : null}
    </section>
  );
}

/** Whether the tasks run elsewhere than without the failures. */
function hasMoved(model: Model): boolean {
  const [now, then] = [model.result, model.before].map(it => it.now?.arrays.get("placement"));
  return now instanceof Uint32Array && then instanceof Uint32Array && now.some((it, i) => it !== then[i]);
}

interface Facts { mean: number; high: number; count: number; idle: number }

/** The mean is over all channels: the loss of an idle channel does not change it. */
function factsOf(values: Float32Array): Facts {
  let sum = 0, count = 0, high = 0, idle = 0;
  for (const it of values) if (!Number.isNaN(it)) { sum += it; ++count; idle += Number(it === 0); high = Math.max(high, it); }
  return { mean: sum / values.length, high, count, idle };
}

/** Pairs of numbers, with the change from the first to the second. */
function Pairs({ heads, rows }: { heads: [string, string]; rows: [string, number, number][] }) {
  return (
    <table>
      <thead><tr><td />{heads.map(it => <th class="number">{it}</th>)}<th class="number">{texts.change}</th></tr></thead>
      <tbody>{rows.map(([name, x, y]) => (
        <tr><th scope="row">{name}</th><td class="number">{number(x)}</td><td class="number">{number(y)}</td><td class="number">{x ? `${y >= x ? "+" : "−"}${number(Math.abs(100 * (y / x - 1)), 3)} %` : ""}</td></tr>
      ))}</tbody>
    </table>
  );
}

/** The second network of the load screen next to the first, in numbers. */
export function Second({ model }: { model: Model }) {
  const [one, two] = [loadsOf(model, "a"), loadsOf(model, "b")];
  if (model.state.verb !== "load" || !one.load || !two.load || !one.scene) return null;
  const [a, b] = [one, two].map(it => factsOf(ratioOf(it.load!, one.scene!)));
  const top = (it: Facts) => (it.high > 0 ? 1 / it.high : 0);
  return (
    <section class="difference" aria-label={texts.secondTitle}>
      <h3>{texts.secondTitle}</h3>
      <Pairs heads={[texts.first, texts.secondColumn]}
             rows={[[texts.mostBefore, a.high, b.high], [texts.meanLoad, a.mean, b.mean], [texts.idleChannels, a.idle, b.idle], [texts.highestRate, top(a), top(b)]]} />
    </section>
  );
}

/** The changes by failures. */
export function Difference({ model }: { model: Model }) {
  const scene = model.scene.now;
  const now = loadOf(model.result.now, scene), then = loadOf(model.before.now, scene);
  if (!scene || !now || !then || model.state.verb !== "load") return null;
  const [after, before] = [ratioOf(now, scene), ratioOf(then, scene)];
  const [a, b] = [factsOf(after), factsOf(before)];
  const fuller = after.reduce((sum, it, i) => sum + Number(it > before[i] + 1e-9), 0);
  return (
    <section class="difference" aria-label={texts.difference}>
      <h3>{texts.difference}</h3>
      <Pairs heads={[texts.before, texts.after]} rows={[[texts.mostBefore, b.high, a.high], [texts.meanLoad, b.mean, a.mean]]} />
      <p class="note">{texts.underRouting(model.result.now!.answer.result.scenario.routing)}{hasMoved(model) ? ` ${texts.otherPlacement}` : ""}</p>
      <p class="note">{texts.cutOff}: {(b.count - a.count).toLocaleString("en")} · {texts.channelsFuller}: {fuller.toLocaleString("en")}</p>
    </section>
  );
}
