// SPDX-License-Identifier: Apache-2.0
import { currentLink, pushLink, replaceLink } from "./address";
import type { Answer, Engine, Failure, PathsAnswer, ResultAnswer, RouterAnswer, Scene, SceneAnswer, Schema } from "../engine/protocol";
import { Readings } from "./readings";
import { SavedViews } from "./saved_views";
import type { Camera, NetworkDrawing } from "../network/interface";
import { startCamera } from "../network/camera";
import { printSpec } from "./grammar";
import { Live } from "./live";
import { hasFailures, healthyRequest, loadRequest, secondLoadRequest, pathsRequest, routerRequest, sceneRequest, toggledFailure, topologyOf, verbRequest, withoutUsers } from "./requests";
import { failName, farTerminal, sceneOf, terminalText } from "./scene";
import { Past } from "./past";
import { Singles } from "./singles";
import { Slot } from "./slot";
import { type State, type View, completed, failuresApart, maxViewName, hasSecond, keysOf, parseLink, printLink, secondTopology } from "./state";
import { withoutDefaults } from "./state";
import { withoutFailures } from "./requests";
import { Sweeps } from "./sweeps";
import { texts } from "./texts";

export interface Result { answer: ResultAnswer; arrays: Answer["arrays"] }
export interface Router { router: RouterAnswer["router"]; distance: Uint32Array }
export interface Paths { paths: PathsAnswer["paths"]; onPath: Uint32Array }

const resultOf = (answer: Answer<ResultAnswer>): Result => ({ answer: answer.header, arrays: answer.arrays });

/** Channels above which the figures of a load are drawn only when asked for. */
const mostWithFigures = 20_000;

/** Characters of a title. */
const maxTitle = 160;

export type How = "push" | "replace" | "drag";

/** The state of the page, and the requests that follow from it. */
export class Model {
  state: State;
  problems: string[];
  message = ""; // for the live region
  refusal = ""; // shown for some seconds
  private refusalTimer: ReturnType<typeof setTimeout> | undefined;
  readonly scene: Slot<SceneAnswer, Scene>;
  readonly sceneB: Slot<SceneAnswer, Scene>;
  readonly result: Slot<ResultAnswer, Result>;
  readonly load: Slot<ResultAnswer, Result>; // of the first network, where the result is another verb's
  readonly loadB: Slot<ResultAnswer, Result>;
  readonly before: Slot<ResultAnswer, Result>; // the load without failures
  readonly usual: Slot<ResultAnswer, Result>; // the same under the routing that the state names, where that may be another
  readonly router: Slot<RouterAnswer, Router>;
  readonly paths: Slot<PathsAnswer, Paths>;
  readonly live: Live;
  readonly sweeps: Sweeps;
  readonly singles: Singles;
  readonly past = new Past();
  readonly saved = new SavedViews();
  readonly readings: Readings;
  /** The drawings of the networks, while they are on the page. */
  readonly stages: { a?: NetworkDrawing; b?: NetworkDrawing } = {};
  /** Paths of other routings, in addition to the path of the result. */
  routes: { name: string; routers: number[] }[] = [];
  given = false; // a file, in this window
  nextEnd: "from" | "to" = "from"; // on the screen of routes: the end that the next click sets
  nextIsSecond = false; // the next click chooses a second router
  figuresWanted = false;
  transfers = ""; // the name of the transfers that are shown slot by slot; otherwise the first
  watching = false; // on the screen of deadlocks: the run that closes the cycle
  private readonly listeners = new Set<() => void>();
  private pending = false;
  private cameraTimer: ReturnType<typeof setTimeout> | undefined;

