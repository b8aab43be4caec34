// SPDX-License-Identifier: Apache-2.0
// A run of the flit engine that is played in batches of cycles, which are requested ahead.
import { AskError, type Failure, type FrameAnswer, type FrameArrays, type LiveAnswer, type PacketAnswer } from "../engine/protocol";
import { reducedMotion } from "../dom";
import { type FlitDots } from "../network/interface";
import { type Spec, parseSpec, request } from "./grammar";
import type { Model } from "./model";
import { effectiveArgs, engineWith } from "./requests";
import { type State, withoutDefaults } from "./state";
import { texts } from "./texts";

type Frame = FrameAnswer["frame"];

interface Batch { start: number; frame: Frame; arrays: FrameArrays; firstMove: Uint32Array | null } // moves by cycle

export interface Sample { cycle: number; latency: number | null; accepted: number }

/** Flits are drawn one by one up to this size, and up to this speed in cycles per second. */
const mostRouters = 4096, mostSpeed = 60;
const batchSeconds = 0.25;
const mostSamples = 400;
const usePeriod = 1000, pagePeriod = 450; // milliseconds between changes of the colors, and of the numbers
const paletteSize = 6;

export class Live {
  wanted: string | null = null;
  info: LiveAnswer["live"] | null = null;
  frame: Frame | null = null; // the last that is shown
  arrays: FrameArrays | null = null;
  use: Float32Array | null = null; // [channels] flits per cycle lately
  samples: Sample[] = [];
  playing = false;
  failure: Failure | null = null;
  packet: number | null = null; // the one that is followed
  packetFacts: PacketAnswer["packet"] = null;
  onDots: ((dots: FlitDots | null) => void) | null = null;
  private batches: Batch[] = [];
  private position = 0; // in cycles
  private asking = false;
  private lastTick = 0;
  private blockedAt = -1;
  private playWhenOpen = false;
  private skipping = false; // to a deadlock
  private toldAt = 0;
  private recent: { sent: Uint32Array | null; cycles: number; shownAt: number } = { sent: null, cycles: 0, shownAt: 0 }; // sent since the colors have changed

  constructor(private readonly model: Model) {}

  get cycle(): number {
    return Math.floor(this.position);
  }

  /** Opens the run of this state unless it is open. */
  follow(state: State): void {
    const wanted = this.requestOf(state);
    if (wanted === this.wanted) return;
    const playing = this.playing && wanted !== null;
    this.close();
    this.wanted = wanted;
    if (wanted !== null) void this.open(wanted, state.view.cycle, playing);
  }

  /** Runs again from the first cycle. */
  restart(): void {
    const { wanted } = this;
    this.close();
    this.wanted = wanted;
    if (wanted !== null) void this.open(wanted, 0, false);
  }

  private requestOf(state: State): string | null {
    const { verbs } = this.model.schema;
    if (state.verb === "simulate") {
      const args = effectiveArgs(state);
      return parseSpec(args.engine)?.name === "flit" ? request("live_open", withoutDefaults(args, verbs.simulate)) : null;
    }
    if (state.verb !== "deadlock" || !this.model.watching) return null;
    const { topology, routing, vcs, fail, failed_links, failed_routers, seed } = state.args;
    const engine = engineWith("flit", { vcs: vcs || null, allow_deadlock: "true", packet_size: "16", rate: "0.5" });
    return request("live_open", { topology, routing, traffic: "uniform", engine, fail, failed_links, failed_routers, seed });
  }

  private close(): void {
    const { info } = this;
    if (info) void this.model.engine.ask(request("live_close", { id: info.id })).catch(() => undefined);
    Object.assign(this, {
      wanted: null, info: null, frame: null, arrays: null, use: null, samples: [], playing: false, failure: null, packet: null, packetFacts: null,
      batches: [], position: 0, blockedAt: -1, recent: { sent: null, cycles: 0, shownAt: 0 },
    });
    this.onDots?.(null);
  }

  private async open(wanted: string, cycle: number, play: boolean): Promise<void> {
    try {
      const { header } = await this.model.engine.ask<LiveAnswer>(wanted);
      if (this.wanted !== wanted) return void this.model.engine.ask(request("live_close", { id: header.live.id })).catch(() => undefined);
      this.info = header.live;
      if (cycle > 0) await this.step(cycle);
      if (play || this.playWhenOpen) this.play();
      this.playWhenOpen = false;
    } catch (error) {
      if (this.wanted === wanted) this.fail(error);
    }
    this.model.changed();
  }

  private fail(error: unknown): void {
    this.failure = error instanceof AskError ? error.failure : { kind: "internal", text: String(error) };
    this.playing = false;
    if (this.failure.kind !== "input") this.info = null;
    this.model.changed();
  }

