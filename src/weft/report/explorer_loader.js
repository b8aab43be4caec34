"use strict";
(async () => {
  const place = document.getElementById("weft");
  try {
    if (!("DecompressionStream" in window)) throw new Error("it needs a browser of 2023 or later");
    const unpack = bytes => new Response(new Blob([bytes]).stream().pipeThrough(new DecompressionStream("gzip")));
    const part = name => document.getElementById("weft-" + name);
    // The digits are "(" to "|", with "!" for "<"; a short last group is filled up with the largest digit.
    const packed = name => {
      const text = part(name).textContent, bytes = new Uint8Array(Math.floor(text.length * 4 / 5));
      for (let from = 0, to = 0; from < text.length; from += 5, to += 4) {
        let four = 0;
        for (let i = 0; i < 5; ++i) {
          const code = from + i < text.length ? text.charCodeAt(from + i) : 124;
          four = four * 85 + (code === 33 ? 20 : code - 40);
        }
        for (let i = 0; i < 4; ++i) bytes[to + i] = four >>> 24 - 8 * i;
      }
      return bytes;
    };
    const boot = { engine: place.dataset.engine, version: place.dataset.version };
    if (boot.engine === "wasm") {
      boot.module = (async () =>
        part("module") ? packed("module") : new Uint8Array(await (await fetch("weft.wasm.xz")).arrayBuffer()))();
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