  constructor(readonly engine: Engine, readonly schema: Schema) {
    const changed = () => this.changed();
    const slot = <Header, Value>(name: string, convert: (answer: Answer<Header>) => Value) => new Slot(name, engine, convert, changed);
    // Routers and channels have the same numbers in all arrangements and with all failures.
    this.scene = new Slot("scene", engine, sceneOf, changed, topologyOf);
    this.sceneB = new Slot("sceneB", engine, sceneOf, changed, topologyOf);
    this.result = new Slot("result", engine, resultOf, changed, withoutUsers);
    this.load = slot("load", resultOf);
    this.loadB = slot("loadB", resultOf);
    this.before = slot("before", resultOf);
    this.usual = slot("usual", resultOf);
    this.router = slot("router", (it: Answer<RouterAnswer>) => ({ router: it.header.router, distance: it.arrays.get("distance") as Uint32Array }));
    this.paths = slot("paths", (it: Answer<PathsAnswer>) => ({ paths: it.header.paths, onPath: it.arrays.get("on_path") as Uint32Array }));
    this.live = new Live(this);
    this.sweeps = new Sweeps(this);
    this.singles = new Singles(this);
    this.readings = new Readings(engine, changed);
    ({ state: this.state, problems: this.problems } = parseLink(currentLink(), schema));
    replaceLink(this.link);
    this.saved.see(this.state.view.saved, this.link);
    document.title = this.title;
    addEventListener("popstate", () => this.followLink());
    addEventListener("hashchange", () => this.followLink());
  }

  get link(): string {
    return printLink(this.state, this.schema);
  }
  /** Returns the view in words, for the history of the browser: the screen, the network and arguments that are no defaults. */
  get title(): string {
    const { verb, b } = this.state;
    const { topology = "", ...others } = withoutDefaults(this.state.args, this.schema.verbs[verb]);
    const words = [[topology, b.topology].filter(it => it).join(" and "), ...Object.entries(others).map(([key, value]) => `${key.replaceAll("_", " ")} ${value}`)];
    const text = words.filter(it => it).join(", ");
    return `${texts.screens[verb] ?? verb}: ${text.length > maxTitle ? `${text.slice(0, maxTitle - 1)}…` : text} – Weft`;
  }
  get slots(): Slot<never, unknown>[] {
    return [this.scene, this.sceneB, this.result, this.load, this.loadB, this.before, this.usual, this.router, this.paths] as unknown as Slot<never, unknown>[];
  }

  subscribe(listener: () => void): () => void {
    this.listeners.add(listener);
    return () => this.listeners.delete(listener);
  }

  /** Draws the page anew, soon. */
  changed(): void {
    if (this.pending) return;
    this.pending = true;
    queueMicrotask(() => {
      this.pending = false;
      this.wantMore();
      this.listeners.forEach(it => it());
    });
  }

  say(message: string): void {
    this.message = message;
    this.changed();
  }

  /** Shows for some seconds why an action was refused. */
  refuse(message: string): void {
    this.refusal = message;
    clearTimeout(this.refusalTimer);
    this.refusalTimer = setTimeout(() => {
      this.refusal = "";
      this.changed();
    }, 8000);
    this.say(message);
  }

  private followLink(): void {
    if (currentLink() === this.link) return;
    ({ state: this.state, problems: this.problems } = parseLink(currentLink(), this.schema));
    this.saved.see(this.state.view.saved, this.link);
    document.title = this.title;
    this.refresh();
  }

  /** Saves this view under a name, which its link contains. */
  saveView(name: string): void {
    this.setView({ saved: name.trim().slice(0, maxViewName) }, "push");
    this.saved.add(this.state.view.saved, this.link);
    this.say(texts.viewSaved(this.state.view.saved));
  }

  /** Shows the view of a link, as a new entry of the history. */
  goTo(link: string): void {
    this.set(parseLink(link, this.schema).state);
  }

  /** Shows the view before this one; that is an entry of the history, too. */
  undo(): void {
    const entry = this.past.pop();
    if (entry) this.set(parseLink(entry.link, this.schema).state, "push", false);
  }

