// SPDX-License-Identifier: Apache-2.0
// The ends of a route, and which of them the next click sets.
import { routerOfEnd } from "./hits";
import type { Model } from "./model";
import { routerName, terminalName, terminalNumber } from "./names";
import { texts } from "./texts";

export function RouteEnds({ model }: { model: Model }) {
  const scene = model.scene.now, { args } = model.state;
  if (!scene) return null;
  const name = (end: "from" | "to") => {
    const terminal = terminalNumber(scene, args[end] ?? "0"), router = routerOfEnd(scene, args[end]);
    return terminal === null || router === null ? "–" : texts.endOf(terminalName(scene, terminal), routerName(scene, router));
  };
  const ends = [["from", texts.source], ["to", texts.target]] as const;
  const swap = () => model.setArgs({ from: args.to ?? "0", to: args.from ?? "0" });
  return (
    <div class="player route-ends" role="group" aria-label={texts.endsLabel}>
      <span class="note">{texts.nextClick}</span>
      <div class="toggle">
        {ends.map(([end, title]) => (
          <button type="button" aria-pressed={model.nextEnd === end} onClick={() => { model.nextEnd = end; model.changed(); }}>{title}: {name(end)}</button>
        ))}
      </div>
      <button type="button" onClick={swap}>{texts.swapEnds}</button>
    </div>
  );
}
