// SPDX-License-Identifier: Apache-2.0
// Scenes made without Weft, with the arrays that src/engine/protocol.ts describes. They run in the page.
function finish({ routers, links, position, classes, kind, part, parts = [], style, dimensions = 2, arrangement = "structure", blocks, title }) {
  const ends = links.flatMap(({ a, b, c, bend = 0, cut_end = [0, 0] }, i) => [
    { from: a, to: b, c, bend, cut_end, other: 2 * i + 1, i: 2 * i }, { from: b, to: a, c, bend: -bend, cut_end: [-cut_end[0], -cut_end[1]], other: 2 * i, i: 2 * i + 1 }]);
  ends.sort((x, y) => x.from - y.from || x.i - y.i);
  const place = new Uint32Array(ends.length);
  ends.forEach((it, at) => { place[it.i] = at; });
  const scene = {
    header: { topology: title, title, facts: `${routers} routers, ${links.length} links`, routers, terminals: routers, channels: ends.length, bidirectional: true, named: false,
              arrangement, style, dimensions, classes, parts, blocks: 0, block_note: "", whole: true },
    position: Float32Array.from(position.flat()),
    kind: Uint8Array.from({ length: routers }, (_, i) => kind?.(i) ?? 0),
    first_terminal: Uint32Array.from({ length: routers + 1 }, (_, i) => i),
    first_channel: new Uint32Array(routers + 1),
    target: Uint32Array.from(ends, it => it.to),
    reverse: Uint32Array.from(ends, it => place[it.other]),
    channel_class: Uint8Array.from(ends, it => it.c),
    bend: ends.some(it => it.bend) ? Float32Array.from(ends, it => it.bend) : undefined,
    cut_end: ends.some(it => it.cut_end[0] || it.cut_end[1]) ? Float32Array.from(ends.flatMap(it => it.cut_end)) : undefined,
    part: Uint32Array.from(part ?? []),
    block: new Uint32Array(), block_position: new Float32Array(), bundle_ends: new Uint32Array(), bundle_count: new Uint32Array(),
    bundle_class: new Uint8Array(), bundle_of_channel: new Uint32Array(),
  };
  for (const it of ends) ++scene.first_channel[it.from + 1];
  for (let i = 0; i < routers; ++i) scene.first_channel[i + 1] += scene.first_channel[i];
  return blocks ? withBlocks(scene, blocks) : scene;
}

/** Gathers routers into blocks: `of` tells the block of each. */
export function withBlocks(scene, { count, of }) {
  const { header, position, target, first_channel, channel_class } = scene, sum = new Float64Array(4 * count), bundles = new Map();
  scene.block = Uint32Array.from({ length: header.routers }, (_, r) => of(r));
  scene.block.forEach((b, r) => { for (let i = 0; i < 3; ++i) sum[4 * b + i] += position[3 * r + i]; ++sum[4 * b + 3]; });
  scene.block_position = Float32Array.from({ length: 3 * count }, (_, i) => sum[4 * Math.floor(i / 3) + (i % 3)] / sum[4 * Math.floor(i / 3) + 3]);
  scene.bundle_of_channel = new Uint32Array(header.channels);
  const ends = [], counts = [], classes = [];
  for (let r = 0; r < header.routers; ++r)
    for (let c = first_channel[r]; c < first_channel[r + 1]; ++c) {
      const [a, b] = [scene.block[r], scene.block[target[c]]].sort((x, y) => x - y);
      if (a === b) { scene.bundle_of_channel[c] = 0xffffffff; continue; }
      const key = (a * count + b) * 8 + channel_class[c];
      if (!bundles.has(key)) { bundles.set(key, counts.length); ends.push(a, b); counts.push(0); classes.push(channel_class[c]); }
      scene.bundle_of_channel[c] = bundles.get(key);
      ++counts[bundles.get(key)];
    }
  Object.assign(scene, { bundle_ends: Uint32Array.from(ends), bundle_count: Uint32Array.from(counts), bundle_class: Uint8Array.from(classes) });
  Object.assign(header, { blocks: count, block_note: "Each circle stands for a block" });
  return scene;
}

export function torus(w, h, chords = true) {
  const links = [], at = (x, y) => ((y + h) % h) * w + ((x + w) % w);
  for (let y = 0; y < h; ++y)
    for (let x = 0; x < w; ++x) {
      links.push({ a: at(x, y), b: at(x + 1, y), c: 0, cut_end: x + 1 === w ? [0.42, 0] : [0, 0] });
      links.push({ a: at(x, y), b: at(x, y + 1), c: 1, cut_end: y + 1 === h ? [0, 0.42] : [0, 0] });
      if (chords && x + 2 < w && (x + y) % 5 === 0) links.push({ a: at(x, y), b: at(x + 2, y), c: 2, bend: 0.2 });
    }
  return finish({ routers: w * h, links, position: Array.from({ length: w * h }, (_, i) => [i % w, Math.floor(i / w), 0]), style: "grid", title: `torus ${w}x${h}`,
                  classes: ["dimension 0", "dimension 1", "chord"].map(name => ({ name, bandwidth: 1 })) });
}

