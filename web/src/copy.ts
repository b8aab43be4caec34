// SPDX-License-Identifier: Apache-2.0
import { button, fileName, save } from "./dom";
import { textOf } from "./unpack";

export async function copyText(text: string): Promise<boolean> {
  try {
    await navigator.clipboard.writeText(text);
    return true;
  } catch {
    return false;
  }
}

/** A button beside each command. Where the clipboard is closed, it selects the text. */
export function copyCommands(root: ParentNode): void {
  for (const box of root.querySelectorAll<HTMLElement>(".command")) {
    const code = box.querySelector("code");
    if (!code) continue;
    const copy = button("Copy", async () => {
      const text = code.querySelector("[title]")?.getAttribute("title") ?? code.textContent ?? "";
      if (await copyText(text)) copy.textContent = "Copied";
      else getSelection()?.selectAllChildren(code);
      setTimeout(() => { copy.textContent = "Copy"; }, 2000);
    }, { "aria-label": "Copy the command" });
    box.append(copy);
  }
}

/** A button for each result in the page: its data as JSON. */
export function saveResults(): void {
  for (const data of document.querySelectorAll<HTMLScriptElement>("script.result")) {
    const part = data.closest(".part");
    const name = part?.querySelector("h2")?.textContent ?? document.title;
    data.before(button("Save the result as JSON", async () => save(`${fileName(name)}.json`, await textOf(data), "application/json")));
  }
}
