// SPDX-License-Identifier: Apache-2.0
// The overview: blocks of routers, bundles of channels between them, and the blocks that are open.
import type { Scene } from "../engine/protocol";
import { type Projection, near } from "./camera";
import { type Shape, blockLook, bundleLook, flagsOf, notDrawn, rankOf } from "./looks";
import { hubWord, hubsOfBlocks } from "./hubs";
import { pairBits } from "./records";
import { bentPieces, bundled, flag, isCut } from "./shaders";

const outside = 0xffffffff;
const openedAt = { 2: 9, 3: 26 }; // CSS pixels between neighboring routers of a block
const farthest = 1.3; // distances of the target: blocks beyond stay closed

export class Blocks {
  /** The distance of neighboring blocks. */
  readonly spacing: number;
  /** Of all bundles. */
  readonly length: number;
  readonly open: Uint8Array;
  /** Blocks that are neither open nor out of view at a scale where the blocks in view are open. */
  private readonly shown: Uint8Array;
  /** Routers by block. */
  private readonly members: Uint32Array;
  private readonly firstMember: Uint32Array;
  /** The radius of the smallest sphere about a block with all of its routers. */
  private readonly radius: Float32Array;
  private readonly inner: Uint32Array;
  private readonly most: number; // channels of a bundle
  /** The number of bundles of each rank. */
  readonly byRank = new Uint32Array(256);
  private bundles = new Uint32Array();
  private readonly around: Uint8Array; // [bundles] 1: all of its channels go around a grid
  private order = new Uint32Array();
  readonly hubs: Float32Array | null;
  private bundled = false;
  /** The blocks that are open at any scale, if the user chooses them; null: those that are large enough. */
  chosen: ReadonlySet<number> | null = null;

  constructor(private readonly scene: Scene, private readonly shape: Shape) {
    const { header: { blocks, routers, whole }, block, block_position: at, position, bundle_ends: ends } = scene;
    this.hubs = hubsOfBlocks(scene);
    this.open = new Uint8Array(blocks);
    this.shown = new Uint8Array(blocks).fill(1);
    this.radius = new Float32Array(blocks);
    this.inner = new Uint32Array(blocks);
    this.around = new Uint8Array(ends.length / 2);
    this.most = scene.bundle_count.reduce((a, b) => Math.max(a, b), 1);
    this.firstMember = new Uint32Array(blocks + 1);
    this.members = new Uint32Array(whole ? routers : 0);
    for (let r = 0; r < this.members.length; ++r) ++this.firstMember[block[r] + 1];
    for (let b = 0; b < blocks; ++b) this.firstMember[b + 1] += this.firstMember[b];
    const next = this.firstMember.slice();
    for (let r = 0; r < this.members.length; ++r) {
      const b = block[r];
      this.members[next[b]++] = r;
      const away = Math.hypot(...[0, 1, 2].map(axis => position[3 * r + axis] - at[3 * b + axis]));
      this.radius[b] = Math.max(this.radius[b], away);
    }
    let nearest = Infinity, all = 0;
    for (let i = 0; i < ends.length; i += 2) {
      const length = Math.hypot(...[0, 1, 2].map(axis => at[3 * ends[i] + axis] - at[3 * ends[i + 1] + axis]));
      all += length;
      if (length > 0) nearest = Math.min(nearest, length);
    }
    this.length = all;
    this.spacing = Number.isFinite(nearest) ? nearest : 1;
  }

  /** Lets bundles run together, or straight. */
  setBundled(on: boolean): void {
    this.bundled = on && this.hubs !== null;
  }

  /** The first and the last hub of a bundle between two blocks; null: it runs straight. */
  hubsOf(from: number, to: number): [number[], number[]] | null {
    if (!this.bundled) return null;
    const [a, b] = [from, to].map(it => [...this.hubs!.subarray(3 * it, 3 * it + 3)]);
    return [a, b];
  }

  /** Opens the blocks in view that are large enough, closes the others; true if that changed any. */
  look(at: Projection, width: number, height: number): boolean {
    const { header: { blocks, whole }, block_position: place } = this.scene, p = [0, 0, 0, 0];
    let changed = false;
    if (this.chosen) {
      for (let b = 0; whole && b < blocks; ++b) {
        const open = Number(this.chosen.has(b));
        changed ||= open !== this.open[b] || open === this.shown[b];
        this.open[b] = open;
        this.shown[b] = 1 - open;
      }
      return changed;
    }
    for (let b = 0; whole && b < blocks; ++b) {
      at.place(place[3 * b], place[3 * b + 1], place[3 * b + 2], p);
      const scale = p[3] > near && p[3] < farthest ? at.scale : 0, reach = (this.radius[b] * scale) / p[3];
      const across = (this.firstMember[b + 1] - this.firstMember[b]) ** (1 / at.dimensions);
      const seen = p[0] > -reach && p[0] < width + reach && p[1] > -reach && p[1] < height + reach;
      const large = scale > 0 && (1.4 * this.radius[b] * scale) / across > openedAt[at.dimensions] * (this.open[b] ? 0.85 : 1);
      const open = Number(large && seen), shown = Number(!open && (seen || !large));
      if (open !== this.open[b] || shown !== this.shown[b]) changed = true;
      this.open[b] = open;
      this.shown[b] = shown;
    }
    return changed;
  }