  play(): void {
    if (!this.info || this.playing || this.frame?.deadlock) return;
    this.playing = true;
    this.lastTick = performance.now();
    requestAnimationFrame(now => this.tick(now));
    this.model.changed();
  }

  /** Plays as soon as the run is open. */
  playSoon(): void {
    if (this.info) this.play();
    else this.playWhenOpen = true;
  }

  pause(): void {
    this.skipping = false;
    if (!this.playing) return;
    this.playing = false;
    this.model.setView({ cycle: this.cycle });
  }

  toggle(): void {
    if (this.playing) this.pause();
    else this.play();
  }

  /** Goes ahead until packets deadlock, for `maxCycles` cycles at most. */
  async skipToDeadlock(maxCycles = 100_000): Promise<void> {
    const { wanted } = this;
    const end = (this.frame?.cycle ?? 0) + maxCycles;
    this.pause();
    this.skipping = true;
    for (let cycle = -1; this.skipping && this.wanted === wanted && !this.frame?.deadlock && cycle < end;) {
      await this.step(Math.round(Math.min(1000, Math.max(64, cycle / 16)))); // the watchdog looks every 64 cycles
      const next = this.frame?.cycle ?? 0;
      if (next <= cycle) break; // it has failed, or was opened again
      cycle = next;
    }
    if (this.skipping && this.wanted === wanted && !this.failure && !this.frame?.deadlock) this.model.say(texts.noDeadlockYet(this.frame?.cycle ?? 0));
    this.skipping = false;
  }

  /** Simulates `cycles` cycles and shows the last. */
  async step(cycles: number): Promise<void> {
    this.playing = false;
    const ahead = this.batches.reduce((sum, it) => sum + it.frame.cycle - it.start, 0);
    while (this.batches.length) this.finish(this.batches.shift()!);
    if (ahead < cycles) {
      const batch = await this.ask(cycles - ahead, cycles - ahead === 1);
      if (!batch) return;
      this.finish(batch);
      this.position = batch.frame.cycle;
      this.draw(batch, batch.frame.cycle - 1, 0.5);
    }
    this.model.changed();
  }

  private get detailed(): boolean {
    return this.model.state.view.speed <= mostSpeed && (this.info?.routers ?? Infinity) <= mostRouters;
  }

  private async ask(cycles: number, trace: boolean): Promise<Batch | null> {
    const { info, wanted } = this;
    if (!info) return null;
    this.asking = true;
    try {
      const start = this.batches.at(-1)?.frame.cycle ?? this.frame?.cycle ?? 0;
      const { header, arrays } = await this.model.engine.ask<FrameAnswer>(request("live_step", { id: info.id, cycles, trace: trace ? "true" : "" }));
      if (this.wanted !== wanted) return null;
      const all = Object.fromEntries(arrays) as unknown as FrameArrays;
      return { start, frame: header.frame, arrays: all, firstMove: all.moves ? movesByCycle(all.moves, start, header.frame.cycle) : null };
    } catch (error) {
      if (this.wanted !== wanted) return null;
      // A new engine has no run of that number.
      if (this.frame !== null && error instanceof AskError && error.failure.kind === "input") this.restart();
      else this.fail(error);
      return null;
    } finally {
      this.asking = false;
    }
  }

  private tick(now: number): void {
    if (!this.playing || !this.info) return;
    const { speed } = this.model.state.view;
    const end = this.batches.at(-1)?.frame.cycle ?? this.frame?.cycle ?? 0;
    this.position = Math.min(end, this.position + Math.min(0.5, (now - this.lastTick) / 1000) * speed);
    this.lastTick = now;
    if (!this.asking && end - this.position <= speed * batchSeconds) {
      const cycles = Math.max(1, Math.round(speed * batchSeconds));
      void this.ask(cycles, this.detailed).then(batch => { if (batch) this.batches.push(batch); });
    }
    while (this.batches.length && this.position >= this.batches[0].frame.cycle) this.finish(this.batches.shift()!);
    const batch = this.batches[0];
    if (batch) this.draw(batch, Math.floor(this.position), reducedMotion() ? 0.5 : this.position % 1);
    requestAnimationFrame(next => this.tick(next));
  }

  /** Shows the state at the end of a batch. */
  private finish({ start, frame, arrays }: Batch): void {
    const cycles = Math.max(1, frame.cycle - start);
    this.addUse(arrays.sent, cycles);
    this.frame = frame;
    this.arrays = arrays;
    this.samples.push({ cycle: frame.cycle, latency: frame.latency, accepted: frame.accepted });
    if (this.samples.length > mostSamples) this.samples = thinned(this.samples);
    if (frame.deadlock) {
      this.playing = false;
      this.batches = [];
      this.position = frame.cycle;
      this.model.say(texts.found(frame.deadlock.cycle, frame.deadlock.blocked));
    }
    if (this.packet !== null) void this.askPacket();
    const now = performance.now();
    if (this.playing && now - this.toldAt < pagePeriod) return;
    this.toldAt = now;
    this.model.changed();
  }

