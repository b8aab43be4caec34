// SPDX-License-Identifier: Apache-2.0
// The engine in the page itself: weft.wasm in a worker.
import { type Answer, type AskOptions, AskError, type Engine } from "./protocol";
import { readBundle } from "./bundle";
import { Queue, stopped } from "./queue";
import type { FromWorker, ToWorker } from "./worker";

interface Waiting { resolve(bundle: ArrayBuffer): void; reject(error: AskError): void; onProgress: AskOptions["onProgress"] }

export class WasmEngine implements Engine {
  readonly kind = "wasm";
  private readonly queue = new Queue();
  private readonly files = new Map<string, Uint8Array>();
  private worker: Worker | null = null;
  private ready: Promise<void> | null = null;
  private waiting: Waiting | null = null;
  private next = 1;

  /** `makeWorker` starts the script that worker.ts becomes. */
  constructor(readonly version: string, private readonly module: WebAssembly.Module, private readonly makeWorker: () => Worker) {}

  ask<Header>(request: string, options: AskOptions = {}): Promise<Answer<Header>> {
    return this.queue.run(async () => readBundle<Header>(await this.send(request, options)), options);
  }

  give(name: string, content: Uint8Array): Promise<string> {
    return this.queue.run(async () => {
      const path = `given/${name}`;
      this.files.set(path, content);
      if (this.worker) this.tell({ kind: "give", path, content });
      return path;
    });
  }

  private async send(request: string, { figures = false, signal, onProgress }: AskOptions): Promise<ArrayBuffer> {
    const answer = new Promise<ArrayBuffer>((resolve, reject) => { this.waiting = { resolve, reject, onProgress }; });
    const stop = () => this.end(stopped());
    signal?.addEventListener("abort", stop, { once: true });
    try {
      const ready = this.ready ??= this.start();
      await Promise.race([ready, answer]);
      if (!signal?.aborted) this.tell({ kind: "ask", id: this.next++, request, figures });
      return await answer;
    } finally {
      signal?.removeEventListener("abort", stop);
      this.waiting = null;
    }
  }

  private start(): Promise<void> {
    const worker = this.worker = this.makeWorker();
    return new Promise(resolve => {
      worker.addEventListener("message", ({ data }: MessageEvent<FromWorker>) => {
        if (data.kind === "ready") resolve();
        else if (data.kind === "answer") this.waiting?.resolve(data.bundle);
        else if (data.kind === "progress") this.waiting?.onProgress?.(data.share, data.text);
        else this.end(new AskError({ kind: "lost", text: `Weft stopped working in this page (${data.text}) and was started anew` }));
      });
      worker.addEventListener("error", event => {
        this.end(new AskError({ kind: "lost", text: `Weft could not be started in this page: ${event.message || "no worker"}` }));
      });
      this.tell({ kind: "start", module: this.module, files: [...this.files] });
    });
  }

  private tell(message: ToWorker): void {
    this.worker!.postMessage(message);
  }

  /** Ends the worker and its computation; the next request starts another from the compiled module. */
  private end(why: AskError): void {
    this.worker?.terminate();
    this.worker = null;
    this.ready = null;
    this.waiting?.reject(why);
  }
}
