// The engine behind `weft explore`: Weft on this machine, asked over HTTP.
import { type Answer, type AskOptions, AskError, type Engine, type Failure } from "./protocol";
import { readBundle } from "./bundle";
import { Queue, stopped } from "./queue";

const lost = (): AskError => new AskError({ kind: "lost", text: "weft explore does not answer any more: start it again" });

/** The failure that a refusal of the server holds. */
async function refusal(response: Response): Promise<AskError> {
  const text = await response.text();
  try {
    const { error } = JSON.parse(text) as { error?: Failure };
    if (error) return new AskError(error);
  } catch { /* no JSON: the text itself */ }
  return new AskError({ kind: "lost", text: text || `the server answers ${response.status}` });
}

export class ServerEngine implements Engine {
  readonly kind = "server";
  private readonly queue = new Queue();
  private next = 1;

  private constructor(readonly version: string, private readonly headers: Record<string, string>) {}

  /** Opens a session of the server that the page came from. */
  static async connect(token: string): Promise<ServerEngine> {
    const first = new ServerEngine("", { Authorization: `Bearer ${token}` });
    const { version, session } = await (await first.fetch("/state", {})).json() as { version: string; session: string };
    return new ServerEngine(version, { ...first.headers, "Weft-Session": session });
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

  private async fetch(path: string, options: RequestInit): Promise<Response> {
    let response;
    try {
      response = await fetch(path, { ...options, headers: { ...options.headers, ...this.headers } });
    } catch (error) {
      if (options.signal?.aborted) throw stopped();
      throw error instanceof TypeError ? lost() : error;
    }
    if (!response.ok) throw await refusal(response);
    return response;
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

  /** Reads server-sent events, which EventSource could not ask for with a token. */
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
    } catch { /* the answer tells what went wrong */ }
  }
}
