// SPDX-License-Identifier: Apache-2.0
/** What a <script> holds in base64; class "packed": as gzip. */
export async function bytesOf(script: Element): Promise<ArrayBuffer> {
  const text = atob((script.textContent ?? "").trim()), bytes = new Uint8Array(text.length);
  for (let i = 0; i < text.length; ++i) bytes[i] = text.charCodeAt(i);  // Uint8Array.from takes twenty times as long
  if (!script.classList.contains("packed")) return bytes.buffer;
  return new Response(new Blob([bytes]).stream().pipeThrough(new DecompressionStream("gzip"))).arrayBuffer();
}

/** The text of a <script> that holds data: as it stands, or packed. */
export async function textOf(script: Element): Promise<string> {
  return script.classList.contains("packed") ? new TextDecoder().decode(await bytesOf(script)) : script.textContent ?? "";
}
