// SPDX-License-Identifier: Apache-2.0
// Cables by the racks that they join: what goes where, as the people need it who lay and mend them.
import { useMemo } from "preact/hooks";
import type { Scene } from "../engine/protocol";
import { csvLine } from "../tables";
import type { Model } from "./model";
import { portNumber, routerName } from "./names";
import { hasFailed, sourceOf } from "./scene";
import { number, texts } from "./texts";

const maxRows = 500;

export interface RackPair { a: number; b: number; cables: number; failed: number; fullest: number } // fullest: the largest value; NaN: none

/** Visits each cable once, from the end that is in the rack of the smaller number; both channels of a link are one cable. */
function forEachCable(scene: Scene, visit: (channel: number, from: number, to: number) => void): void {
  const { rack, first_channel: first, target, reverse, header: { routers } } = scene;
  for (let router = 0; rack && router < routers; ++router)
    for (let channel = first[router]; channel < first[router + 1]; ++channel) {
      const other = target[channel], back = reverse?.[channel] ?? channel;
      if (rack[router] < rack[other] || !reverse) visit(channel, router, other);
      else if (rack[router] === rack[other] && channel <= back) visit(channel, router, other);
    }
}

/** Returns the pairs of racks with cables between them, and the racks with cables within, in the order of their numbers. */
export function rackPairs(scene: Scene, values: Float32Array | null = null): RackPair[] {
  const pairs = new Map<string, RackPair>(), { rack, reverse } = scene;
  forEachCable(scene, (channel, from, to) => {
    const [a, b] = [rack![from], rack![to]].sort((x, y) => x - y), key = `${a} ${b}`, pair = pairs.get(key) ?? { a, b, cables: 0, failed: 0, fullest: NaN };
    pairs.set(key, pair);
    ++pair.cables;
    pair.failed += Number(hasFailed(scene, channel));
    for (const it of reverse ? [channel, reverse[channel]] : [channel]) if (values && !(values[it] <= pair.fullest) && !Number.isNaN(values[it])) pair.fullest = values[it];
  });
  return [...pairs.values()].sort((x, y) => x.a - y.a || x.b - y.b);
}

/** Returns all cables as a CSV file, a line each. */
export function cablesCsv(scene: Scene): string {
  const lines = [csvLine(["rack", "router", "port", "to rack", "to router", "to port", "class", "failed"])], { rack, reverse } = scene;
  forEachCable(scene, (channel, from, to) => {
    const back = reverse?.[channel];
    lines.push(csvLine([String(rack![from]), routerName(scene, from), String(portNumber(scene, channel)), String(rack![to]), routerName(scene, to),
                        back === undefined ? "" : String(portNumber(scene, back)), scene.header.classes[scene.channel_class[channel]]?.name ?? "", String(hasFailed(scene, channel))]));
  });
  return lines.join("");
}

export function Cables({ model, scene, values }: { model: Model; scene: Scene; values: Float32Array | null }) {
  const pairs = useMemo(() => rackPairs(scene, values), [scene, values]);
  const { cables } = model.state.view, hasFailures = pairs.some(it => it.failed > 0), [a, b = a] = cables.split("-").map(Number);
  return (
    <>
      {cables ? (
        <p class="note">{texts.cablesShown(texts.racksBetween(a, b))}{" "}
          <button type="button" onClick={() => model.setView({ cables: "" }, "push")}>{texts.allCables}</button></p>
      ) : null}
      <div class="scroll" tabIndex={0} role="region" aria-label={texts.cablesTitle}>
        <table class="cables">
          <thead><tr><th>{texts.racks}</th><th class="number">{texts.cableCount}</th>{hasFailures ? <th class="number">{texts.failedCables}</th> : null}
            {values ? <th class="number">{texts.fullestCable}</th> : null}</tr></thead>
          <tbody>
            {pairs.slice(0, maxRows).map(it => {
              const key = it.a === it.b ? String(it.a) : `${it.a}-${it.b}`;
              return (
                <tr class={key === cables ? "here" : ""}>
                  <td><button type="button" class="link" data-racks={key} onClick={() => model.setView({ cables: key === cables ? "" : key }, "push")}>
                    {texts.racksBetween(it.a, it.b)}</button></td>
                  <td class="number">{it.cables}</td>{hasFailures ? <td class="number">{it.failed}</td> : null}
                  {values ? <td class="number">{Number.isNaN(it.fullest) ? "" : number(it.fullest)}</td> : null}
                </tr>
              );
            })}
          </tbody>
        </table>
      </div>
      {pairs.length > maxRows ? <p class="note">{texts.rowsOf(maxRows, pairs.length)}</p> : null}
    </>
  );
}

/** Returns both racks of a channel in words; empty without racks. */
export function racksOf(scene: Scene, channel: number): string {
  return scene.rack ? texts.racksBetween(scene.rack[sourceOf(scene, channel)], scene.rack[scene.target[channel]]) : "";
}
