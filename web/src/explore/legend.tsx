// SPDX-License-Identifier: Apache-2.0
// The legend of the colors, which is also a histogram and a filter.
import type { Scene } from "../engine/protocol";
import { classColor, ink, paletteColor, rampColor } from "../network/colors";
import { bundleGroups } from "../network/hubs";
import type { ChannelColors } from "../network/interface";
import type { Pencil } from "../network/pencil";
import { color, isDark } from "../theme";
import { type Side, atShare, coloring, groupsShown, hasGroups } from "./coloring";
import { groupWord } from "./groups";
import type { Model } from "./model";
import { hasFailures } from "./requests";
import { type View, hasSecond } from "./state";
import { number, texts } from "./texts";

const bins = 40;

function gradient(diverging: boolean): string {
  return `linear-gradient(to right, ${Array.from({ length: 9 }, (_, i) => rampColor(i / 8, isDark(), diverging)).join(", ")})`;
}

/** The loads that the colors show, in words: their pattern and routing. */
function subject(model: Model): string {
  const { verb } = model.state;
  if (verb !== "compare" && verb !== "load") return "";
  const slots = verb === "compare" ? [model.load, model.loadB] : hasSecond(model.state) ? [model.result, model.loadB] : [];
  const scenarios = slots.map(it => it.now?.answer.result.scenario).filter(it => it !== undefined);
  const values = (key: string) => scenarios.map(it => it[key] ?? "").filter((it, i, all) => it && all.indexOf(it) === i).join(texts.against);
  return texts.underLoad(values("pattern"), values("routing"));
}

/** Draws the legend of a side under the picture of a file. */
export function legendOf(model: Model, side: Side): { height: number; draw(to: Pencil, top: number, width: number): void } {
  const { channels, routers } = coloring(model, side), scale = channels ?? routers;
  const scene = (side === "a" ? model.scene : model.sceneB).now, classes = scene?.header.classes ?? [];
  const groups = groupsShown(model.state.view, scene), by = model.state.view.color === "rack" ? texts.rackWord : scene?.header.parts[0] ?? "";
  const left = 16, wide = 260, steps = 52, line = 18, dark = isDark(), ink_ = paletteColor(ink.text, dark);
  const text = (to: Pencil, words: string, x: number, y: number, align: CanvasTextAlign = "left") => {
    to.textAlign = align;
    to.textBaseline = "middle";
    to.font = "11px system-ui";
    to.fillStyle = ink_;
    to.fillText(words, x, y);
  };
  return {
    height: (scale ? 62 : groups ? line : line * Math.max(1, classes.length)) + 34,
    draw(to, top, width) {
      let y = top + 12;
      if (scale) {
        text(to, [scale.title, subject(model)].filter(it => it).join("; "), left, y);
        for (let i = 0; i < steps; ++i) {
          to.fillStyle = rampColor(i / (steps - 1), dark, channels?.diverging);
          to.fillRect(left + (i * wide) / steps, y + 10, wide / steps + 0.5, 10);
        }
        const log = channels?.log ?? false;
        text(to, number(scale.low, 3), left, y + 30);
        text(to, number(atShare(0.5, scale.low, scale.high, log), 3), left + wide / 2, y + 30, "center");
        text(to, number(scale.high, 4), left + wide, y + 30, "right");
        y += 50;
      } else if (groups) {
        text(to, texts.coloredBy(by), left, y);
        y += line;
      } else {
        classes.forEach((it, i) => {
          to.fillStyle = classColor(i, dark);
          to.fillRect(left, y - 2, 18, 4);
          text(to, it.name, left + 26, y);
          y += line;
        });
      }
      text(to, `${scene?.header.title ?? ""}: ${scene?.header.facts ?? ""}`.slice(0, Math.floor((width - 2 * left) / 6)), left, y + 4);
    },
  };
}

/** Where the scale ends: the largest value, or a value that the user states. */
function End({ model, largest }: { model: Model; largest: number }) {
  const { high } = model.state.view;
  return (
    <label class="scale-end" title={texts.scaleEndTitle}>{texts.scaleEnd}
      <input type="text" inputMode="decimal" size={6} value={high ? String(high) : ""} placeholder={number(largest, 4)}
             onChange={event => {
               const value = Number(event.currentTarget.value);
               if (event.currentTarget.value.trim() !== "" && !(value > 0 && value <= 1e15)) return model.refuse(texts.scaleEndWrong(event.currentTarget.value));
               model.setView({ high: value || 0 }, "push");
             }} />
      <button type="button" class="small" aria-pressed={high === 1} onClick={() => model.setView({ high: high === 1 ? 0 : 1 }, "push")}>{texts.upToOne}</button>
    </label>
  );
}

