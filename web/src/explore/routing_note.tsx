// SPDX-License-Identifier: Apache-2.0
// A note where a failure has changed the routing that `default` stands for.
import { loadOf, ratioOf } from "./coloring";
import type { Model } from "./model";
import { number, texts } from "./texts";

export function RoutingNote({ model }: { model: Model }) {
  const scene = model.scene.now, usual = model.usual.now, before = model.before.now;
  const load = loadOf(usual, scene);
  if (!scene || !usual || !load || !before) return null;
  const { routing } = usual.answer.result.scenario;
  if (routing === before.answer.result.scenario.routing) return null;
  const fullest = ratioOf(load, scene).reduce((most, it) => (it > most ? it : most), 0);
  return <p class="note routing-note">{texts.otherRouting(routing, number(fullest))}</p>;
}