export function ring(n) {
  const r = n / (2 * Math.PI);
  return finish({ routers: n, links: Array.from({ length: n }, (_, i) => ({ a: i, b: (i + 1) % n, c: 0 })), style: "circle", title: `ring ${n}`,
                  position: Array.from({ length: n }, (_, i) => [r * Math.sin((2 * Math.PI * i) / n), -r * Math.cos((2 * Math.PI * i) / n), 0]),
                  classes: [{ name: "ring", bandwidth: 1 }] });
}

export function dragonfly(groups, each) {
  const links = [], position = [], part = [], small = each / (2 * Math.PI) + 0.3, big = (groups * (2 * small + 1.6)) / (2 * Math.PI);
  for (let g = 0; g < groups; ++g)
    for (let i = 0; i < each; ++i) {
      const [u, v] = [(2 * Math.PI * g) / groups, (2 * Math.PI * i) / each];
      position.push([big * Math.sin(u) + small * 1.5 * Math.sin(v), -big * Math.cos(u) - small * 1.5 * Math.cos(v), 0]);
      part.push(g);
      for (let j = 0; j < i; ++j) links.push({ a: g * each + j, b: g * each + i, c: 0 });
    }
  for (let g = 0; g < groups; ++g)
    for (let k = 1; k <= (groups - 1) / 2; ++k) links.push({ a: g * each + ((2 * k - 2) % each), b: ((g + k) % groups) * each + ((2 * k - 1) % each), c: 1 });
  return finish({ routers: groups * each, links, position, part, parts: ["group"], style: "groups", title: `dragonfly ${groups}x${each}`,
                  classes: [{ name: "local", bandwidth: 1 }, { name: "global", bandwidth: 1 }] });
}

export function fatTree(k) {
  const half = k / 2, leaves = k * half, position = [], links = [], wide = leaves;
  for (let i = 0; i < leaves; ++i) position.push([i, 6, 0]);
  for (let i = 0; i < leaves; ++i) position.push([i, 3, 0]);
  for (let i = 0; i < half * half; ++i) position.push([((i + 0.5) * wide) / (half * half) - 0.5, 0, 0]);
  for (let p = 0; p < k; ++p)
    for (let i = 0; i < half; ++i) {
      for (let j = 0; j < half; ++j) links.push({ a: p * half + i, b: leaves + p * half + j, c: 0 });
      for (let j = 0; j < half; ++j) links.push({ a: leaves + p * half + i, b: 2 * leaves + i * half + j, c: 1 });
    }
  return finish({ routers: position.length, links, position, style: "stages", title: `fat tree ${k}`, kind: i => (i < leaves ? 0 : 1),
                  classes: [{ name: "up 0", bandwidth: 1 }, { name: "up 1", bandwidth: 1 }] });
}

/** A torus in 3 dimensions, with chords if there are steps for them; `side`: of the cubes that are blocks. */
export function torus3(a, b, c, steps = [], side = 0) {
  const n = a * b * c, degree = 6 + 2 * steps.length, at = (x, y, z) => ((((z + c) % c) * b + ((y + b) % b)) * a + ((x + a) % a));
  const scene = finish({ routers: n, links: [], dimensions: 3, arrangement: "room", style: "grid", title: `torus ${a}x${b}x${c}`,
                         position: Array.from({ length: n }, (_, i) => [i % a, Math.floor(i / a) % b, Math.floor(i / a / b)]),
                         classes: ["x", "y", "z", "chord", "chord 2"].slice(0, 3 + steps.length).map(name => ({ name, bandwidth: 1 })) });
  scene.header.channels = n * degree;
  scene.first_channel = Uint32Array.from({ length: n + 1 }, (_, r) => r * degree);
  [scene.target, scene.reverse, scene.channel_class] = [new Uint32Array(n * degree), new Uint32Array(n * degree), new Uint8Array(n * degree)];
  for (let r = 0, k = 0; r < n; ++r) {
    const [x, y, z] = [r % a, Math.floor(r / a) % b, Math.floor(r / a / b)];
    const to = [at(x + 1, y, z), at(x - 1, y, z), at(x, y + 1, z), at(x, y - 1, z), at(x, y, z + 1), at(x, y, z - 1),
                ...steps.flatMap(step => [(r + step) % n, (r + n - step) % n])];
    for (let port = 0; port < degree; ++port, ++k) {
      scene.target[k] = to[port];
      scene.reverse[k] = to[port] * degree + (port ^ 1);
      scene.channel_class[k] = port >> 1;
    }
  }
  if (!side) return scene;
  const [p, q, s] = [a, b, c].map(it => Math.ceil(it / side));
  return withBlocks(scene, { count: p * q * s, of: i => (Math.floor(Math.floor(i / a / b) / side) * q + Math.floor((Math.floor(i / a) % b) / side)) * p + Math.floor((i % a) / side) });
}

/** Loads that repeat: most are low, few are high. */
export function loads(scene, seed = 1) {
  let state = seed >>> 0;
  const random = () => ((state = (Math.imul(state, 1664525) + 1013904223) >>> 0) / 2 ** 32);
  return Float32Array.from({ length: scene.header.channels }, () => { const u = random(); return u < 0.05 ? 0 : u ** 3; });
}
