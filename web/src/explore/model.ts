// SPDX-License-Identifier: Apache-2.0
import { currentLink, pushLink, replaceLink } from "./address";
import type { Answer, Engine, Failure, PathsAnswer, ResultAnswer, RouterAnswer, Scene, SceneAnswer, Schema } from "../engine/protocol";
import type { Camera, NetworkDrawing } from "../network/interface";
import { startCamera } from "../network/camera";
import { printSpec } from "./grammar";
import { Live } from "./live";
import { hasFailures, healthyRequest, loadRequest, pathsRequest, routerRequest, sceneRequest, toggledFailure, topologyOf, verbRequest, withoutUsers } from "./requests";
import { failName, sceneOf, terminalText } from "./scene";
import { Slot } from "./slot";
import { type State, type View, completed, failuresApart, keysOf, parseLink, printLink, secondTopology } from "./state";
import { Sweeps } from "./sweeps";
import { texts } from "./texts";

export interface Result { answer: ResultAnswer; arrays: Answer["arrays"] }
export interface Router { router: RouterAnswer["router"]; distance: Uint32Array }
export interface Paths { paths: PathsAnswer["paths"]; onPath: Uint32Array }

const resultOf = (answer: Answer<ResultAnswer>): Result => ({ answer: answer.header, arrays: answer.arrays });

/** Channels above which the figures of a load are drawn only when asked for. */
const mostWithFigures = 20_000;

export type How = "push" | "replace" | "drag";

/** All that the page shows, and what follows when a part of it changes. */
export class Model {
  state: State;
  problems: string[];
  message = ""; // for the live region
  readonly scene: Slot<SceneAnswer, Scene>;
  readonly sceneB: Slot<SceneAnswer, Scene>;
  readonly result: Slot<ResultAnswer, Result>;
  readonly load: Slot<ResultAnswer, Result>; // of the first network, where the result is another verb's
  readonly loadB: Slot<ResultAnswer, Result>;
  readonly before: Slot<ResultAnswer, Result>; // the load without failures
  readonly router: Slot<RouterAnswer, Router>;
  readonly paths: Slot<PathsAnswer, Paths>;
  readonly live: Live;
  readonly sweeps: Sweeps;
  /** The drawings of the networks, while they are on the page. */
  readonly stages: { a?: NetworkDrawing; b?: NetworkDrawing } = {};
  /** Paths of other routings, beside that of the result. */
  routes: { name: string; routers: number[] }[] = [];
  given = false; // a file, in this window
  figuresWanted = false;
  transfers = ""; // the name of the transfers that are shown slot by slot; otherwise the first
  watching = false; // on the screen of deadlocks: the run that closes the cycle
  private readonly listeners = new Set<() => void>();
  private pending = false;
  private cameraTimer: ReturnType<typeof setTimeout> | undefined;

  constructor(readonly engine: Engine, readonly schema: Schema) {
    const changed = () => this.changed();
    const slot = <Header, Value>(name: string, convert: (answer: Answer<Header>) => Value) => new Slot(name, engine, convert, changed);
    // Numbers of routers and channels mean the same in every arrangement, and whatever has failed.
    this.scene = new Slot("scene", engine, sceneOf, changed, topologyOf);
    this.sceneB = new Slot("sceneB", engine, sceneOf, changed, topologyOf);
    this.result = new Slot("result", engine, resultOf, changed, withoutUsers);
    this.load = slot("load", resultOf);
    this.loadB = slot("loadB", resultOf);
    this.before = slot("before", resultOf);
    this.router = slot("router", (it: Answer<RouterAnswer>) => ({ router: it.header.router, distance: it.arrays.get("distance") as Uint32Array }));
    this.paths = slot("paths", (it: Answer<PathsAnswer>) => ({ paths: it.header.paths, onPath: it.arrays.get("on_path") as Uint32Array }));
    this.live = new Live(this);
    this.sweeps = new Sweeps(this);
    ({ state: this.state, problems: this.problems } = parseLink(currentLink(), schema));
    replaceLink(this.link);
    addEventListener("popstate", () => this.followLink());
    addEventListener("hashchange", () => this.followLink());
  }

