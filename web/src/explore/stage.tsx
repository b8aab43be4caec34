// SPDX-License-Identifier: Apache-2.0
// A network that is drawn, and what one does to it.
import { useEffect, useRef, useState } from "preact/hooks";
import { AskError, type ResultAnswer, type Scene } from "../engine/protocol";
import { save, fileName } from "../dom";
import { NetworkCanvas } from "../network/canvas";
import type { Hit, NetworkDrawing } from "../network/interface";
import { isDark, onThemeChange } from "../theme";
import { type Side, coloring, loadOf } from "./coloring";
import { Picture } from "./figures";
import { request } from "./grammar";
import { describe, pick } from "./hits";
import { walk } from "./walk";
import { marksOf } from "./marks";
import type { Model } from "./model";
import type { Slot } from "./slot";
import { number, texts } from "./texts";

/** The picture of `weft draw`, where the browser cannot draw the network itself. */
function Plain({ model, topology }: { model: Model; topology: string }) {
  const [svg, setSvg] = useState("");
  useEffect(() => {
    model.engine.ask<ResultAnswer>(request("draw", { topology }))
      .then(({ header }) => setSvg(header.document?.content ?? ""))
      .catch((error: unknown) => setSvg(error instanceof AskError ? "" : String(error)));
  }, [topology]);
  return svg ? <Picture svg={svg} alt={topology} /> : null;
}

/** Says what was chosen, for those who do not see it. */
function announce(model: Model): void {
  const router = model.router.now?.router;
  const scene = model.scene.now;
  if (!router || !scene) return;
  const name = texts.router(router.number, router.place);
  const load = loadOf(model.result.now, scene);
  const fullest = load && router.ports.filter(it => !Number.isNaN(load[it.channel])).reduce<typeof router.ports[number] | null>(
    (best, it) => (best && load[it.channel] <= load[best.channel] ? best : it), null);
  model.say(fullest ? texts.fullestOf(name, `${fullest.class}, ${texts.to} ${fullest.to}`, number(load![fullest.channel]))
                    : `${name}, ${texts.terminals(router.terminals)}, ${router.ports.length} ${texts.ports}`);
}

/** The drawing of a side; what the model says is put into it piece by piece, each only when it is another one. */
class Put {
  private readonly last = new Map<string, unknown>();

  once<T>(name: string, value: T, act: (value: T) => void): void {
    if (this.last.has(name) && this.last.get(name) === value) return;
    this.last.set(name, value);
    act(value);
  }
}

/** A key of what colors depend on. */
function colorKey(model: Model, side: Side): string {
  const { view, verb } = model.state;
  const slots = [model.scene, model.sceneB, model.result, model.load, model.loadB, model.before, model.router].map(it => (it.now ? it.valueOf : null) ?? "");
  return JSON.stringify([side, verb, model.transfers, verb === "collective" || verb === "schedule" ? view.cycle : 0, view.scale, view.range, view.color, view.least, view.class, slots]);
}

function put(drawing: NetworkDrawing, put: Put, model: Model, side: Side): void {
  const scene = (side === "a" ? model.scene : model.sceneB).value;
  if (!scene) return;
  const { view } = model.state;
  put.once("scene", scene, it => {
    drawing.setScene(it);
    if (view.camera && side === "a") drawing.setCamera(view.camera);
    else drawing.fit();
  });
  put.once("use", side === "a" ? model.live.use : null, () => put.once("colors", "", () => undefined));
  put.once("colors", colorKey(model, side), () => {
    const { channels, routers } = coloring(model, side);
    drawing.setChannelColors(channels);
    drawing.setRouterColors(routers);
  });
  put.once("hidden", view.class.join(), () => drawing.setHidden(new Set(view.class)));
  if (side === "b") return;
  put.once("said", model.router.now, () => announce(model));
  const marks = marksOf(model);
  put.once("marks", JSON.stringify(marks), () => drawing.setMarks(marks));
}

/** What is under the pointer, and where: from the left and the top, or from the nearer side beyond the middle. */
interface Place { hit: Hit; of: Scene; x: number; y: number; right: number; bottom: number }

function Hover({ model, scene, side, at }: { model: Model; scene: Scene; side: Side; at: Place }) {
  const lines = describe(model, scene, side, at.hit);
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
    });
    drawing.current = made;
    model.stages[side] = made;
    made.setTheme(isDark());
    const forget = onThemeChange(() => made.setTheme(isDark()));
    if (side === "a") model.live.onDots = dots => made.setFlits(dots);
    put(made, state.current, model, side);
    return () => {
      forget();
      if (side === "a") model.live.onDots = null;
      delete model.stages[side];
      made.dispose();
    };
  }, []);
  useEffect(() => { if (drawing.current) put(drawing.current, state.current, model, side); });

  const { header } = scene ?? {};
  return (
    <div class={`stage${slot.busy ? " busy" : ""}${scene && !slot.now ? " old" : ""}`}>
      <div class="stage-head">
        <h2>{header?.title ?? ""}</h2>
        <span class="note">{header?.facts}</span>
        {slot.isOld && (!slot.now || slot.failure) ? <span class="note origin">{texts.otherPicture}</span> : null}
        <span class="note count">{texts.shown(...drawn)}</span>
        <div class="tools">
          {side === "a" ? <Arrangements model={model} /> : null}
          <button type="button" title={texts.fitTitle} onClick={() => drawing.current?.fit(true)}>{texts.fit}</button>
          <button type="button" onClick={async () => drawing.current && save(`${fileName(header?.title ?? "network")}.png`, await drawing.current.toPng(2))}>
            {texts.savePng}
          </button>
        </div>
      </div>
      <div class="canvas-place"><div
        class="canvas" id={side === "a" ? "network" : undefined} ref={box} tabIndex={0} role="application"
        aria-label={header ? texts.canvasLabel(header.title, header.facts) : texts.network}
        onKeyDown={event => { if (slot.now && drawing.current && side === "a" && walk(model, slot.now, drawing.current, event)) event.preventDefault(); }}
      />{hover && scene && hover.of === scene ? <Hover model={model} scene={scene} side={side} at={hover} /> : null}</div>
      {lost === null ? null : <div class="plain"><p class="note">{texts.noWebgl} {lost}</p>{header ? <Plain model={model} topology={header.topology} /> : null}</div>}
      {header?.block_note ? <p class="note">{header.block_note}</p> : null}
    </div>
  );
}
