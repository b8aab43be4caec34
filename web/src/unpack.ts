/** What a <script> holds in base64; class "packed": as gzip. */
export async function bytesOf(script: Element): Promise<ArrayBuffer> {
  const bytes = Uint8Array.from(atob((script.textContent ?? "").trim()), it => it.charCodeAt(0));
  if (!script.classList.contains("packed")) return bytes.buffer;
  return new Response(new Blob([bytes]).stream().pipeThrough(new DecompressionStream("gzip"))).arrayBuffer();
}

/** The text of a <script> that holds data: as it stands, or packed. */
export async function textOf(script: Element): Promise<string> {
  return script.classList.contains("packed") ? new TextDecoder().decode(await bytesOf(script)) : script.textContent ?? "";
}
