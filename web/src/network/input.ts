// SPDX-License-Identifier: Apache-2.0
// Pointers, wheel and keys.
export interface Moves {
  pan(dx: number, dy: number): void; // CSS pixels
  turn(dx: number, dy: number): void;
  zoomBy(factor: number, x: number, y: number): void;
  hover(x: number, y: number): void;
  leave(): void;
  click(x: number, y: number, extend: boolean): void;
  fit(): void;
  readonly turns: boolean;
}

const clickReach = 4;

/** Listens until the signal ends it. */
export function listen(box: HTMLElement, moves: Moves, signal: AbortSignal): void {
  const pointers = new Map<number, { x: number; y: number }>();
  let moved = 0, panning = false;
  const place = (event: MouseEvent) => {
    const { left, top } = box.getBoundingClientRect();
    return { x: event.clientX - left, y: event.clientY - top };
  };
  const on = <K extends keyof HTMLElementEventMap>(name: K, act: (event: HTMLElementEventMap[K]) => void) =>
    box.addEventListener(name, act, { signal, passive: false });

  on("pointerdown", event => {
    box.setPointerCapture(event.pointerId);
    if (!pointers.size) moved = 0;
    pointers.set(event.pointerId, place(event));
    panning = !moves.turns || event.shiftKey || event.button > 0;
  });
  on("pointermove", event => {
    const now = place(event), before = pointers.get(event.pointerId);
    if (!before) return moves.hover(now.x, now.y);
    const [dx, dy] = [now.x - before.x, now.y - before.y];
    moved += Math.hypot(dx, dy);
    pointers.set(event.pointerId, now);
    if (pointers.size === 2) {
      const other = [...pointers].find(([id]) => id !== event.pointerId)![1], apart = (it: typeof now) => Math.hypot(it.x - other.x, it.y - other.y);
      moves.pan(dx / 2, dy / 2);
      moves.zoomBy(apart(now) / Math.max(1, apart(before)), (now.x + other.x) / 2, (now.y + other.y) / 2);
    } else if (moved > clickReach) {
      if (panning) moves.pan(dx, dy);
      else moves.turn(dx, dy);
    }
  });
  const end = (event: PointerEvent) => {
    if (!pointers.delete(event.pointerId) || pointers.size || moved > clickReach || event.type !== "pointerup") return;
    const { x, y } = place(event);
    if (event.button === 0) moves.click(x, y, event.shiftKey);
  };
  on("pointerup", end);
  on("pointercancel", end);
  on("pointerleave", () => moves.leave());
  on("contextmenu", event => event.preventDefault());
  on("dblclick", event => { const { x, y } = place(event); moves.zoomBy(event.shiftKey ? 0.5 : 2, x, y); });
  on("wheel", event => {
    event.preventDefault();
    const { x, y } = place(event), unit = event.deltaMode === 1 ? 16 : 1;
    moves.zoomBy(Math.exp(-Math.max(-240, Math.min(240, event.deltaY * unit)) * (event.ctrlKey ? 0.01 : 0.002)), x, y);
  });
  on("keydown", event => {
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    const { clientWidth, clientHeight } = box, middle = [clientWidth / 2, clientHeight / 2] as const;
    if (event.key === "+" || event.key === "=") moves.zoomBy(1.4, ...middle);
    else if (event.key === "-") moves.zoomBy(1 / 1.4, ...middle);
    else if (event.key === "0") moves.fit();
    else return;
    event.preventDefault();
  });
}
