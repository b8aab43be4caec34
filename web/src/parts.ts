// SPDX-License-Identifier: Apache-2.0
// Several results on one page, and the runs of a study.
import { element } from "./dom";
import { addFilterOf } from "./tables";
import { textOf } from "./unpack";

/** A switch for each of several results, in the table of contents. */
export function switchParts(): void {
  const parts = [...document.querySelectorAll<HTMLElement>("main > .part")];
  if (parts.length < 2) return;
  for (const part of parts) {
    const link = document.querySelector(`nav a[href="#${part.id}"]`);
    const box = element("input", { type: "checkbox", "aria-label": `Show ${link?.textContent ?? "the result"}` });
    box.checked = true;
    box.addEventListener("change", () => { part.hidden = !box.checked; });
    link?.before(box, " ");
  }
}

/** Unpacks runs when they are opened; `adopt` makes what is in them work. */
export function watchRuns(adopt: (root: ParentNode) => void): void {
  for (const section of document.querySelectorAll("section.runs")) {
    const runs = [...section.querySelectorAll<HTMLDetailsElement>(":scope > details.run")];
    addFilterOf(runs, "runs", runs[0], it => it.querySelector("summary")?.textContent ?? "");
    for (const run of runs) {
      const packed = run.querySelector(":scope > script.packed");
      if (!packed) continue;
      run.addEventListener("toggle", async () => {
        if (!packed.isConnected) return;
        packed.remove();
        const page = new DOMParser().parseFromString(await textOf(packed), "text/html");
        run.append(...page.body.childNodes);
        adopt(run);
      });
    }
  }
}
