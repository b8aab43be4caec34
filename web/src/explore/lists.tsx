// SPDX-License-Identifier: Apache-2.0
// Routers and channels as tables: what the picture shows, for those who read.
import { useMemo, useState } from "preact/hooks";
import type { Scene } from "../engine/protocol";
import { gainOf, loadOf, ratioOf } from "./coloring";
import type { Model } from "./model";
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
                <td><button type="button" class="link" data-channel={it} onClick={() => choose(it)}>{sourceOf(scene, it)} → {scene.target[it]}</button>
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
          <thead><tr><th class="number">{texts.routerWord}</th><th class="number">{texts.terminalsWord}</th><th class="number">{texts.ports}</th>
            {distances ? <th class="number">{texts.distances}</th> : null}{fullest ? <th class="number">{title}</th> : null}</tr></thead>
          <tbody>
            {rows.map(it => (
              <tr class={it === model.state.view.router ? "here" : ""}>
                <td class="number"><button type="button" class="link" data-router={it}
                      onClick={() => { model.setView({ router: it, second: null, channel: null }, "push"); model.stages.a?.flyTo({ router: it }); }}>{it}</button></td>
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

export function Lists({ model }: { model: Model }) {
  const [shown, show] = useState<"channels" | "routers">("channels");
  const scene = model.scene.now;
  if (!scene?.header.whole) return null;
  return (
    <details class="lists" open={model.state.verb === "load"}>
      <summary>{valuesOf(model, scene).values ? texts.fullest : texts.tablesTitle}</summary>
      <div class="toggle" role="group" aria-label={texts.tablesTitle}>
        <button type="button" aria-pressed={shown === "channels"} onClick={() => show("channels")}>{texts.channelsTable}</button>
        <button type="button" aria-pressed={shown === "routers"} onClick={() => show("routers")}>{texts.routersTable}</button>
      </div>
      {shown === "channels" ? <Channels model={model} scene={scene} /> : <Routers model={model} scene={scene} />}
    </details>
  );
}

/** Whether the tasks run elsewhere than without the failures. */
function hasMoved(model: Model): boolean {
  const [now, then] = [model.result, model.before].map(it => it.now?.arrays.get("placement"));
  return now instanceof Uint32Array && then instanceof Uint32Array && now.some((it, i) => it !== then[i]);
}

/** What a failure has changed. */
export function Difference({ model }: { model: Model }) {
  const scene = model.scene.now;
  const now = loadOf(model.result.now, scene), then = loadOf(model.before.now, scene);
  if (!scene || !now || !then || model.state.verb !== "load") return null;
  const [after, before] = [ratioOf(now, scene), ratioOf(then, scene)];
  const facts = (values: Float32Array) => {
    let sum = 0, count = 0, high = 0;
    for (const it of values) if (!Number.isNaN(it)) { sum += it; ++count; high = Math.max(high, it); }
    return { mean: sum / values.length, high, count }; // of all channels: to lose an idle one changes nothing
  };
  const [a, b] = [facts(after), facts(before)];
  const fuller = after.reduce((sum, it, i) => sum + Number(it > before[i] + 1e-9), 0);
  const row = (name: string, x: number, y: number) => (
    <tr><th scope="row">{name}</th><td class="number">{number(x)}</td><td class="number">{number(y)}</td><td class="number">{x ? `${y >= x ? "+" : "−"}${number(Math.abs(100 * (y / x - 1)), 3)} %` : ""}</td></tr>
  );
  return (
    <section class="difference" aria-label={texts.difference}>
      <h3>{texts.difference}</h3>
      <table>
        <thead><tr><td /><th class="number">{texts.before}</th><th class="number">{texts.after}</th><th class="number">{texts.change}</th></tr></thead>
        <tbody>{row(texts.mostBefore, b.high, a.high)}{row(texts.meanLoad, b.mean, a.mean)}</tbody>
      </table>
      <p class="note">{texts.underRouting(model.result.now!.answer.result.scenario.routing)}{hasMoved(model) ? ` ${texts.otherPlacement}` : ""}</p>
      <p class="note">{texts.cutOff}: {(b.count - a.count).toLocaleString("en")} · {texts.channelsFuller}: {fuller.toLocaleString("en")}</p>
    </section>
  );
}