  /** Gathers the use of channels. While flits are played the colors change once a second: the network is drawn anew for that. */
  private addUse(sent: Uint32Array, cycles: number): void {
    const { recent } = this, now = performance.now();
    if (recent.sent?.length === sent.length) sent.forEach((it, channel) => { recent.sent![channel] += it; });
    else Object.assign(recent, { sent: sent.slice(), cycles: 0 });
    recent.cycles += cycles;
    if (this.playing && this.use && now - recent.shownAt < usePeriod) return;
    this.use = Float32Array.from(recent.sent!, it => it / recent.cycles);
    this.recent = { sent: null, cycles: 0, shownAt: now };
  }

  private draw({ start, arrays, firstMove }: Batch, cycle: number, at: number): void {
    if (!this.onDots || !this.info) return;
    const moves = arrays.moves ?? new Uint32Array();
    const [first, last] = firstMove && cycle >= start ? [firstMove[cycle - start], firstMove[cycle - start + 1]] : [0, 0];
    const count = Math.max(0, last - first);
    const dots: FlitDots = {
      channel: new Uint32Array(count), at: new Float32Array(count).fill(at), color: new Uint8Array(count), followed: -1,
      buffers: this.fill(arrays), blocked: arrays.blocked,
    };
    for (let i = 0; i < count; ++i) {
      const [, channel, packet] = moves.subarray(5 * (first + i), 5 * (first + i) + 3);
      dots.channel[i] = channel;
      dots.color[i] = packet % paletteSize;
      if (packet === this.packet) dots.followed = i;
    }
    this.onDots(dots);
  }

  private fill({ buffered }: FrameArrays): Float32Array {
    const { channels, vcs, depth } = this.info!;
    const fill = new Float32Array(channels);
    for (let c = 0; c < channels; ++c) {
      let flits = 0;
      for (let vc = 0; vc < vcs; ++vc) flits += buffered[c * vcs + vc];
      fill[c] = flits / (vcs * depth);
    }
    return fill;
  }

  /** Follows a packet; null: stops following. */
  followPacket(packet: number | null): void {
    this.packet = packet;
    this.packetFacts = null;
    if (packet !== null) void this.askPacket();
    this.model.changed();
  }

  /** Returns a packet that was lately on a channel. */
  packetOn(channel: number): number | null {
    const moves = this.arrays?.moves ?? this.batches[0]?.arrays.moves;
    for (let i = (moves?.length ?? 0) - 5; moves && i >= 0; i -= 5) if (moves[i + 1] === channel) return moves[i + 2];
    return null;
  }

  private async askPacket(): Promise<void> {
    const { info, packet } = this;
    if (!info || packet === null) return;
    try {
      const { header } = await this.model.engine.ask<PacketAnswer>(request("live_packet", { id: info.id, packet }));
      if (this.packet === packet) this.packetFacts = header.packet;
      this.model.changed();
    } catch (error) {
      if (this.packet === packet) this.fail(error);
    }
  }

  /** Returns the next channel with a blocked packet at its end. */
  nextBlocked(): number | null {
    const blocked = this.arrays?.blocked;
    for (let k = 1; blocked && k <= blocked.length; ++k) {
      const channel = (this.blockedAt + k) % blocked.length;
      if (blocked[channel]) return this.blockedAt = channel;
    }
    return null;
  }

  /** Returns the channels with the packets that wait for each other. */
  get deadlocked(): number[] {
    return (this.frame?.deadlock?.waiters ?? []).map(it => it.channel).filter((it): it is number => it !== null);
  }

  get engineSpec(): Spec | null {
    return this.info ? parseSpec(this.info.scenario.engine ?? "") : null;
  }
}

/** Returns the first move of each cycle from `start` on; moves are in the order of their cycles. */
function movesByCycle(moves: Uint32Array, start: number, end: number): Uint32Array {
  const first = new Uint32Array(Math.max(0, end - start) + 1);
  for (let i = 0; i < moves.length; i += 5) ++first[Math.min(first.length - 1, moves[i] - start + 1)];
  for (let c = 1; c < first.length; ++c) first[c] += first[c - 1];
  return first;
}

/** Halves the number of samples: means of two. */
function thinned(samples: Sample[]): Sample[] {
  const out: Sample[] = [];
  for (let i = 0; i + 1 < samples.length; i += 2) {
    const [a, b] = [samples[i], samples[i + 1]];
    const latency = a.latency === null ? b.latency : b.latency === null ? a.latency : (a.latency + b.latency) / 2;
    out.push({ cycle: b.cycle, latency, accepted: (a.accepted + b.accepted) / 2 });
  }
  return out;
}
