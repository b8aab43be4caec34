// SPDX-License-Identifier: Apache-2.0
// The page of the tests of the drawing: a drawing that fills it, and what the tests ask of it, as globals.
import { NetworkCanvas } from "../../src/network/canvas";
import { classColor, rampColor } from "../../src/network/colors";
import type { ChannelColors, Hit } from "../../src/network/interface";
import type { Camera } from "../../src/network/interface";
import type { Scene } from "../../src/engine/protocol";
import * as scenes from "./scenes.mjs";

const told = {
  camera: [] as Camera[], pick: [] as [Hit | null, boolean][], drawn: [] as [number, number][], lost: [] as string[],
  onDrawn: null as (() => void) | null, onPaint: null as (() => void) | null,
};
let net: NetworkCanvas, current: Scene;

function startDrawing(): void {
  net = new NetworkCanvas(document.getElementById("box")!, {
    camera: camera => told.camera.push(camera),
    pick: (hit, extend) => told.pick.push([hit, extend]),
    drawn: (shown, of) => { told.drawn.push([shown, of]); told.onDrawn?.(); told.onDrawn = null; },
    lost: why => { if (why !== null) told.lost.push(why); },
  }, { keep: true });
  const setScene = net.setScene.bind(net);
  net.setScene = scene => { current = scene; setScene(scene); };
  const gl = glOf();
  if (gl) {
    const blit = gl.blitFramebuffer.bind(gl); // once in each frame
    gl.blitFramebuffer = (...args) => { blit(...args); told.onPaint?.(); };
  }
  Object.assign(window, { net });
}

const glOf = (): WebGL2RenderingContext => document.querySelector("canvas")!.getContext("webgl2")!;

const loaded = (scene: Scene = current): ChannelColors =>
  ({ values: scenes.loads(scene), title: "load", low: 0, high: 1, log: false, show: () => true });

/** The picture as bytes; `over`: with what is drawn over it. */
function pixels(over = false): ImageData {
  const canvases = [...document.querySelectorAll("canvas")], copy = document.createElement("canvas");
  [copy.width, copy.height] = [canvases[0].width, canvases[0].height];
  const to = copy.getContext("2d")!;
  for (const it of canvases.slice(0, over ? 2 : 1)) to.drawImage(it, 0, 0);
  return to.getImageData(0, 0, copy.width, copy.height);
}

const colorAt = ({ data, width }: ImageData, x: number, y: number): string => `rgb(${[0, 1, 2].map(i => data[4 * (y * width + x) + i]).join(" ")})`;

function near(picture: ImageData, { x, y }: { x: number; y: number }): string[] {
  const out = new Set<string>();
  for (let dx = -3; dx <= 3; ++dx) for (let dy = -3; dy <= 3; ++dy) out.add(colorAt(picture, Math.round(x) + dx, Math.round(y) + dy));
  return [...out];
}

/** A place on the lane of a straight channel: to the right of the line between its routers. */
function onLane(scene: Scene, channel: number, share = 0.5): { x: number; y: number } {
  const source = scene.first_channel.findIndex((_, r) => scene.first_channel[r + 1] > channel);
  const a = net.placeOf(source)!, b = net.placeOf(scene.target[channel])!, length = Math.hypot(b.x - a.x, b.y - a.y), aside = 2.5;
  return { x: a.x + (b.x - a.x) * share - ((b.y - a.y) / length) * aside, y: a.y + (b.y - a.y) * share + ((b.x - a.x) / length) * aside };
}

function inked(): { colors: number; share: number } {
  const picture = pixels(), paper = colorAt(picture, 1, 1), colors = new Set<string>();
  let count = 0;
  for (let y = 0; y < picture.height; y += 2)
    for (let x = 0; x < picture.width; x += 2) {
      const it = colorAt(picture, x, y);
      colors.add(it);
      if (it !== paper) ++count;
    }
  return { colors: colors.size, share: (4 * count) / (picture.width * picture.height) };
}

/** Pixels of a color. */
function count(color: string, over = false): number {
  const wanted = color.startsWith("#") ? [1, 3, 5].map(i => parseInt(color.slice(i, i + 2), 16)) : color.match(/\d+/g)!.map(Number);
  const { data } = pixels(over);
  let out = 0;
  for (let i = 0; i < data.length; i += 4) if (data[i] === wanted[0] && data[i + 1] === wanted[1] && data[i + 2] === wanted[2]) ++out;
  return out;
}

function hash(): number {
  let out = 0;
  for (const it of new Uint32Array(pixels(true).data.buffer)) out = (Math.imul(out, 31) + it) >>> 0;
  return out;
}

Object.assign(window, { startDrawing, glOf, told, loaded, pixels, near, onLane, inked, count, hash, classColor, rampColor, scenes });