  /** Changes the state. `remember`: the view before is one of the earlier views. */
  set(change: Partial<State>, how: How = "push", remember = true): void {
    const before = { link: this.link, title: this.title };
    const { saved } = this.state.view;
    this.state = { ...this.state, ...change };
    // Another view than the saved one has no name, unless it comes with it.
    if (saved && this.state.view.saved === saved && this.link !== before.link && !("verb" in change && "view" in change)) this.state.view = { ...this.state.view, saved: "" };
    const link = this.link;
    if (remember && how === "push" && link !== before.link) this.past.add(before);
    if (how === "push" && link !== currentLink()) pushLink(link);
    else if (how !== "push") replaceLink(link);
    document.title = this.title;
    this.problems = [];
    this.refresh();
  }

  setView(view: Partial<View>, how: How = "replace"): void {
    this.set({ view: { ...this.state.view, ...view } }, how);
  }

  /** Sets arguments of the verb; an empty one becomes the default. A new network has no chosen parts. */
  setArgs(args: Record<string, string>, how: How = "push"): void {
    const next = Object.fromEntries(Object.entries({ ...this.state.args, ...args }).filter(([, it]) => it !== ""));
    const other = "topology" in args && args.topology !== this.state.args.topology;
    const view = other ? { ...this.state.view, router: null, second: null, channel: null, cables: "", opened: [], class: [], camera: null } : this.state.view;
    if (other) delete next.fail;
    this.set({ args: this.state.verb === "compare" ? next : failuresApart(next), view }, how);
  }

  setVerb(verb: string): void {
    this.figuresWanted = false;
    this.watching = false;
    this.set(this.stateOfVerb(verb));
  }

  /** The link of the page after setVerb(verb). */
  linkOfVerb(verb: string): string {
    return printLink(this.stateOfVerb(verb), this.schema);
  }

  private stateOfVerb(verb: string): State {
    const entry = this.schema.verbs[verb];
    const kept = Object.entries(this.state.args).filter(([key]) => keysOf(entry).includes(key) && key in shared);
    const b = verb === "compare" && !this.state.b.topology ? { ...this.state.b, topology: secondTopology } : this.state.b;
    return { verb, b, args: completed(Object.fromEntries(kept), entry), view: { ...this.state.view, saved: "", channel: null, class: [], least: 0, high: 0 } };
  }

  watch(on: boolean): void {
    this.watching = on;
    this.refresh();
    if (on) this.live.playSoon();
  }

  /** Shows the run of the flit engine at a point of a sweep. */
  toFlits(args: Record<string, string>, engine: string): void {
    const { rates, points, limit, resolution, saturation, ...kept } = args;
    void rates; void points; void limit; void resolution; void saturation;
    this.set({ verb: "simulate", args: { ...kept, engine } });
  }

  /** The screen of routes, with a message from one router to another. */
  routeBetween(from: number, to: number): void {
    const scene = this.scene.now;
    if (!scene) return;
    const { topology, routing, fail } = this.state.args;
    const args = { topology, routing, fail, from: terminalText(scene, from), to: terminalText(scene, to) };
    this.set({ verb: "route", args: Object.fromEntries(Object.entries(args).filter(([, it]) => it)) });
  }

  /** Moves the camera of the other network likewise, and the link a moment later. */
  cameraMoved(side: "a" | "b", camera: Camera): void {
    const other = this.stages[side === "a" ? "b" : "a"];
    if (other && !sameCamera(other.camera, camera)) other.setCamera(camera);
    if (side !== "a") return;
    clearTimeout(this.cameraTimer);
    this.cameraTimer = setTimeout(() => {
      const start = startCamera(this.scene.value?.header.dimensions ?? 2), before = this.state.view.camera ?? start;
      if (sameCamera(before, camera)) return;
      this.state = { ...this.state, view: { ...this.state.view, saved: "", camera: sameCamera(start, camera) ? null : camera } };
      replaceLink(this.link);
    }, 300);
  }

