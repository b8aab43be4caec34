// SPDX-License-Identifier: Apache-2.0
import { AskError, type Answer, type Engine, type Failure } from "../engine/protocol";

export interface Busy { since: number; share: number | null; text: string }

/** The latest answers, for Back, Forward and differences. */
class Recent {
  private readonly kept = new Map<string, Answer<unknown>>();

  get(key: string): Answer<unknown> | undefined {
    return this.kept.get(key);
  }
  put(key: string, answer: Answer<unknown>): void {
    this.kept.delete(key);
    this.kept.set(key, answer);
    while (this.kept.size > 8) this.kept.delete(this.kept.keys().next().value!);
  }
}

export interface Want { figures?: boolean; quick?: boolean } // quick: not worth stopping

/**
 * A value that the page shows, with its request. After a failure, the last good value stays, but panels about the current state
 * may show only `now`.
 */
export class Slot<Header, Value> {
  value: Value | null = null;
  valueOf: string | null = null; // its request
  aim: string | null = null; // the request of the state
  failure: Failure | null = null;
  busy: Busy | null = null;
  private wanted: string | null = null;
  private stopper: AbortController | null = null;
  private static readonly recent = new WeakMap<Engine, Recent>();

  constructor(
    readonly name: string, private readonly engine: Engine, private readonly convert: (answer: Answer<Header>) => Value,
    private readonly changed: () => void, private readonly meant: (request: string) => string = it => it,
  ) {}

  /** Returns the value if it answers the request of the state; `meant` maps requests with equal answers to one text. */
  get now(): Value | null {
    return this.valueOf !== null && this.aim !== null && this.meant(this.valueOf) === this.meant(this.aim) ? this.value : null;
  }
  /** Returns the value if its request is exactly that of the state. */
  get exact(): Value | null {
    return this.isOld ? null : this.value;
  }
  /** Returns whether the value answers another request than the state has. */
  get isOld(): boolean {
    return this.value !== null && this.valueOf !== this.aim;
  }

  /** Sends the request unless it is the last one; null: clears the value. */
  want(request: string | null, { figures = false, quick = false }: Want = {}): void {
    this.aim = request;
    const key = request === null ? null : `${figures} ${request}`;
    if (key === this.wanted) return;
    this.stopper?.abort();
    this.wanted = key;
    this.stopper = null;
    this.busy = null;
    this.failure = null;
    if (request === null || key === null) {
      this.value = this.valueOf = null;
      return;
    }
    void this.ask(request, key, figures, quick);
  }

  /** Ends the current request. */
  stop(): void {
    this.stopper?.abort();
  }

  /** Lets the next `want` send a request again that failed or was stopped. */
  again(): void {
    this.wanted = null;
  }

  private async ask(request: string, key: string, figures: boolean, quick: boolean): Promise<void> {
    let recent = Slot.recent.get(this.engine);
    if (!recent) Slot.recent.set(this.engine, recent = new Recent());
    const current = () => this.wanted === key;
    const stopper = new AbortController();
    this.stopper = quick ? null : stopper;
    this.busy = { since: performance.now(), share: null, text: "" };
    try {
      const answer = (recent.get(key) as Answer<Header> | undefined) ?? await this.engine.ask<Header>(request, {
        figures, signal: quick ? undefined : stopper.signal,
        onProgress: (share, text) => {
          if (current() && this.busy) this.busy = { ...this.busy, share, text };
          this.changed();
        },
      });
      recent.put(key, answer);
      if (!current()) return;
      this.value = this.convert(answer);
      this.valueOf = request;
    } catch (error) {
      if (!current()) return;
      this.failure = error instanceof AskError ? error.failure : { kind: "internal", text: String(error) };
    }
    this.busy = null;
    this.stopper = null;
    this.changed();
  }
}
