"use strict";
(async () => {
  const place = document.getElementById("weft");
  try {
    if (!("DecompressionStream" in window)) throw new Error("it needs a browser of 2023 or later");
    const unpack = bytes => new Response(new Blob([bytes]).stream().pipeThrough(new DecompressionStream("gzip")));
    const part = name => document.getElementById("weft-" + name);
    const packed = name => {
      const text = atob(part(name).textContent), bytes = new Uint8Array(text.length);
      for (let i = 0; i < text.length; ++i) bytes[i] = text.charCodeAt(i);  // Uint8Array.from takes twenty times as long
      return bytes;
    };
    const boot = { engine: place.dataset.engine, version: place.dataset.version };
    if (boot.engine === "wasm") {
      boot.module = (async () => {
        const bytes = part("module") ? packed("module") : new Uint8Array(await (await fetch("weft.wasm.gz")).arrayBuffer());
        // Some servers unpack it on the way.
        return WebAssembly.compile(bytes[0] === 31 ? await unpack(bytes).arrayBuffer() : bytes);
      })();
      boot.module.catch(() => {});  // whoever starts the engine tells
      boot.worker = URL.createObjectURL(new Blob([await unpack(packed("worker")).text()], { type: "text/javascript" }));
    }
    window.weftBoot = boot;
    const script = document.createElement("script");
    script.textContent = await unpack(packed("script")).text();
    document.head.append(script);
  } catch (error) {
    place.firstElementChild.textContent = "This page cannot start: " + error.message;
  }
})();
