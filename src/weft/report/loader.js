"use strict";
addEventListener("load", async () => {
  const packed = document.getElementById("weft-script");
  if (!packed || !("DecompressionStream" in window)) return;
  const text = atob(packed.textContent.trim()), bytes = new Uint8Array(text.length);
  for (let i = 0; i < text.length; ++i) bytes[i] = text.charCodeAt(i);  // Uint8Array.from takes twenty times as long
  const unpacked = new Blob([bytes]).stream().pipeThrough(new DecompressionStream("gzip"));
  const script = document.createElement("script");
  script.textContent = await new Response(unpacked).text();
  document.head.append(script);
});
