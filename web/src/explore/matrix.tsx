// SPDX-License-Identifier: Apache-2.0
// The network as a matrix: rows send, columns receive. It stays legible where lines would hide each other.
import { useEffect, useMemo, useRef, useState } from "preact/hooks";
import type { Scene } from "../engine/protocol";
import { classColor, groupColors, paletteColor, rampColor, shareOf, ink } from "../network/colors";
import { SvgPencil } from "../network/pencil";
import { isDark } from "../theme";
import { type Side, coloring, groupsShown } from "./coloring";
import { describe, pick } from "./hits";
import type { Model } from "./model";
import { sourceOf } from "./scene";
import { texts } from "./texts";

const maxCells = 700;

export interface Cells { each: number; size: number; channel: Int32Array } // channel: by row and column, the one to show, or -1

/** Gathers routers into at most `maxCells` rows; `better`: whether a channel is shown rather than another one. */
export function cellsOf(scene: Scene, better: (a: number, b: number) => boolean, most = maxCells): Cells {
  const { header: { routers }, first_channel: first, target } = scene;
  const each = Math.max(1, Math.ceil(routers / most)), size = Math.ceil(routers / each), channel = new Int32Array(size * size).fill(-1);
  for (let router = 0; router < routers; ++router)
    for (let it = first[router]; it < first[router + 1]; ++it) {
      const cell = Math.floor(router / each) * size + Math.floor(target[it] / each);
      if (channel[cell] < 0 || better(it, channel[cell])) channel[cell] = it;
    }
  return { each, size, channel };
}

/** The color of each cell that has a channel. */
function colorsOf(model: Model, scene: Scene, side: Side): { cells: Cells; color: (channel: number) => string | null } {
  const { channels } = coloring(model, side), dark = isDark(), hidden = model.state.view.class;
  const value = (it: number) => { const here = channels?.values[it] ?? 0; return Number.isNaN(here) ? -Infinity : channels?.diverging ? Math.abs(here) : here; };
  const groups = groupsShown(model.state.view, scene), byGroup = groups && groupColors(groups);
  const cells = cellsOf(scene, (a, b) => value(a) > value(b));
  const color = (it: number): string | null => {
    const of = scene.channel_class[it];
    if (hidden.includes(of)) return null;
    if (!channels) return byGroup ? paletteColor(byGroup[sourceOf(scene, it)], dark) : classColor(of, dark);
    if (Number.isNaN(channels.values[it])) return paletteColor(ink.absent, dark);
    if (!channels.show(of, channels.values[it])) return paletteColor(ink.hair, dark);
    if (channels.values[it] === 0) return paletteColor(ink.idle, dark);
    return rampColor(shareOf(channels.values[it], channels), dark, channels.diverging);
  };
  return { cells, color };
}

/** The matrix as an SVG document. */
export function matrixSvg(model: Model, scene: Scene, side: Side): string {
  const { cells, color } = colorsOf(model, scene, side), pencil = new SvgPencil(), step = Math.max(1, Math.floor(600 / cells.size));
  cells.channel.forEach((channel, i) => {
    const fill = channel < 0 ? null : color(channel);
    if (fill === null) return;
    pencil.fillStyle = fill;
    pencil.fillRect((i % cells.size) * step, Math.floor(i / cells.size) * step, step, step);
  });
  return pencil.toSvg(cells.size * step, cells.size * step, paletteColor(ink.paper, isDark()), scene.header.title);
}

export function Matrix({ model, scene, side }: { model: Model; scene: Scene; side: Side }) {
  const canvas = useRef<HTMLCanvasElement>(null);
  const [zoom, setZoom] = useState(1);
  const [hover, setHover] = useState<{ channel: number; x: number; y: number } | null>(null);
  const key = [model.link, isDark(), ...model.slots.map(it => it.valueOf)].join("|");
  const made = useMemo(() => (scene.header.whole ? colorsOf(model, scene, side) : null), [key, scene, side]);
  const size = made?.cells.size ?? 1;
  useEffect(() => {
    const to = canvas.current?.getContext("2d");
    if (!to || !made) return;
    const { cells, color } = made, image = to.createImageData(size, size), brush = document.createElement("canvas").getContext("2d", { willReadFrequently: true })!;
    const bytes = new Map<string, number[]>();
    const read = (it: string): number[] => {
      let found = bytes.get(it);
      if (!found) {
        brush.fillStyle = it;
        brush.fillRect(0, 0, 1, 1);
        bytes.set(it, found = [...brush.getImageData(0, 0, 1, 1).data]);
      }
      return found;
    };
    cells.channel.forEach((channel, i) => { const fill = channel < 0 ? null : color(channel); if (fill) image.data.set(read(fill), 4 * i); });
    to.putImageData(image, 0, 0);
  }, [made]);
  if (!made) return <p class="note">{texts.noMatrix}</p>;
  const at = (event: MouseEvent): number => {
    const { left, top, width } = canvas.current!.getBoundingClientRect(), cell = (it: number) => Math.max(0, Math.min(size - 1, Math.floor((it / width) * size)));
    return made.cells.channel[cell(event.clientY - top) * size + cell(event.clientX - left)];
  };
  const lines = hover && hover.channel < scene.header.channels ? describe(model, scene, side, { channel: hover.channel }) : [];
  return (
    <div class="matrix">
      <div class="tools">
        <button type="button" aria-label={texts.zoomIn} onClick={() => setZoom(Math.min(16, zoom * 2))}>+</button>
        <button type="button" aria-label={texts.zoomOut} disabled={zoom === 1} onClick={() => setZoom(Math.max(1, zoom / 2))}>−</button>
        <span class="note">{texts.matrixHint(scene.header.routers, made.cells.each)}</span>
      </div>
      <div class="matrix-scroll" tabIndex={0} role="region" aria-label={texts.matrixLabel}>
        <canvas ref={canvas} width={size} height={size} role="img" aria-label={texts.matrixLabel} style={{ width: `calc(min(100cqw, 100cqh) * ${zoom})` }}
                onMouseMove={event => { const channel = at(event); setHover(channel < 0 ? null : { channel, x: event.clientX, y: event.clientY }); }}
                onMouseLeave={() => setHover(null)}
                onClick={event => { const channel = at(event); if (channel >= 0 && side === "a") pick(model, { channel }, false); }} />
      </div>
      {lines.length ? <div class="hint fixed" style={{ left: `${hover!.x + 14}px`, top: `${hover!.y + 14}px` }}>{lines.map((it, i) => (i === 0 ? <strong>{it}</strong> : <span>{it}</span>))}</div> : null}
    </div>
  );
}
