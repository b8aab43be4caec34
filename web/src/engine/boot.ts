// SPDX-License-Identifier: Apache-2.0
// Starts the engine that the loader (src/weft/report/explorer_loader.js) names in window.weftBoot.
import { XzReadableStream } from "xz-decompress";
import { AskError, type Engine } from "./protocol";
import { ServerEngine } from "./server";
import { WasmEngine } from "./wasm";

export interface Boot {
  engine: "server" | "wasm";
  version: string;
  module?: Promise<Uint8Array<ArrayBuffer>>; // packed by xz
  worker?: string; // the address of its script
}

declare global {
  interface Window { weftBoot?: Boot }
}

/** Removes the token of the server from the address, "#token=..;load?topology=..", and returns it; null: the address has no token. */
function takeToken(): string | null {
  const [, token, link] = /^#token=(\w+);?(.*)$/.exec(location.hash) ?? [];
  if (token === undefined) return null;
  history.replaceState(null, "", link ? `#${link}` : location.pathname);
  return token;
}

export async function startEngine({ engine, version, module, worker }: Boot): Promise<Engine> {
  if (engine === "server") return ServerEngine.connect(takeToken());
  let compiled: WebAssembly.Module;
  try {
    const unpacked = new XzReadableStream(new Blob([await module!]).stream());
    compiled = await WebAssembly.compile(await new Response(unpacked).arrayBuffer());
  } catch (error) {
    throw new AskError({ kind: "lost", text: `This browser cannot run Weft's module; those of 2022 and later can (${error})` });
  }
  return new WasmEngine(version, compiled, () => new Worker(worker!));
}
