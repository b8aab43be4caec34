// SPDX-License-Identifier: Apache-2.0
// The legend of the colors, which is also a histogram and a filter.
import type { Scene } from "../engine/protocol";
import { classColor, rampColor } from "../network/colors";
import { color, isDark } from "../theme";
import { atShare, coloring } from "./coloring";
import type { Model } from "./model";
import { hasFailures } from "./requests";
import { number, texts } from "./texts";

const bins = 40;

function gradient(): string {
  return `linear-gradient(to right, ${Array.from({ length: 9 }, (_, i) => rampColor(i / 8, isDark())).join(", ")})`;
}

/** Channels by place on the scale, of the classes that are shown. */
function histogram(values: Float32Array, scene: Scene, low: number, high: number, log: boolean, hidden: number[]): number[] {
  const counts = new Array<number>(bins).fill(0);
  const span = log ? Math.log(high / low) : high - low;
  for (let channel = 0; channel < values.length; ++channel) {
    const value = values[channel];
    if (Number.isNaN(value) || hidden.includes(scene.channel_class[channel])) continue;
    const at = span > 0 ? (log ? Math.log(Math.max(value, low) / low) : value - low) / span : 0;
    ++counts[Math.max(0, Math.min(bins - 1, Math.floor(at * bins)))];
  }
  return counts;
}

function Classes({ model, scene }: { model: Model; scene: Scene }) {
  const { classes } = scene.header;
  const hidden = model.state.view.class;
  if (classes.length < 2) return null;
  return (
    <fieldset class="classes">
      <legend>{texts.classes}</legend>
      {classes.map((it, i) => (
        <label><input type="checkbox" checked={!hidden.includes(i)}
                      onChange={() => model.setView({ class: hidden.includes(i) ? hidden.filter(other => other !== i) : [...hidden, i].sort((a, b) => a - b) }, "push")} />
          <span class="swatch" style={{ background: classColor(i, isDark()) }} /> {it.name}</label>
      ))}
    </fieldset>
  );
}

function Toggle<T extends string>({ label, value, options, choose }: {
  label: string; value: T; options: [T, string][]; choose(value: T): void;
}) {
  return (
    <div class="toggle" role="group" aria-label={label}>
      {options.map(([it, text]) => <button type="button" aria-pressed={it === value} onClick={() => choose(it)}>{text}</button>)}
    </div>
  );
}

export function Legend({ model }: { model: Model }) {
  const scene = model.scene.now;
  if (!scene) return null;
  const { view, verb } = model.state;
  const { channels, routers } = coloring(model, "a");
  const show = channels ?? routers;
  if (!show) return <div class="legend"><Classes model={model} scene={scene} /></div>;
  const { low, high, title } = show;
  const log = channels?.log ?? false;
  const counts = channels ? histogram(channels.values, scene, low, high, log, view.class) : [];
  const most = Math.max(1, ...counts);
  return (
    <div class="legend">
      <div class="scale">
        <span class="scale-title">{title}</span>
        {channels ? (
          <svg class="histogram" viewBox={`0 0 ${bins} 20`} preserveAspectRatio="none" role="img"
               aria-label={`${texts.channelsByValue}: ${counts.map((it, i) => [it, i]).filter(([it]) => it > 0)
                 .map(([it, i]) => `${it} ≈ ${number(atShare((i + 0.5) / bins, low, high, log), 2)}`).join(", ")}`}>
            {counts.map((it, i) => it ? <rect x={i + 0.08} width={0.84} y={20 - Math.max(1, 20 * it / most)} height={Math.max(1, 20 * it / most)}
                                              fill={i / bins < view.least - 1e-9 ? color("line") : color("axis")} /> : null)}
          </svg>
        ) : null}
        <div class="ramp" style={{ background: gradient() }} />
        {channels ? (
          <input type="range" min={0} max={1} step={1 / bins} value={view.least} aria-label={texts.showFrom} title={texts.showFrom}
                 aria-valuetext={number(atShare(view.least, low, high, log), 3)}
                 onInput={event => model.setView({ least: Number(event.currentTarget.value) }, "drag")} />
        ) : null}
        <div class="ends"><span>{number(low, 3)}</span><span>{number(atShare(0.5, low, high, log), 3)}</span><span>{number(high, 4)}</span></div>
      </div>
      <div class="legend-side">
      {channels ? (
        <div class="toggles">
          <Toggle label={texts.linear} value={view.scale} options={[["lin", texts.linear], ["log", texts.logarithmic]]}
                  choose={scale => model.setView({ scale }, "push")} />
          {scene.header.classes.length > 1 ? (
            <Toggle label={texts.common} value={view.range} options={[["common", texts.common], ["own", texts.own]]}
                    choose={range => model.setView({ range }, "push")} />
          ) : null}
          {verb === "load" && hasFailures(model.state.args) ? (
            <Toggle label={texts.color} value={view.color === "difference" ? "difference" : "load"}
                    options={[["load", texts.colors.load], ["difference", texts.colors.difference]]} choose={it => model.setView({ color: it }, "push")} />
          ) : null}
          {verb === "compare" ? (
            <Toggle label={texts.color} value={view.color === "class" ? "class" : "load"}
                    options={[["load", texts.colors.load], ["class", texts.colors.class]]} choose={it => model.setView({ color: it }, "push")} />
          ) : null}
        </div>
      ) : null}
      <Classes model={model} scene={scene} />
      </div>
    </div>
  );
}
