// SPDX-License-Identifier: Apache-2.0
// The page.
import { useEffect, useRef, useState } from "preact/hooks";
import { addThemeSwitch } from "../theme";
import { Boundary } from "./boundary";
import { Command } from "./command";
import { Earlier } from "./earlier";
import { Figures } from "./figures";
import { parseSpec } from "./grammar";
import { listenToKeys } from "./keys";
import { Legend } from "./legend";
import type { Model } from "./model";
import { Numbers } from "./numbers";
import { OfResult } from "./origin";
import { RouteEnds } from "./route_ends";
import { screens } from "./screens";
import { Search } from "./search";
import { SlotPlayer } from "./slots";
import { hasSecond } from "./state";
import { Stage } from "./stage";
import { SweepCharts, SweepStart } from "./sweep";
import { texts } from "./texts";
import { LiveCharts, Player } from "./time";
import { useChanges } from "./use";
import { What } from "./what";

function Tabs({ model }: { model: Model }) {
  const known = screens.filter(it => it in model.schema.verbs);
  return (
    <nav aria-label={texts.screensLabel}>
      <ul class="tabs">
        {known.map(it => (
          <li><a href={model.linkOfVerb(it)} aria-current={it === model.state.verb ? "page" : undefined} onClick={event => {
            if (event.ctrlKey || event.metaKey || event.shiftKey || event.altKey) return; // another tab or window
            event.preventDefault();
            model.setVerb(it);
          }}>{texts.screens[it] ?? it}</a></li>
        ))}
      </ul>
    </nav>
  );
}

function KeysDialog({ model, dialog, setting }: { model: Model; dialog: preact.RefObject<HTMLDialogElement | null>; setting: { everywhere: boolean } }) {
  return (
    <dialog ref={dialog} aria-labelledby="keys-title">
      <h2 id="keys-title">{texts.keys}</h2>
      <dl class="keys">{texts.keyList.map(([key, what]) => <div><dt>{key}</dt><dd>{what}</dd></div>)}</dl>
      <label><input type="checkbox" checked={setting.everywhere} onChange={event => { setting.everywhere = event.currentTarget.checked; model.changed(); }} />
        {" "}{texts.keysEverywhere}</label>
      <p><button type="button" class="main" onClick={() => dialog.current!.close()}>{texts.close}</button></p>
    </dialog>
  );
}

/** The computation in progress, and a button that stops it. */
function Working({ model }: { model: Model }) {
  const [, tick] = useState(0);
  const busy = model.slots.map(it => it.busy).find(it => it);
  const sweep = model.sweeps.busy ?? model.singles.busy;
  const since = busy?.since ?? sweep?.since;
  useEffect(() => {
    if (since === undefined) return;
    const timer = setInterval(() => tick(it => it + 1), 250);
    return () => clearInterval(timer);
  }, [since]);
  const elapsed = since === undefined ? 0 : (performance.now() - since) / 1000;
  if (elapsed < 0.3) return <div class="working idle" />;
  const share = busy?.share ?? (sweep ? sweep.done / sweep.of : null);
  return (
    <div class="working" role="group" aria-label={texts.workingLabel}>
      <progress max={1} value={share ?? undefined} aria-label={texts.workingLabel} />
      <span>{busy?.text || texts.working(texts.screens[model.state.verb] ?? model.state.verb)}
        {elapsed > 3 && share ? ` ${texts.remaining(elapsed / share - elapsed)}.` : ""}{elapsed > 3 ? ` ${texts.takesLonger}` : ""}</span>
      <button type="button" onClick={() => model.stop()}>{texts.stop}</button>
    </div>
  );
}

function Notices({ model }: { model: Model }) {
  const failures = model.failures;
  const file = parseSpec(model.state.args.topology ?? "")?.name === "file" && !model.given && failures.some(it => it.kind === "input");
  if (!failures.length && !model.problems.length) return null;
  return (
    <div class="notices" role="alert">
      {model.problems.map(it => <p>{it}</p>)}
      {file ? <p>{texts.asksFile(model.state.args.topology)}</p> : null}
      {failures.map(it => (
        <p class={it.kind}>{it.kind === "stopped" ? texts.stopped : it.text}
          {it.kind === "input" ? null : <button type="button" onClick={() => model.again()}>{texts.again}</button>}</p>
      ))}
    </div>
  );
}