  /** Fails the chosen part, or repairs it. */
  toggleFailure(hit: { router: number } | { channel: number }): void {
    const scene = this.scene.now;
    if (scene) this.setArgs({ fail: toggledFailure(this.state.args.fail, failName(scene, hit)) });
  }

  stop(): void {
    this.slots.forEach(it => it.stop());
    this.live.pause();
    this.sweeps.stop();
    this.singles.stop();
  }

  again(): void {
    this.slots.filter(it => it.failure).forEach(it => it.again());
    this.refresh();
  }

  refresh(): void {
    const { state } = this;
    this.scene.want(sceneRequest(state, state.args.topology));
    this.sceneB.want(!hasSecond(state) ? null : sceneRequest(state, state.verb === "compare" ? state.b.topology : state.args.topology));
    this.router.want(routerRequest(state), { quick: true });
    this.paths.want(pathsRequest(state), { quick: true });
    this.live.follow(state);
    if (this.singles.running && !this.singles.isCurrent) this.singles.stop();
    this.result.aim = this.resultRequest; // it may have to wait for the scene
    this.wantMore();
    this.changed();
  }

  /** Returns whether the result is requested with its figures. */
  get hasFigures(): boolean {
    return this.figuresWanted || (this.scene.value?.header.channels ?? 0) <= mostWithFigures;
  }

  /** Sends the requests that wait for the scene. Figures of large results take long and are drawn only on demand. */
  private wantMore(): void {
    const { state, schema } = this;
    const scene = this.scene.value;
    const failed = this.scene.failure;
    if (!scene && !failed) return;
    // A route from a terminal to itself has no hop: the target is another terminal unless the user names one.
    if (state.verb === "route" && !state.args.to && this.scene.now && this.scene.now.header.terminals > 1)
      return this.setArgs({ to: farTerminal(this.scene.now) }, "replace");
    this.result.want(this.resultRequest, { figures: this.hasFigures });
    const loads = state.verb === "compare" && state.view.color === "load";
    this.load.want(loads ? loadRequest(state, schema, state.args.topology) : null);
    this.loadB.want(loads ? loadRequest(state, schema, state.b.topology) : secondLoadRequest(state, schema));
    const routing = this.result.now?.answer.result.scenario.routing;
    this.before.want(state.verb === "load" && hasFailures(state.args) && routing ? healthyRequest(state, schema, routing) : null);
    const isUnderAnother = state.verb === "load" && hasFailures(state.args) && routing && routing !== state.args.routing;
    this.usual.want(isUnderAnother ? withoutFailures(state, schema) : null);
  }

  /** Returns the request of the verb; null where the page shows something else instead. */
  private get resultRequest(): string | null {
    const { verb, b } = this.state;
    const own = verb === "sweep" || (verb === "simulate" && this.live.wanted) || (verb === "compare" && !b.topology);
    return own ? null : verbRequest(this.state, this.schema);
  }

  /** All failures, each once. */
  get failures(): Failure[] {
    const all = [...this.slots.map(it => it.failure), this.live.failure, this.sweeps.failure, this.singles.failure].filter((it): it is Failure => it !== null);
    return all.filter((it, i) => all.findIndex(other => other.text === it.text) === i);
  }

  async give(file: File): Promise<void> {
    const path = await this.engine.give(file.name, new Uint8Array(await file.arrayBuffer()));
    this.given = true;
    this.message = texts.given(file.name);
    this.setArgs({ topology: printSpec({ name: "file", args: [["path", path]] }) });
  }
}

function sameCamera(a: Camera, b: Camera): boolean {
  return (Object.keys(a) as (keyof Camera)[]).every(key => Math.abs(a[key] - b[key]) < 1e-6 * Math.max(1, Math.abs(a[key])));
}

/** Arguments that stay when the screen changes. */
const shared: Record<string, true> = {
  topology: true, topologies: true, routing: true, pattern: true, traffic: true, mapping: true, grid: true, seed: true, layout: true,
  failed_links: true, failed_routers: true, fail: true, engine: true, job: true,
};