/** Whether all channels are drawn, or only the channels of the chosen parts. */
function Edges({ model }: { model: Model }) {
  const { view } = model.state;
  if (view.router === null && view.channel === null && view.edges === "all") return null;
  return (
    <Toggle label={texts.edgesLabel} value={view.edges} options={[["all", texts.edges.all], ["chosen", texts.edges.chosen]]}
            choose={edges => model.setView({ edges }, "push")} />
  );
}

/** Whether channels between groups run for themselves, run together, or join groups that are one circle each. */
function Groups({ model, scene }: { model: Model; scene: Scene }) {
  const { header } = scene, { view } = model.state;
  if (view.see === "matrix" || !header.whole || !bundleGroups(scene)) return null;
  const value = view.parts === "closed" ? "closed" : view.lines;
  return (
    <span title={texts.groupsTitle(groupWord(scene))}>
      <Toggle label={texts.groupsLabel} value={value} options={(["straight", "bundled", "closed"] as const).map(it => [it, texts.groupStates[it]])}
              choose={it => model.setView(it === "closed" ? { parts: it, opened: [] } : { parts: "open", lines: it, opened: [] }, "push")} />
    </span>
  );
}

/** What colors show: a value where the screen has one, else classes; groups and racks where the network has them. */
function Colors({ model, scene }: { model: Model; scene: Scene }) {
  const { state: { view, verb } } = model, hasValues = ["load", "compare", "map"].includes(verb);
  const options: [View["color"], string][] = [["load", hasValues ? texts.colors.load : texts.colors.class]];
  if (verb === "load" && (hasFailures(model.state.args) || hasSecond(model.state))) options.push(["difference", texts.colors.difference]);
  if (hasValues) options.push(["class", texts.colors.class]);
  if (hasGroups(scene)) options.push(["group", texts.byPart(scene.header.parts[0])]);
  if (scene.rack) options.push(["rack", texts.byPart(texts.rackWord)]);
  if (options.length < 2 || !scene.header.whole || model.live.use) return null;
  const value = options.some(([it]) => it === view.color) ? view.color : "load";
  return <Toggle label={texts.color} value={value} options={options} choose={color => model.setView({ color }, "push")} />;
}

/** Returns the largest value, where the end of the scale is another one. */
function largestShown({ values, high }: ChannelColors, stated: number): number {
  if (!stated) return high;
  let most = 0;
  for (const it of values) if (Math.abs(it) > most) most = Math.abs(it);
  return most;
}

/** Counts channels by position on the scale, of the classes that are shown. */
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
  const hidden = model.state.view.class, isByGroup = groupsShown(model.state.view, scene) !== null;
  if (classes.length < 2) return null;
  return (
    <fieldset class="classes">
      <legend>{texts.classes}</legend>
      {classes.map((it, i) => (
        <label><input type="checkbox" checked={!hidden.includes(i)}
                      onChange={() => model.setView({ class: hidden.includes(i) ? hidden.filter(other => other !== i) : [...hidden, i].sort((a, b) => a - b) }, "push")} />
          {isByGroup ? null : <span class="swatch" style={{ background: classColor(i, isDark()) }} />} {it.name}</label>
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
  const { view } = model.state;
  const { channels, routers } = coloring(model, "a");
  const show = channels ?? routers;
  if (!show) return (
    <div class="legend"><Classes model={model} scene={scene} /><Colors model={model} scene={scene} /><Groups model={model} scene={scene} /><Edges model={model} /></div>
  );
  const { low, high, title } = show;
  const log = channels?.log ?? false;
  const counts = channels ? histogram(channels.values, scene, low, high, log, view.class) : [];
  const most = Math.max(1, ...counts);
  return (
    <div class="legend">
      <span class="scale-title">{title}{subject(model) ? `; ${subject(model)}` : ""}</span>
      <div class="scale">
        {channels ? (
          <svg class="histogram" viewBox={`0 0 ${bins} 20`} preserveAspectRatio="none" role="img"
               aria-label={`${texts.channelsByValue}: ${counts.map((it, i) => [it, i]).filter(([it]) => it > 0)
                 .map(([it, i]) => `${it} ≈ ${number(atShare((i + 0.5) / bins, low, high, log), 2)}`).join(", ")}`}>
            {counts.map((it, i) => it ? <rect x={i + 0.08} width={0.84} y={20 - Math.max(1, 20 * it / most)} height={Math.max(1, 20 * it / most)}
                                              fill={i / bins < view.least - 1e-9 ? color("line") : color("axis")} /> : null)}
          </svg>
        ) : null}
        <div class="ramp" style={{ background: gradient(channels?.diverging ?? false) }} />
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
          <Colors model={model} scene={scene} />
          {routers || view.range === "own" ? null : <End model={model} largest={largestShown(channels, view.high)} />}
          <Groups model={model} scene={scene} />
          <Edges model={model} />
        </div>
      ) : null}
      <Classes model={model} scene={scene} />
      </div>
    </div>
  );
}
