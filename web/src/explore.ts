// SPDX-License-Identifier: Apache-2.0
// The script of the explorer's page.
import { startEngine } from "./engine/boot";
import { explore } from "./explore/main";

const place = document.getElementById("weft")!;

startEngine(window.weftBoot!).then(engine => explore(engine, place)).catch((error: unknown) => {
  const text = document.createElement("p");
  text.className = "start";
  text.textContent = error instanceof Error ? error.message : String(error);
  place.replaceChildren(text);
});
