// SPDX-License-Identifier: Apache-2.0
// The engine behind `weft explore`: Weft on this machine, over HTTP.
import { type Answer, type AskOptions, AskError, type Engine, type Failure } from "./protocol";
import { readBundle } from "./bundle";
import { Queue, stopped } from "./queue";

const lost = (): AskError => new AskError({ kind: "lost", text: "weft explore does not answer: start it again" });

const keyName = "weft-key";

/** Returns the key of the server from the storage of its origin, where reloads, Back, copied links and other tabs find it. */
function keptKey(): string | null {
  try {
    return localStorage.getItem(keyName);
  } catch { return null; } // the browser has no storage
}

function keepKey(key: string): void {
  try {
    localStorage.setItem(keyName, key);
  } catch { /* the key is valid for this page */ }
}

/** Returns the failure in a refusal of the server. */
async function refusal(response: Response): Promise<AskError> {
  const text = await response.text();
  try {
    const { error } = JSON.parse(text) as { error?: Failure };
    if (error) return new AskError(error);
  } catch { /* no JSON: show the text */ }
  return new AskError({ kind: "lost", text: text || `the server answers ${response.status}` });
}

export class ServerEngine implements Engine {
  readonly kind = "server";
  version = "";
  private readonly queue = new Queue();
  private next = 1;
  private session = "";
  private opening: Promise<void> | null = null;

  private constructor(private readonly key: string) {}

  /**
   * Opens a session of the server of the page. The token of a printed address is valid for one exchange for the key of the
   * server, which later pages of this browser find in the storage.
   */
  static async connect(token: string | null): Promise<ServerEngine> {
    let key = keptKey();
    if (token !== null) {
      try {
        const response = await ServerEngine.request("/enter", { method: "POST", headers: { Authorization: `Bearer ${token}` } });
        key = (await response.json() as { key: string }).key;
        keepKey(key);
      } catch (error) {
        if (key === null) throw error; // otherwise the stored key replaces a used token
      }
    }
    if (key === null) throw new AskError({ kind: "lost", text: "This page has no key: open the address that weft explore has printed last." });
    const engine = new ServerEngine(key);
    await engine.open();
    return engine;
  }

  /** Opens a session; requests that come meanwhile wait for it. */
  private open(): Promise<void> {
    return this.opening ??= (async () => {
      try {
        const response = await ServerEngine.request("/state", { headers: { Authorization: `Bearer ${this.key}` } });
        const { version, session } = await response.json() as { version: string; session: string };
        [this.version, this.session] = [version, session];
      } finally {
        this.opening = null;
      }
    })();
  }

  ask<Header>(request: string, options: AskOptions = {}): Promise<Answer<Header>> {
    return this.queue.run(() => this.send<Header>(request, options), options);
  }

  async give(name: string, content: Uint8Array): Promise<string> {
    const response = await this.fetch(`/given?name=${encodeURIComponent(name)}`, {
      method: "POST", body: content as BodyInit, headers: { "Content-Type": "application/octet-stream" },
    });
    return (await response.json() as { path: string }).path;
  }

  private static async request(path: string, options: RequestInit): Promise<Response> {
    let response;
    try {
      response = await fetch(path, options);
    } catch (error) {
      if (options.signal?.aborted) throw stopped();
      throw error instanceof TypeError ? lost() : error;
    }
    if (!response.ok) throw await refusal(response);
    return response;
  }

  /** Sends a request of the session. If the server has closed the session, it opens another and sends the request again. */
  private async fetch(path: string, options: RequestInit): Promise<Response> {
    const { session } = this;
    const send = () => ServerEngine.request(path, {
      ...options, headers: { ...options.headers, Authorization: `Bearer ${this.key}`, "Weft-Session": this.session },
    });
    try {
      return await send();
    } catch (error) {
      if (!(error instanceof AskError) || error.failure.kind !== "ended") throw error;
      if (this.session === session) await this.open();
      return send();
    }
  }

  private async send<Header>(request: string, { figures = false, signal, onProgress }: AskOptions): Promise<Answer<Header>> {
    const id = this.next++;
    const done = new AbortController();
    const stop = () => {
      void this.fetch(`/ask/${id}`, { method: "DELETE" }).catch(() => undefined);
      done.abort();
    };
    signal?.addEventListener("abort", stop, { once: true });
    if (onProgress) void this.watch(id, onProgress, done.signal);
    try {
      const response = await this.fetch("/ask", {
        method: "POST", body: JSON.stringify({ request, figures, id }), headers: { "Content-Type": "application/json" }, signal: done.signal,
      });
      return readBundle<Header>(await response.arrayBuffer());
    } catch (error) {
      throw signal?.aborted ? stopped() : error;
    } finally {
      signal?.removeEventListener("abort", stop);
      done.abort();
    }
  }

  /** Reads server-sent events; EventSource cannot send the key. */
  private async watch(id: number, onProgress: NonNullable<AskOptions["onProgress"]>, signal: AbortSignal): Promise<void> {
    try {
      const response = await this.fetch(`/progress/${id}`, { signal });
      const reader = response.body!.pipeThrough(new TextDecoderStream()).getReader();
      let text = "";
      for (let part = await reader.read(); !part.done; part = await reader.read()) {
        const events = (text + part.value).split("\n\n");
        text = events.pop()!;
        for (const event of events) {
          const data = event.split("\n").filter(it => it.startsWith("data:")).map(it => it.slice(5)).join("\n");
          if (!data) continue;
          const { share, text: words } = JSON.parse(data) as { share: number | null; text: string };
          onProgress(share, words);
        }
      }
    } catch { /* the answer contains the reason */ }
  }
}
