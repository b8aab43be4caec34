// SPDX-License-Identifier: Apache-2.0
// Keys that work in the whole page. Single keys can be confined to the picture.
import type { Model } from "./model";
import { screens } from "./screens";
import { failChosen, stepPort } from "./walk";

export interface KeySetting { everywhere: boolean }

function isTyping(target: EventTarget | null): boolean {
  return target instanceof HTMLElement && (target.isContentEditable || /^(INPUT|SELECT|TEXTAREA)$/.test(target.tagName));
}

/** Acts on a key of the picture, wherever the focus is. */
function actOnChosen(model: Model, key: string): void {
  if (key === "x") failChosen(model);
  else stepPort(model, model.scene.now!, key === "n" ? 1 : -1);
}

export function listenToKeys(model: Model, setting: KeySetting, show: { search(): void; keys(): void }): () => void {
  const act = (event: KeyboardEvent) => {
    if (event.defaultPrevented || event.ctrlKey || event.metaKey || event.altKey || isTyping(event.target)) return;
    const inPicture = event.target instanceof Element && event.target.closest(".canvas") !== null;
    if (!inPicture && !setting.everywhere) return;
    const onControl = event.target instanceof Element && event.target.closest("button, summary, a, [role=tab]") !== null;
    const digit = /^[1-9]$/.test(event.key) ? screens[Number(event.key) - 1] : undefined;
    if (event.key === "/") show.search();
    else if (event.key === "?") show.keys();
    else if (/^[npx]$/.test(event.key) && model.scene.now) actOnChosen(model, event.key);
    else if (event.key === " " && model.live.info && !onControl) model.live.toggle();
    else if (event.key === "." && model.live.info) void model.live.step(1);
    else if (digit) model.setVerb(digit);
    else return;
    event.preventDefault();
  };
  document.addEventListener("keydown", act);
  return () => document.removeEventListener("keydown", act);
}
