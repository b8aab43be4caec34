// SPDX-License-Identifier: Apache-2.0
// A network that is drawn, and the actions on it.
import { useEffect, useRef, useState } from "preact/hooks";
import type { Scene } from "../engine/protocol";
import { save, fileName } from "../dom";
import { NetworkCanvas } from "../network/canvas";
import type { Hit, NetworkDrawing } from "../network/interface";
import { isDark, onThemeChange } from "../theme";
import { type Side, coloring, groupsShown, loadOf } from "./coloring";
import { describe, pick } from "./hits";
import { openGroups, shownScene } from "./groups";
import { legendOf } from "./legend";
import { Matrix, matrixSvg } from "./matrix";
import { channelsOfChosen } from "./only";
import { walk } from "./walk";
import { marksOf } from "./marks";
import type { Model } from "./model";
import { hasNames, routerName } from "./names";
import type { Slot } from "./slot";
import { hasSecond, secondKeys } from "./state";
import { number, texts } from "./texts";

/** Announces the chosen router to screen readers. */
function announce(model: Model): void {
  const router = model.router.now?.router;
  const scene = model.scene.now;
  if (!router || !scene) return;
  const name = texts.routerTitle(routerName(scene, router.number), router.number, router.place);
  const load = loadOf(model.result.now, scene);
  const fullest = load && router.ports.filter(it => !Number.isNaN(load[it.channel])).reduce<typeof router.ports[number] | null>(
    (best, it) => (best && load[it.channel] <= load[best.channel] ? best : it), null);
  model.say(fullest ? texts.fullestOf(name, `${fullest.class}, ${texts.to} ${routerName(scene, fullest.to)}`, number(load![fullest.channel]))
                    : `${name}, ${texts.terminals(router.terminals)}, ${router.ports.length} ${texts.ports}`);
}

/** The drawing of a side; it receives the parts of the model that have changed. */
class Put {
  private readonly last = new Map<string, unknown>();

  /** Returns whether a value is another one than at the last call. */
  isOther(name: string, value: unknown): boolean {
    let other = false;
    this.once(name, value, () => { other = true; });
    return other;
  }

  once<T>(name: string, value: T, act: (value: T) => void): void {
    if (this.last.has(name) && this.last.get(name) === value) return;
    this.last.set(name, value);
    act(value);
  }
}

/** A key of everything that colors depend on. */
function colorKey(model: Model, side: Side): string {
  const { view, verb } = model.state;
  const slots = [model.scene, model.sceneB, model.result, model.load, model.loadB, model.before, model.router].map(it => (it.now ? it.valueOf : null) ?? "");
  return JSON.stringify([side, verb, model.transfers, verb === "collective" || verb === "schedule" ? view.cycle : 0, view.scale, view.range, view.color, view.least, view.high, view.class, slots]);
}

function put(drawing: NetworkDrawing, put: Put, model: Model, side: Side): void {
  const whole = (side === "a" ? model.scene : model.sceneB).value;
  if (!whole) return;
  const { view } = model.state, scene = shownScene(view, whole);
  const isOther = put.isOther("network", whole);
  const open = openGroups(view, whole);
  put.once("open", open && [...open].join(), () => drawing.setOpen(open));
  put.once("scene", scene, it => {
    const { camera } = drawing;
    drawing.setScene(it);
    put.once("only", null, () => undefined);
    put.once("groups", "", () => undefined);
    for (const part of ["colors", "hidden", "marks"]) put.once(part, "", () => undefined);
    if (!isOther) drawing.setCamera(camera); // its groups were opened or closed
    else if (view.camera && side === "a") drawing.setCamera(view.camera);
    else drawing.fit();
  });
  put.once("use", side === "a" ? model.live.use : null, () => put.once("colors", "", () => undefined));
  put.once("colors", colorKey(model, side), () => {
    const { channels, routers } = coloring(model, side);
    drawing.setChannelColors(channels);
    drawing.setRouterColors(routers);
  });
  const only = side === "a" || model.state.verb === "load" ? channelsOfChosen(model.state.view, scene) : null;
  put.once("only", only?.join() ?? null, () => drawing.setOnly(only && new Set(only)));
  put.once("groups", view.color, () => drawing.setGroups(groupsShown(view, scene)));
  put.once("lines", view.lines, it => drawing.setBundled(it === "bundled"));
  put.once("hidden", view.class.join(), () => drawing.setHidden(new Set(view.class)));
  if (side === "b") return;
  put.once("said", model.router.now, () => announce(model));
  const marks = marksOf(model);
  put.once("marks", JSON.stringify(marks), () => drawing.setMarks(marks));
}

/** The part under the pointer, and the position: from the left and the top, or from the nearer side beyond the middle. */
interface Place { hit: Hit; of: Scene; x: number; y: number; right: number; bottom: number }

function Hover({ model, scene, side, at }: { model: Model; scene: Scene; side: Side; at: Place }) {
  const lines = describe(model, shownScene(model.state.view, scene), side, at.hit);
  return (
    <div class="hint" style={{ [at.right ? "right" : "left"]: `${(at.right || at.x) + 14}px`, [at.bottom ? "bottom" : "top"]: `${(at.bottom || at.y) + 14}px` }}>
      {lines.map((it, i) => (i === 0 ? <strong>{it}</strong> : <span>{it}</span>))}
    </div>
  );
}

function Arrangements({ model }: { model: Model }) {
  const { see } = model.state.view;
  return (
    <div class="toggle" role="group" aria-label={texts.arrangement}>
      {(Object.keys(texts.arrangements) as (typeof see)[]).map(it => (
        <button type="button" aria-pressed={it === see} onClick={() => model.setView({ see: it, camera: null }, "push")}>{texts.arrangements[it]}</button>
      ))}
    </div>
  );
}