function Charts({ model }: { model: Model }) {
  const result = model.result.value;
  const { verb } = model.state;
  if (verb === "sweep") return <SweepCharts model={model} />;
  if (model.live.wanted !== null) return <LiveCharts model={model} />;
  if (!result || result.answer.result.verb !== verb) return null;
  if (result.answer.figures.length) return <OfResult model={model}><Figures result={result} /></OfResult>;
  if (model.hasFigures) return null;
  return <p><button type="button" onClick={() => { model.figuresWanted = true; model.changed(); }}>{texts.drawFigures}</button></p>;
}

/** Files that are dropped on the page. */
function useDrops(model: Model): void {
  useEffect(() => {
    const over = (event: DragEvent) => event.preventDefault();
    const drop = (event: DragEvent) => {
      event.preventDefault();
      const file = event.dataTransfer?.files[0];
      if (file) void model.give(file);
    };
    document.addEventListener("dragover", over);
    document.addEventListener("drop", drop);
    return () => {
      document.removeEventListener("dragover", over);
      document.removeEventListener("drop", drop);
    };
  }, [model]);
}

export function App({ model }: { model: Model }) {
  useChanges(model);
  useDrops(model);
  const themes = useRef<HTMLDivElement>(null);
  const search = useRef<HTMLInputElement>(null);
  const keys = useRef<HTMLDialogElement>(null);
  const setting = useRef({ everywhere: true });
  useEffect(() => addThemeSwitch(themes.current), []);
  useEffect(() => listenToKeys(model, setting.current, { search: () => search.current?.focus(), keys: () => keys.current?.showModal() }), [model]);
  const { state: { verb } } = model;
  const title = texts.pageTitle(texts.screens[verb] ?? verb, model.scene.now?.header.title ?? model.state.args.topology ?? "");
  useEffect(() => { document.title = title; }, [title]);
  const shown = [model.link, ...model.slots.map(it => it.valueOf)].join("|"); // a panel that has failed tries again when this changes
  return (
    <div class={`explore on-${verb}`}>
      <a class="skip" href="#network" onClick={event => { event.preventDefault(); document.getElementById("network")?.focus(); }}>{texts.skip}</a>
      <header>
        <h1>{texts.title}</h1>
        <Tabs model={model} />
        <div class="header-tools">
          <Earlier model={model} />
          <Search model={model} input={search} />
          <div ref={themes} class="theme-place" />
          <button type="button" aria-label={texts.keys} title={texts.keys} onClick={() => keys.current?.showModal()}>?</button>
        </div>
        <Command model={model} />
      </header>
      <Notices model={model} />
      <main>
        <section class="pane what-pane" aria-label={texts.what}>
          <Boundary name={texts.what} of={shown}>{verb === "sweep" ? <SweepStart model={model} /> : null}<What model={model} /></Boundary>
          <label class="file">{texts.openFile}<input type="file" class="unseen" onChange={event => {
            const file = event.currentTarget.files?.[0];
            if (file) void model.give(file);
          }} /></label>
        </section>
        <section class="pane network-pane" aria-label={texts.network}>
          <Boundary name={texts.time} of={shown}>
            {model.live.wanted !== null ? <Player model={model} /> : null}
            {verb === "route" ? <RouteEnds model={model} /> : null}
            {verb === "collective" || verb === "schedule" ? <SlotPlayer model={model} /> : null}
          </Boundary>
          <Working model={model} />
          <Boundary name={texts.network} of={shown}>
            <div class={`stages${hasSecond(model.state) ? " two" : ""}`}>
              <Stage model={model} side="a" />
              {hasSecond(model.state) ? <Stage model={model} side="b" /> : null}
            </div>
            <Legend model={model} />
          </Boundary>
        </section>
        <section class="pane numbers-pane" aria-label={texts.numbers}>
          <Boundary name={texts.numbers} of={shown}><Numbers model={model} /></Boundary>
        </section>
        <section class="pane charts-pane" aria-label={texts.charts}>
          <Boundary name={texts.charts} of={shown}><Charts model={model} /></Boundary>
        </section>
      </main>
      <div class="unseen" role="status" aria-live="polite">{model.message}</div>
      {model.refusal ? <p class="toast" aria-hidden="true">{model.refusal}</p> : null}
      <KeysDialog model={model} dialog={keys} setting={setting.current} />
    </div>
  );
}
