"use strict";
addEventListener("load", async () => {
  const packed = document.getElementById("weft-script");
  if (!packed || !("DecompressionStream" in window)) return;
  const bytes = Uint8Array.from(atob(packed.textContent.trim()), c => c.charCodeAt(0));
  const unpacked = new Blob([bytes]).stream().pipeThrough(new DecompressionStream("gzip"));
  const script = document.createElement("script");
  script.textContent = await new Response(unpacked).text();
  document.head.append(script);
});
