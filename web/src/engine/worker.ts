// SPDX-License-Identifier: Apache-2.0
// Runs in a worker: one instance of weft.wasm, which answers the page one request at a time.
import { load, type Weft } from "../../wasm/weft.mjs";

export type ToWorker =
  | { kind: "start"; module: WebAssembly.Module; files: [string, Uint8Array][] }
  | { kind: "ask"; id: number; request: string; figures: boolean }
  | { kind: "give"; path: string; content: Uint8Array };
export type FromWorker =
  | { kind: "ready" }
  | { kind: "progress"; share: number | null; text: string }
  | { kind: "answer"; id: number; bundle: ArrayBuffer }
  | { kind: "trap"; text: string };

const page = self as unknown as { postMessage(message: FromWorker, transfer?: Transferable[]): void };
let weft: Weft;

async function handle(message: ToWorker): Promise<void> {
  if (message.kind === "start") {
    weft = await load(message.module, { progress: state => page.postMessage({ kind: "progress", ...state }) });
    for (const [path, content] of message.files) weft.writeFile(path, content);
    page.postMessage({ kind: "ready" });
  } else if (message.kind === "give") {
    weft.writeFile(message.path, message.content);
  } else {
    const bundle = weft.askBytes(message.request, message.figures);
    page.postMessage({ kind: "answer", id: message.id, bundle }, [bundle]);
  }
}

self.addEventListener("message", event => {
  handle(event.data as ToWorker).catch((error: unknown) => page.postMessage({ kind: "trap", text: String(error) }));
});