  /** The routers of open blocks, and the channels that begin or end in them. */
  opened(): { routers: Uint32Array; channels: Uint32Array } {
    const { scene: { block, target }, shape: { source }, open, members, firstMember } = this, channels = new Uint32Array(source.length);
    const routers: number[] = [];
    let count = 0;
    open.forEach((it, b) => { if (it) for (let i = firstMember[b]; i < firstMember[b + 1]; ++i) routers.push(members[i]); });
    if (routers.length)
      for (let c = 0; c < source.length; ++c) if (open[block[source[c]]] || open[block[target[c]]]) channels[count++] = c;
    return { routers: Uint32Array.from(routers), channels: channels.subarray(0, count) };
  }

  /** Copies the looks of channels: a bundle looks as its fullest channel, a block as the fullest inside. */
  setLooks(looks: Uint32Array, hidden: ReadonlySet<number>): void {
    const { bundle_class: classes, bundle_of_channel: of, block } = this.scene, { source, classRank } = this.shape;
    const bundles = new Uint32Array(classes.length);
    this.inner.fill(notDrawn);
    const straight = new Uint8Array(this.around.length);
    this.around.fill(0);
    for (let c = 0; c < looks.length; ++c) {
      const look = looks[c];
      if (look === notDrawn) continue;
      const inside = of[c] === outside;
      if (!inside) (isCut(flagsOf(look)) ? this.around : straight)[of[c]] = 1;
      const best = inside ? this.inner : bundles, place = inside ? block[source[c]] : of[c];
      if (best[place] === notDrawn || rankOf(look) > rankOf(best[place])) best[place] = look;
    }
    straight.forEach((it, i) => { if (it) this.around[i] = 0; });
    if (!looks.length)
      classes.forEach((it, i) => { bundles[i] = hidden.has(it) ? notDrawn : (it % 8) | (classRank[it] << 8); });
    this.byRank.fill(0);
    for (const look of bundles) if (look !== notDrawn) ++this.byRank[rankOf(look)];
    this.bundles = bundles;
    this.order = Uint32Array.from(bundles.keys()).filter(i => bundles[i] !== notDrawn).sort((i, j) => rankOf(bundles[j]) - rankOf(bundles[i]));
  }

  /** Records of the bundles between closed blocks, the fullest first, and the points of closed blocks. */
  closed(): { records: Uint32Array; points: Uint32Array } {
    const { bundle_ends: ends, bundle_count: count } = this.scene, { open, order, bundles } = this;
    const records = new Uint32Array((this.bundled ? 4 * bentPieces : 8) * order.length);
    let at = 0;
    for (const i of order) {
      if (!this.shows(i)) continue;
      const look = bundleLook(bundles[i], count[i] / this.most), stub = this.stubOf(i);
      if (!stub && this.bundled) {
        for (let piece = 0; piece < bentPieces; ++piece, at += 4)
          records.set([ends[2 * i], ends[2 * i + 1], (look | (bundled << 24) | (piece << 29)) >>> 0, hubWord(ends[2 * i], ends[2 * i + 1])], at);
        continue;
      }
      if (!stub) {
        records.set([ends[2 * i], ends[2 * i + 1], look], at);
        at += 4;
        continue;
      }
      for (const piece of [0, 1]) {
        records.set([ends[2 * i], ends[2 * i + 1], (look | (flag.cut_end << 24) | (piece << 29)) >>> 0, pairBits(stub[0], stub[1])], at);
        at += 4;
      }
    }
    const points: number[] = [];
    open.forEach((it, b) => { if (!it) points.push(b, blockLook(this.inner[b])); });
    return { records: records.subarray(0, at), points: Uint32Array.from(points) };
  }

  get count(): number {
    return this.order.length;
  }

  /** How far lines reach that go around the grid. */
  get reach(): number {
    return 0.42 * this.spacing;
  }

  /** The way of a bundle around the grid, from its first block outwards; null: it goes straight. */
  stubOf(bundle: number): [number, number, number] | null {
    return this.around[bundle] ? this.outwards(this.scene.bundle_ends[2 * bundle], this.scene.bundle_ends[2 * bundle + 1]) : null;
  }

  /** Returns it for a record at an index of `closed`. */
  stub(records: Uint32Array, at: number): [number, number, number] | null {
    return isCut(flagsOf(records[at + 2])) ? this.outwards(records[at], records[at + 1]) : null;
  }

  private outwards(from: number, to: number): [number, number, number] {
    const { block_position: at } = this.scene, way = [0, 1, 2].map(axis => at[3 * from + axis] - at[3 * to + axis]), length = Math.hypot(...way) || 1;
    return way.map(it => (it / length) * this.reach) as [number, number, number];
  }

  /** Whether a bundle is drawn now. */
  shows(bundle: number): boolean {
    const { bundle_ends: ends } = this.scene, [a, b] = [ends[2 * bundle], ends[2 * bundle + 1]];
    return this.bundles[bundle] !== notDrawn && a !== b && !this.open[a] && !this.open[b] && Boolean(this.shown[a] || this.shown[b]);
  }

  /** Whether the channel of a bundle, or inside a block, is drawn for itself. */
  showsChannel(channel: number): boolean {
    const { scene: { block, target }, shape: { source }, open } = this;
    return Boolean(open[block[source[channel]]] || open[block[target[channel]]]);
  }
}
