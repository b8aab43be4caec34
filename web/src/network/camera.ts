// SPDX-License-Identifier: Apache-2.0
// Where the eye is, and what it sees where.
import type { Camera } from "./interface";

/** The part of the world that holds everything. */
export interface Bounds { center: [number, number, number]; half: [number, number, number]; radius: number }

export function boundsOf(position: Float32Array): Bounds {
  const low = [Infinity, Infinity, Infinity], high = [-Infinity, -Infinity, -Infinity];
  for (let i = 0; i < position.length; i += 3)
    for (let axis = 0; axis < 3; ++axis) {
      low[axis] = Math.min(low[axis], position[i + axis]);
      high[axis] = Math.max(high[axis], position[i + axis]);
    }
  if (!position.length) low.fill(0), high.fill(0);
  const middle = low.map((it, axis) => (it + high[axis]) / 2), half = low.map((it, axis) => (high[axis] - it) / 2);
  return { center: middle as Bounds["center"], half: half as Bounds["half"], radius: Math.max(0.5, Math.hypot(...half)) };
}

export const startCamera = (dimensions: number): Camera =>
  ({ x: 0, y: 0, z: 0, zoom: 1, yaw: dimensions === 3 ? 0.45 : 0, pitch: dimensions === 3 ? 0.4 : 0 });

const margin = 36, opening = 0.4; // tangent of half the angle of view in 3 dimensions

/** From the world to CSS pixels: turned about the target, scaled, and in 3 dimensions smaller in the distance. */
export class Projection {
  readonly turn = new Float32Array(9); // rows: right, down, towards the eye
  target: [number, number, number] = [0, 0, 0];
  scale = 1; // CSS pixels per unit at the target
  shrink = 0; // 1 / distance of the eye from the target
  middle: [number, number] = [0, 0];
  fog = 1; // how many times as fast as `reach` things fade
  reach = 1; // visible depth in front of the target and behind it

  constructor(camera: Camera, readonly bounds: Bounds, readonly dimensions: 2 | 3, width: number, height: number) {
    const { center, half, radius } = bounds;
    this.middle = [width / 2, height / 2];
    this.target = [center[0] + camera.x * radius, center[1] + camera.y * radius, center[2] + camera.z * radius];
    const wide = Math.max(40, width - 2 * margin), tall = Math.max(40, height - 2 * margin);
    if (dimensions === 2) {
      this.turn.set([1, 0, 0, 0, 1, 0, 0, 0, 1]);
      this.scale = camera.zoom * Math.min(90, wide / Math.max(2 * half[0], 1e-3), tall / Math.max(2 * half[1], 1e-3));
      return;
    }
    const [cy, sy, cp, sp] = [Math.cos(camera.yaw), Math.sin(camera.yaw), Math.cos(camera.pitch), Math.sin(camera.pitch)];
    this.turn.set([cy, sy, 0, sp * sy, -sp * cy, -cp, cp * sy, -cp * cy, sp]);
    const fit = Math.min(wide, tall) / (1.85 * radius);
    this.scale = camera.zoom * fit;
    this.shrink = (2 * opening * this.scale) / Math.hypot(width, height);
    this.reach = 1.05 * radius * (1 + Math.hypot(camera.x, camera.y, camera.z));
    this.fog = Math.max(1, camera.zoom) ** 0.7;
  }

  /** CSS pixels from the upper left corner; the third is the depth (away from the eye), the fourth at most 0 behind the eye. */
  place(x: number, y: number, z: number, out: Float64Array | number[]): void {
    const t = this.turn;
    x -= this.target[0]; y -= this.target[1]; z -= this.target[2];
    const towards = t[6] * x + t[7] * y + t[8] * z, w = 1 - towards * this.shrink;
    const s = this.scale / Math.max(w, 1e-3);
    out[0] = this.middle[0] + (t[0] * x + t[1] * y + t[2] * z) * s;
    out[1] = this.middle[1] + (t[3] * x + t[4] * y + t[5] * z) * s;
    out[2] = -towards;
    out[3] = w;
  }

  /** The movement in the world of the target that CSS pixels on the screen mean. */
  unmove(dx: number, dy: number): [number, number, number] {
    const t = this.turn;
    return [0, 1, 2].map(axis => (t[axis] * dx + t[3 + axis] * dy) / this.scale) as [number, number, number];
  }
}

export const near = 0.3; // of the distance to the target: what is nearer to the eye is not drawn
