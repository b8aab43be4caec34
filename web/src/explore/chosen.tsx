// SPDX-License-Identifier: Apache-2.0
// The chosen parts: a router, a channel, two routers.
import type { PortJson, Scene } from "../engine/protocol";
import { loadText } from "./hits";
import { gainOf, loadOf, ratioOf } from "./coloring";
import type { Model } from "./model";
import { channelName, portNumber, routerName, terminalName, terminalsAt } from "./names";
import { channelBetween, hasFailed, sourceOf } from "./scene";
import { number, texts } from "./texts";
import { failChosen } from "./walk";

function FailButton({ model, failed }: { model: Model; failed: boolean }) {
  return <button type="button" title={texts.failTitle} onClick={() => failChosen(model)}>{failed ? texts.repair : texts.fail}</button>;
}

function Ports({ model, ports }: { model: Model; ports: PortJson[] }) {
  const scene = model.scene.now!;
  const load = loadOf(model.result.now, scene);
  const ratio = load && ratioOf(load, scene);
  const byClass = ports.some(it => it.class !== ports[0].class);
  const bandwidths = ports.some(it => it.bandwidth !== ports[0].bandwidth);
  const meters = ports.some(it => it.meters !== null);
  return (
    <div class="scroll ports" tabIndex={0} role="region" aria-label={texts.ports}>
      <table>
        <thead><tr>
          <th class="number">{texts.port}</th><th>{texts.to}</th>{byClass ? <th>{texts.class}</th> : null}{bandwidths ? <th class="number">{texts.bandwidth}</th> : null}
          {meters ? <th class="number">{texts.cable}</th> : null}{ratio ? <th class="number">{texts.load}</th> : null}
        </tr></thead>
        <tbody>
          {ports.map(it => (
            <tr class={it.channel === model.state.view.channel ? "here" : ""}>
              <td class="number"><button type="button" class="link" onClick={() => { model.setView({ channel: it.channel }, "push"); }}>{portNumber(scene, it.channel)}</button></td>
              <td><button type="button" class="link" onClick={() => model.setView({ router: it.to, channel: null, second: null }, "push")}>
                {routerName(scene, it.to)}{it.place && it.place !== `(${it.to})` ? ` ${it.place}` : ""}</button>{it.failed ? ` ${texts.failed}` : ""}</td>
              {byClass ? <td>{it.class}</td> : null}
              {bandwidths ? <td class="number">{number(it.bandwidth)}</td> : null}
              {meters ? <td class="number">{it.meters === null ? "" : number(it.meters, 3)}</td> : null}
              {ratio ? <td class="number">{Number.isNaN(load![it.channel]) ? "" : number(load![it.channel], 4)}</td> : null}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}

/** The named hosts of a router, with their ports. */
function Hosts({ scene, router }: { scene: Scene; router: number }) {
  const terminals = scene.terminal_names ? terminalsAt(scene, router) : [];
  if (!terminals.length) return null;
  return (
    <div class="scroll hosts" tabIndex={0} role="region" aria-label={texts.hosts}>
      <table>
        <thead><tr>{scene.terminal_port ? <th class="number">{texts.port}</th> : null}<th>{texts.host}</th><th class="number">{texts.terminalWord}</th></tr></thead>
        <tbody>{terminals.map(it => (
          <tr>{scene.terminal_port ? <td class="number">{scene.terminal_port[it]}</td> : null}<td>{terminalName(scene, it)}</td><td class="number">{it}</td></tr>
        ))}</tbody>
      </table>
    </div>
  );
}

/** Routers by distance, as bars. */
function Distances({ distance }: { distance: Uint32Array }) {
  const counts: number[] = [];
  let unreached = 0;
  for (const it of distance) if (it === 0xffffffff) ++unreached; else counts[it] = (counts[it] ?? 0) + 1;
  const most = Math.max(...counts.map(it => it ?? 0));
  return (
    <table class="bars">
      <caption>{texts.distances}</caption>
      <tbody>
        {counts.map((it, hops) => (
          <tr><th scope="row" class="number">{hops}</th><td><div class="bar" style={{ width: `${100 * (it ?? 0) / most}%` }} /></td><td class="number">{it ?? 0}</td></tr>
        ))}
        {unreached ? <tr><th scope="row">{texts.notReached}</th><td /><td class="number">{unreached}</td></tr> : null}
      </tbody>
    </table>
  );
}

function RouterCard({ model }: { model: Model }) {
  const value = model.router.now;
  const scene = model.scene.now;
  if (!value || !scene || value.distance.length !== scene.header.routers) return null;
  const { router } = value;
  return (
    <div class="card">
      <h3>{texts.routerTitle(routerName(scene, router.number), router.number, router.place)}</h3>
      <p class="note">{[...(router.names ?? []).filter(it => it !== routerName(scene, router.number)), router.kind, texts.terminals(router.terminals), `${texts.farthest}: ${texts.hops(router.farthest)}`].filter(it => it).join(" · ")}</p>
      <div class="tools">
        {model.state.view.channel === null ? <FailButton model={model} failed={scene.kind[router.number] === 3} /> : null}
        <button type="button" onClick={() => model.stages.a?.flyTo({ router: router.number })}>{texts.show}</button>
        <button type="button" aria-pressed={model.nextIsSecond} onClick={() => { model.nextIsSecond = !model.nextIsSecond; model.changed(); }}>
          {model.nextIsSecond ? texts.secondNext : texts.secondButton}</button>
      </div>
      <Ports model={model} ports={router.ports} />
      <Hosts scene={scene} router={router.number} />
      {model.state.view.second === null ? <><Distances distance={value.distance} /><p class="note">{texts.secondHint}</p></> : null}
    </div>
  );
}

function PathsCard({ model }: { model: Model }) {
  const value = model.paths.now;
  const { router, second: to } = model.state.view;
  const scene = model.scene.now;
  if (!value || !scene || router === null || to === null) return null;
  const { paths } = value;
  return (
    <div class="card">
      <h3>{texts.betweenRouters(routerName(scene, router), routerName(scene, to))}</h3>
      <dl class="facts-list">
        <dt>{texts.distances}</dt><dd>{paths.hops === null ? texts.notReached : texts.hops(paths.hops)}</dd>
        <dt>{texts.countPaths}</dt><dd>{paths.count.toLocaleString("en")}</dd>
        <dt>{texts.disjoint}</dt><dd>{paths.disjoint}</dd>
      </dl>
      <p class="note">{paths.shortest.map(it => routerName(scene, it)).join(" → ")}</p>
      <div class="tools"><button type="button" onClick={() => model.routeBetween(router, to)}>{texts.useAsRoute}</button></div>
    </div>
  );
}

function ChannelCard({ model }: { model: Model }) {
  const scene = model.scene.now;
  const { channel } = model.state.view;
  if (!scene || channel === null || channel >= scene.header.channels) return null;
  const from = sourceOf(scene, channel), to = scene.target[channel];
  const kind = scene.header.classes[scene.channel_class[channel]];
  const back = scene.reverse?.[channel] ?? channelBetween(scene, to, from);
  const gain = gainOf(model)?.[channel];
  const load = loadText(model, scene, "a", channel);
  const use = model.live.use?.[channel];
  return (
    <div class="card">
      <h3>{texts.channelTitle} {channelName(scene, channel)}</h3>
      <dl class="facts-list">
        <dt>{texts.class}</dt><dd>{kind?.name}</dd>
        <dt>{texts.bandwidth}</dt><dd>{number(kind?.bandwidth ?? 1)}</dd>
        {load ? <><dt>{texts.load}</dt><dd>{load}</dd></> : null}
        {gain ? <><dt>{texts.gained}</dt><dd>{number(gain, 4)}</dd></> : null}
        {use === undefined ? null : <><dt>{texts.useOf}</dt><dd>{number(use, 3)}</dd></>}
        <dt>{texts.state}</dt><dd>{hasFailed(scene, channel) ? texts.failed : texts.works}</dd>
      </dl>
      <div class="tools">
        <FailButton model={model} failed={hasFailed(scene, channel)} />
        <button type="button" onClick={() => model.stages.a?.flyTo({ channel })}>{texts.show}</button>
        {model.state.verb === "load" ? <button type="button" title={texts.whoUsesTitle} onClick={() => model.setArgs({ users: `${from}-${to}` })}>{texts.whoUses}</button> : null}
        {back === null ? null : <button type="button" onClick={() => model.setView({ channel: back }, "push")}>{texts.reverse}</button>}
        <button type="button" onClick={() => model.setView({ router: from }, "push")}>{texts.routerTitle(routerName(scene, from), from)}</button>
        <button type="button" onClick={() => model.setView({ router: to }, "push")}>{texts.routerTitle(routerName(scene, to), to)}</button>
      </div>
    </div>
  );
}

export function Chosen({ model }: { model: Model }) {
  const { router, channel } = model.state.view;
  return (
    <section class="chosen" id="chosen" tabIndex={-1} aria-label={texts.chosen}>
      {router === null && channel === null ? <p class="note">{texts.pickHint}</p> : null}
      <ChannelCard model={model} />
      <PathsCard model={model} />
      {router === null ? null : <RouterCard model={model} />}
    </section>
  );
}