  get link(): string {
    return printLink(this.state, this.schema);
  }
  get slots(): Slot<never, unknown>[] {
    return [this.scene, this.sceneB, this.result, this.load, this.loadB, this.before, this.router, this.paths] as unknown as Slot<never, unknown>[];
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

  private followLink(): void {
    if (currentLink() === this.link) return;
    ({ state: this.state, problems: this.problems } = parseLink(currentLink(), this.schema));
    this.refresh();
  }

  set(change: Partial<State>, how: How = "push"): void {
    this.state = { ...this.state, ...change };
    const link = this.link;
    if (how === "push" && link !== currentLink()) pushLink(link);
    else if (how !== "push") replaceLink(link);
    this.problems = [];
    this.refresh();
  }

  setView(view: Partial<View>, how: How = "replace"): void {
    this.set({ view: { ...this.state.view, ...view } }, how);
  }

  /** Sets arguments of the verb; an empty one takes its default. What is chosen in another network is chosen no more. */
  setArgs(args: Record<string, string>, how: How = "push"): void {
    const next = Object.fromEntries(Object.entries({ ...this.state.args, ...args }).filter(([, it]) => it !== ""));
    const other = "topology" in args && args.topology !== this.state.args.topology;
    const view = other ? { ...this.state.view, router: null, second: null, channel: null, class: [], camera: null } : this.state.view;
    if (other) delete next.fail;
    this.set({ args: this.state.verb === "compare" ? next : failuresApart(next), view }, how);
  }

  setVerb(verb: string): void {
    const entry = this.schema.verbs[verb];
    const kept = Object.entries(this.state.args).filter(([key]) => keysOf(entry).includes(key) && key in shared);
    this.figuresWanted = false;
    this.watching = false;
    const b = verb === "compare" && !this.state.b.topology ? { topology: secondTopology } : this.state.b;
    this.set({ verb, b, args: completed(Object.fromEntries(kept), entry), view: { ...this.state.view, channel: null, class: [], least: 0 } });
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

  /** A camera was moved: that of the other network follows, and the link a moment later. */
  cameraMoved(side: "a" | "b", camera: Camera): void {
    const other = this.stages[side === "a" ? "b" : "a"];
    if (other && !sameCamera(other.camera, camera)) other.setCamera(camera);
    if (side !== "a") return;
    clearTimeout(this.cameraTimer);
    this.cameraTimer = setTimeout(() => {
      const start = startCamera(this.scene.value?.header.dimensions ?? 2);
      this.state = { ...this.state, view: { ...this.state.view, camera: sameCamera(start, camera) ? null : camera } };
      replaceLink(this.link);
    }, 300);
  }

  /** Fails what is chosen, or repairs it. */
  toggleFailure(hit: { router: number } | { channel: number }): void {
    const scene = this.scene.now;
    if (scene) this.setArgs({ fail: toggledFailure(this.state.args.fail, failName(scene, hit)) });
  }

  stop(): void {
    this.slots.forEach(it => it.stop());
    this.live.pause();
    this.sweeps.stop();
  }

  again(): void {
    this.slots.filter(it => it.failure).forEach(it => it.again());
    this.refresh();
  }

  refresh(): void {
    const { state } = this;
    this.scene.want(sceneRequest(state, state.args.topology));
    this.sceneB.want(state.verb === "compare" ? sceneRequest(state, state.b.topology) : null);
    this.router.want(routerRequest(state), { quick: true });
    this.paths.want(pathsRequest(state), { quick: true });
    this.live.follow(state);
    this.result.aim = this.resultRequest; // it may have to wait for the scene
    this.wantMore();
    this.changed();
  }

  /** Whether the result is asked for with its figures. */
  get hasFigures(): boolean {
    return this.figuresWanted || (this.scene.value?.header.channels ?? 0) <= mostWithFigures;
  }

  /** What waits for the scene: pictures of large results are not worth their time unless asked for. */
  private wantMore(): void {
    const { state, schema } = this;
    const scene = this.scene.value;
    const failed = this.scene.failure;
    if (!scene && !failed) return;
    this.result.want(this.resultRequest, { figures: this.hasFigures });
    const loads = state.verb === "compare" && state.view.color === "load";
    this.load.want(loads ? loadRequest(state, schema, state.args.topology) : null);
    this.loadB.want(loads ? loadRequest(state, schema, state.b.topology) : null);
    const routing = this.result.now?.answer.result.scenario.routing;
    this.before.want(state.verb === "load" && hasFailures(state.args) && routing ? healthyRequest(state, schema, routing) : null);
  }

  /** The request of the verb; null where the page shows something else in its place. */
  private get resultRequest(): string | null {
    const { verb, b } = this.state;
    const own = verb === "sweep" || (verb === "simulate" && this.live.wanted) || (verb === "compare" && !b.topology);
    return own ? null : verbRequest(this.state, this.schema);
  }

  /** Failures that are not about one input, and those of inputs. */
  get failures(): Failure[] {
    const all = [...this.slots.map(it => it.failure), this.live.failure, this.sweeps.failure].filter((it): it is Failure => it !== null);
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
