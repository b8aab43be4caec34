// SPDX-License-Identifier: Apache-2.0
// The overview: blocks of routers, bundles of channels between them, and the blocks that are open.
import type { Scene } from "../engine/protocol";
import { type Projection, near } from "./camera";
import { type Shape, blockLook, bundleLook, notDrawn, rankOf } from "./looks";

const outside = 0xffffffff;
const openedAt = { 2: 9, 3: 26 }; // CSS pixels between neighboring routers of a block
const farthest = 1.3; // distances of the target: blocks beyond stay closed

export class Blocks {
  /** The distance of neighboring blocks. */
  readonly spacing: number;
  /** Of all bundles. */
  readonly length: number;
  readonly open: Uint8Array;
  /** Blocks that are neither open nor out of view at a scale where those in view are open. */
  private readonly shown: Uint8Array;
  /** Routers by block. */
  private readonly members: Uint32Array;
  private readonly firstMember: Uint32Array;
  /** Of the smallest sphere about the place of a block that holds its routers. */
  private readonly radius: Float32Array;
  private readonly inner: Uint32Array;
  private readonly most: number; // channels of a bundle
  private bundles = new Uint32Array();
  private order = new Uint32Array();

  constructor(private readonly scene: Scene, private readonly shape: Shape) {
    const { header: { blocks, routers, whole }, block, block_position: at, position, bundle_ends: ends } = scene;
    this.open = new Uint8Array(blocks);
    this.shown = new Uint8Array(blocks).fill(1);
    this.radius = new Float32Array(blocks);
    this.inner = new Uint32Array(blocks);
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

  /** Opens the blocks in view that are large enough, closes the others; true if that changed any. */
  look(at: Projection, width: number, height: number): boolean {
    const { header: { blocks, whole }, block_position: place } = this.scene, p = [0, 0, 0, 0];
    let changed = false;
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

  /** Takes over how channels look: a bundle looks as its fullest channel, a block as the fullest inside. */
  setLooks(looks: Uint32Array, hidden: ReadonlySet<number>): void {
    const { bundle_class: classes, bundle_of_channel: of, block } = this.scene, { source, classRank } = this.shape;
    const bundles = new Uint32Array(classes.length);
    this.inner.fill(notDrawn);
    for (let c = 0; c < looks.length; ++c) {
      const look = looks[c];
      if (look === notDrawn) continue;
      const inside = of[c] === outside, best = inside ? this.inner : bundles, place = inside ? block[source[c]] : of[c];
      if (best[place] === notDrawn || rankOf(look) > rankOf(best[place])) best[place] = look;
    }
    if (!looks.length)
      classes.forEach((it, i) => { bundles[i] = hidden.has(it) ? notDrawn : (it % 8) | (classRank[it] << 8); });
    this.bundles = bundles;
    this.order = Uint32Array.from(bundles.keys()).filter(i => bundles[i] !== notDrawn).sort((i, j) => rankOf(bundles[j]) - rankOf(bundles[i]));
  }

  /** Records of the bundles between closed blocks, the fullest first, and the points of closed blocks. */
  closed(): { records: Uint32Array; points: Uint32Array } {
    const { bundle_ends: ends, bundle_count: count } = this.scene, { open, order, bundles } = this;
    const records = new Uint32Array(4 * order.length);
    let at = 0;
    for (const i of order) {
      if (!this.shows(i)) continue;
      records.set([ends[2 * i], ends[2 * i + 1], bundleLook(bundles[i], count[i] / this.most)], at);
      at += 4;
    }
    const points: number[] = [];
    open.forEach((it, b) => { if (!it) points.push(b, blockLook(this.inner[b])); });
    return { records: records.subarray(0, at), points: Uint32Array.from(points) };
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
