// SPDX-License-Identifier: Apache-2.0
// When to draw, and how much: while anything moves as many channels as 100 ms allow, at rest more of them in slices.
const movingBudget = 90, sliceBudget = 50, restAfter = 120; // milliseconds
const leastAtOnce = { moving: 2000, slice: 5000 };
const mostFine = 150_000; // lines of a layer with smooth edges

export interface Painter {
  /** Draws the layer anew with at most that many lines, or the next ones; the answer: those drawn, and all. */
  paint(anew: "fine" | "coarse" | null, most: number): { drawn: number; of: number };
}

export class Frames {
  private asked = 0;
  private anew = false;
  private over = false;
  private fence: { sync: WebGLSync; begun: number; moving: boolean; anew: boolean; count: number } | null = null;
  private movedAt = -Infinity;
  private stirred = false; // moved since the last frame
  private lately = 0; // what that took
  private least = 1000; // what a frame takes at least, however little is drawn
  private atOnce = { moving: 8000, slice: 10_000 };
  private rest: (() => void)[] = [];
  private whole = false; // all lines are in the layer
  private drawn = 0; // lines
  private of = 0;
  private coarse = false; // the layer is
  private slow = false; // too slow for fine layers while anything moves

  constructor(private readonly gl: WebGL2RenderingContext, private readonly painter: Painter, private readonly before: (now: number) => boolean) {}

  /** Something has changed, in the layer or only what is over it; `moving`: and will soon change again. */
  ask(anew: boolean, moving = false): void {
    if (anew) this.anew = true;
    else this.over = true;
    if (moving) this.movedAt = performance.now();
    this.stirred ||= moving;
    this.asked ||= requestAnimationFrame(this.frame);
  }

  settled(): Promise<void> {
    return this.asked ? new Promise(done => this.rest.push(done)) : Promise.resolve();
  }

  stop(): void {
    cancelAnimationFrame(this.asked);
    if (this.fence) this.gl.deleteSync(this.fence.sync);
    this.fence = null;
    this.rest.splice(0).forEach(done => done());
  }

  /** The GPU has done what it was given; learns from how long that took. */
  private ready(now: number): boolean {
    const { gl, fence } = this;
    if (!fence) return true;
    if (gl.getSyncParameter(fence.sync, gl.SYNC_STATUS) !== gl.SIGNALED && !gl.isContextLost()) return false;
    gl.deleteSync(fence.sync);
    this.fence = null;
    const took = this.lately = now - fence.begun;
    if (fence.anew) this.slow = this.coarse ? took > 20 || !this.whole : took > 60;
    this.least = Math.min(this.least * 1.05, took);
    const kind = fence.moving ? "moving" : "slice", budget = fence.moving ? movingBudget : Math.max(sliceBudget, 2 * this.least);
    const factor = Math.max(0.4, Math.min(1.5, budget / Math.max(1, took)));
    if (fence.count && (factor < 1 || this.atOnce[kind] <= fence.count))
      this.atOnce[kind] = Math.max(leastAtOnce[kind], Math.round(Math.min(this.atOnce[kind], fence.count) * factor));
    return true;
  }

  private readonly frame = (now: number): void => {
    this.asked = requestAnimationFrame(this.frame);
    if (!this.ready(now)) return;
    const moving = this.before(now) || this.stirred || now - this.movedAt < Math.max(restAfter, 2 * this.lately);
    const anew = this.anew || (this.coarse && !moving && this.of <= mostFine), { over } = this;
    if (!anew && !over && this.whole) return moving ? undefined : this.finish();
    if (!anew && !over && moving) return;
    this.anew = this.over = this.stirred = false;
    if (anew) this.coarse = moving ? this.slow : this.of > mostFine;
    const most = moving ? (anew ? this.atOnce.moving : 0) : this.atOnce.slice;
    const begin = anew ? 0 : this.drawn, { drawn, of } = this.painter.paint(anew ? (this.coarse ? "coarse" : "fine") : null, most);
    const sync = this.gl.fenceSync(this.gl.SYNC_GPU_COMMANDS_COMPLETE, 0);
    this.gl.flush();
    if (sync) this.fence = { sync, begun: now, moving, anew, count: drawn - begin };
    this.drawn = drawn;
    this.whole = drawn >= of;
    if (of && !this.of) performance.mark("weft-network");  // for tests and for the curious: the first picture
    this.of = of;
  };

  private finish(): void {
    cancelAnimationFrame(this.asked);
    this.asked = 0;
    this.rest.splice(0).forEach(done => done());
  }
}
