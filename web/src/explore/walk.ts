// SPDX-License-Identifier: Apache-2.0
// The keyboard in the picture.
import type { Scene } from "../engine/protocol";
import type { NetworkDrawing } from "../network/interface";
import { pick } from "./hits";
import type { Model } from "./model";
import { sourceOf } from "./scene";
import { texts } from "./texts";

const directions: Record<string, [number, number]> = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] };

/** The neighbor that lies most in that direction on the screen. */
function neighbor(scene: Scene, drawing: NetworkDrawing, router: number, [dx, dy]: [number, number]): number | null {
  const here = drawing.placeOf(router);
  let best: number | null = null, most = 0.3;
  for (let channel = scene.first_channel[router]; here && channel < scene.first_channel[router + 1]; ++channel) {
    const there = drawing.placeOf(scene.target[channel]);
    if (!there) continue;
    const away = Math.hypot(there.x - here.x, there.y - here.y);
    // Of two in the same direction the nearer one.
    const along = away > 0 ? ((there.x - here.x) * dx + (there.y - here.y) * dy) / away - away * 1e-5 : 0;
    if (along > most) [best, most] = [scene.target[channel], along];
  }
  return best;
}

/** Acts on a key; returns false for other keys. */
export function walk(model: Model, scene: Scene, drawing: NetworkDrawing, event: KeyboardEvent): boolean {
  if (event.ctrlKey || event.metaKey || event.altKey) return false;
  const { view } = model.state;
  const direction = directions[event.key];
  if (direction) {
    const at = event.shiftKey ? view.second ?? view.router : view.router;
    const next = at === null || at >= scene.header.routers ? 0 : neighbor(scene, drawing, at, direction);
    if (next === null) return true;
    pick(model, { router: next }, event.shiftKey);
    if (!drawing.placeOf(next)) drawing.flyTo({ router: next });
    return true;
  }
  switch (event.key) {
    case "n": case "p": return stepPort(model, scene, event.key === "n" ? 1 : -1), true;
    case "Enter":
      document.getElementById("chosen")?.focus();
      return true;
    case "x": return failChosen(model), true;
    case "Escape": return pick(model, null, false), true;
    default: return false;
  }
}

/** Chooses the next or the previous channel of the chosen router. */
export function stepPort(model: Model, scene: Scene, by: 1 | -1): void {
  const { view } = model.state;
  const router = view.channel !== null ? sourceOf(scene, view.channel) : view.router ?? 0;
  const [first, end] = [scene.first_channel[router], scene.first_channel[router + 1]];
  if (end === first) return;
  const now = view.channel ?? (by > 0 ? first - 1 : end);
  model.setView({ router, channel: first + (now - first + by + (end - first)) % (end - first) });
}

export function failChosen(model: Model): void {
  const { channel, router } = model.state.view;
  if (channel !== null) model.toggleFailure({ channel });
  else if (router !== null) model.toggleFailure({ router });
  else model.refuse(texts.nothingChosen);
}