/** Returns the parameters that differ between two networks of the load screen, as this side has them. */
function differing(model: Model, side: Side): string {
  const { state } = model;
  if (state.verb !== "load" || !hasSecond(state)) return "";
  const { scenario } = (side === "a" ? model.result : model.loadB).now?.answer.result ?? {};
  return secondKeys("load").filter(key => state.b[key])
    .map(key => `${key} ${(side === "b" ? state.b[key] : state.args[key]) || scenario?.[key] || ""}`).join(", ");
}

let toldFingers = false;

export function Stage({ model, side }: { model: Model; side: Side }) {
  const box = useRef<HTMLDivElement>(null);
  const drawing = useRef<NetworkDrawing | null>(null);
  const state = useRef(new Put());
  const [hover, setHover] = useState<Place | null>(null);
  const [drawn, setDrawn] = useState<[number, number]>([0, 0]);
  const [lost, setLost] = useState<string | null>(null);
  const slot = (side === "a" ? model.scene : model.sceneB) as Slot<unknown, Scene>;
  const scene = slot.value;

  useEffect(() => {
    const made = new NetworkCanvas(box.current!, {
      hover: (hit, x, y) => {
        const { clientWidth: width, clientHeight: height } = box.current!;
        const of = slot.value;
        setHover(hit && of ? { hit, of, x, y, right: x > width / 2 ? width - x : 0, bottom: y > height / 2 ? height - y : 0 } : null);
      },
      pick: (hit, extend) => { if (side === "a") pick(model, hit, extend); },
      camera: camera => model.cameraMoved(side, camera),
      drawn: (shown, of) => setDrawn([shown, of]),
      lost: setLost,
    }, {
      label: router => (slot.value ? routerName(slot.value, router) : String(router)),
      named: () => slot.value !== null && hasNames(slot.value),
    });
    drawing.current = made;
    model.stages[side] = made;
    made.setTheme(isDark());
    const forget = onThemeChange(() => made.setTheme(isDark()));
    if (side === "a") model.live.onDots = dots => made.setFlits(dots);
    put(made, state.current, model, side);
    // Paper has no graphics card: a copy of the view replaces it while the page is printed.
    let copy: HTMLCanvasElement | null = null;
    const printed = () => {
      document.documentElement.classList.toggle("dark-on-paper", isDark());
      copy?.remove();
      copy = made.toCanvas(2);
      if (!copy) return;
      copy.className = "printed";
      box.current!.parentElement!.append(copy);
    };
    const afterPrint = () => copy?.remove();
    addEventListener("beforeprint", printed);
    addEventListener("afterprint", afterPrint);
    return () => {
      removeEventListener("beforeprint", printed);
      removeEventListener("afterprint", afterPrint);
      forget();
      if (side === "a") model.live.onDots = null;
      delete model.stages[side];
      made.dispose();
    };
  }, []);
  useEffect(() => { if (drawing.current) put(drawing.current, state.current, model, side); });

  const { header } = scene ?? {};
  const isMatrix = model.state.view.see === "matrix", name = fileName(header?.title ?? "network");
  return (
    <div class={`stage${slot.busy ? " busy" : ""}${scene && !slot.now ? " old" : ""}`}>
      <div class="stage-head">
        <h2 title={header?.title}>{header?.title ?? ""}</h2>
        <span class="note facts-note" title={header?.facts}>{header?.facts}</span>
        {differing(model, side) ? <span class="note" title={differing(model, side)}>{differing(model, side)}</span> : null}
        {slot.isOld && (!slot.now || slot.failure) ? <span class="note origin">{texts.otherPicture}</span> : null}
        <div class="tools">
          {side === "a" ? <Arrangements model={model} /> : null}
          <button type="button" title={texts.fitTitle} onClick={() => drawing.current?.fit(true)}>{texts.fit}</button>
          <button type="button" title={texts.saveSvgTitle} disabled={!scene} onClick={() => drawing.current && scene && save(`${name}.svg`, isMatrix
            ? matrixSvg(model, scene, side) : drawing.current.toSvg(`${scene.header.title}: ${scene.header.facts}`, legendOf(model, side)), "image/svg+xml")}>{texts.saveSvg}</button>
          <button type="button" hidden={isMatrix} onClick={async () => drawing.current && save(`${name}.png`, await drawing.current.toPng(2))}>
            {texts.savePng}
          </button>
        </div>
      </div>
      {lost === null ? null : <p class="note lost">{texts.drawnPlainly} {lost}</p>}
      {isMatrix && scene ? <Matrix model={model} scene={scene} side={side} /> : null}
      <div class={`canvas-place${isMatrix ? " unseen" : ""}`}><span class="note count">{texts.shown(...drawn)}</span><div
        class="canvas" id={side === "a" ? "network" : undefined} ref={box} tabIndex={0} role="application"
        aria-label={header ? texts.canvasLabel(header.title, header.facts) : texts.network}
        onPointerCancel={event => { if (event.pointerType === "touch" && !toldFingers) { toldFingers = true; model.refuse(texts.twoFingers); } }}
        onKeyDown={event => { if (slot.now && drawing.current && side === "a" && walk(model, slot.now, drawing.current, event)) event.preventDefault(); }}
      />{hover && scene && hover.of === scene ? <Hover model={model} scene={scene} side={side} at={hover} /> : null}</div>
      {header?.block_note ? <p class="note">{header.block_note}</p> : null}
    </div>
  );
}
