// SPDX-License-Identifier: Apache-2.0
declare module "*/weft.mjs" {
  /** See web/wasm/weft.mjs. */
  export interface Weft {
    askBytes(request: string, figures: boolean): ArrayBuffer;
    writeFile(path: string, content: string | Uint8Array): void;
  }
  export function load(source: WebAssembly.Module | BufferSource, hear?: {
    write?: (descriptor: number, bytes: Uint8Array) => void;
    progress?: (state: { share: number | null; text: string }) => void;
  }): Promise<Weft>;
  export function readBundle(buffer: ArrayBuffer): unknown;
}
