// SPDX-License-Identifier: Apache-2.0
// Draws scenes in Chromium with WebGL in software (web/test/browser.mjs says how to run this).
import assert from "node:assert/strict";
import { clean, runScenarios, screenshot } from "./browser.mjs";
import { drawingMemory, openDrawing as open } from "./drawing.mjs";
import { within } from "./within.mjs";

await runScenarios({
  async "every-arrangement"() {
    const page = await open();
    for (const make of ["torus(8,8)", "ring(24)", "dragonfly(9,4)", "fatTree(8)", "torus3(6,6,6)", "torus3(24,24,24,[],4)"])
      for (const dark of [false, true]) {
        const { colors, share } = await page.evaluate(async ([make, dark]) => {
          net.setScene(new Function(`return scenes.${make}`)());
          net.setTheme(dark);
          await net.settled();
          return inked();
        }, [make, dark]);
        assert.ok(colors > 20 && share > 0.01 && share < 0.7, `${make}: ${colors} colors on ${share} of the picture`);
        await screenshot(page, `network ${make} ${dark ? "dark" : "light"}`);
        await page.evaluate(() => net.setChannelColors(loaded()));
        await page.evaluate(() => net.settled());
        await screenshot(page, `network ${make} loads ${dark ? "dark" : "light"}`);
      }
    clean(page);
  },
  async colors() {
    const page = await open();
    const wrong = await page.evaluate(async () => {
      const scene = scenes.torus(8, 8), colors = loaded(scene);
      net.setScene(scene);
      net.setChannelColors(colors);
      const wrong = [];
      for (const dark of [false, true]) {
        net.setTheme(dark);
        await net.settled();
        const picture = pixels();
        let tried = 0;
        for (let c = 0; c < scene.header.channels && tried < 20; ++c) {
          if (colors.values[c] < 0.3 || scene.bend[c] || scene.cut_end[2 * c] || scene.cut_end[2 * c + 1]) continue;
          ++tried;
          const wanted = rampColor(Math.round(255 * colors.values[c]) / 255, dark), at = onLane(scene, c);
          if (!near(picture, at).includes(wanted)) wrong.push(`${c}: ${wanted} is not among ${near(picture, at)}`);
        }
        if (tried < 20) wrong.push(`only ${tried} channels`);
      }
      return wrong;
    });
    assert.deepEqual(wrong, []);
    clean(page);
  },
  /** Lines between groups run on cubic curves by the hubs of their groups, are seen there, and are hit there. */
  async bundles() {
    const page = await open();
    const wrong = await page.evaluate(async () => {
      const wrong = [], scene = scenes.dragonfly(9, 4);
      net.setScene(scene);
      net.setChannelColors(loaded(scene));
      net.setBundled(true);
      await net.settled();
      const { position, part, first_channel, target } = scene, source = c => first_channel.findIndex((_, r) => first_channel[r + 1] > c);
      // The place on the screen of a point of the world, from three routers: the projection is affine.
      const [a, b, c] = [0, 7, 20].map(r => ({ at: net.placeOf(r), x: position[3 * r], y: position[3 * r + 1] }));
      const det = (b.x - a.x) * (c.y - a.y) - (c.x - a.x) * (b.y - a.y);
      const place = ([x, y]) => {
        const u = ((x - a.x) * (c.y - a.y) - (c.x - a.x) * (y - a.y)) / det, v = ((b.x - a.x) * (y - a.y) - (x - a.x) * (b.y - a.y)) / det;
        return { x: a.at.x + u * (b.at.x - a.at.x) + v * (c.at.x - a.at.x), y: a.at.y + u * (b.at.y - a.at.y) + v * (c.at.y - a.at.y) };
      };
      const means = Array.from({ length: 9 }, (_, g) => [0, 1].map(axis => [...part].reduce((sum, it, r) => sum + (it === g ? position[3 * r + axis] / 4 : 0), 0)));
      const middle = [0, 1].map(axis => means.reduce((sum, it) => sum + it[axis] / 9, 0)), hubs = means.map(it => it.map((x, axis) => x + 0.45 * (middle[axis] - x)));
      const between = (p, q, t) => p.map((it, axis) => it + (q[axis] - it) * t);
      const picture = pixels();
      let tried = 0, apart = 0, hits = 0;
      for (let channel = 0; channel < scene.header.channels; ++channel) {
        const [r, s] = [source(channel), target[channel]];
        if (part[r] === part[s]) continue;
        let points = [[...position.subarray(3 * r, 3 * r + 2)], hubs[part[r]], hubs[part[s]], [...position.subarray(3 * s, 3 * s + 2)]];
        const straight = place(between(points[0], points[3], 0.3));
        while (points.length > 1) points = points.slice(1).map((it, i) => between(points[i], it, 0.3)); // de Casteljau
        const at = place(points[0]);
        ++tried;
        const { lines } = net.see().drawn, [there, other] = [channel, scene.reverse[channel]].map(it => lines.away(it, at.x, at.y));
        if (Math.min(there, other) > 5) wrong.push(`${channel} is ${there} away`); // the width of its lane
        const hit = net.hitAt(at.x, at.y);
        if (!hit) wrong.push(`nothing is hit at ${channel}`);
        else if (hit.channel === channel || hit.channel === scene.reverse[channel]) ++hits;
        if (near(picture, at).every(it => it === "rgb(255 255 255)")) wrong.push(`${channel} is not seen`);
        if (Math.hypot(straight.x - at.x, straight.y - at.y) > 15 && net.hitAt(straight.x, straight.y)?.channel !== channel) ++apart;
      }
      if (tried !== 72) wrong.push(`${tried} channels between groups`);
      if (hits < 50) wrong.push(`only ${hits} are hit themselves`); // elsewhere another one is nearer
      if (apart < 30) wrong.push(`only ${apart} are away from the straight line`);
      return wrong;
    });
    assert.deepEqual(wrong, []);
    await screenshot(page, "network bundles");
    const straight = await page.evaluate(async () => { net.setBundled(false); await net.settled(); return hash(); });
    const [again, fresh] = await page.evaluate(async () => {
      net.setBundled(true); await net.settled(); const again = hash();
      net.setBundled(false); net.setScene(scenes.dragonfly(9, 4)); net.setChannelColors(loaded()); await net.settled();
      return [again, hash()];
    });
    assert.equal(fresh, straight, "straight again, as a fresh picture");
    assert.notEqual(again, straight);
    // Without WebGL, and as a file, the curves are there, too.
    const svg = await page.evaluate(() => { net.setBundled(true); return net.toSvg("x"); });
    assert.ok((svg.match(/L/g) ?? []).length > 500, "curves have points");
    clean(page);
  },
  async groups() {
    const page = await open();
    const counts = await page.evaluate(async () => {
      const scene = scenes.dragonfly(9, 4);
      net.setScene(scene);
      net.setGroups(scene.part);
      await net.settled();
      const by = Array.from({ length: 6 }, (_, i) => count(classColor(i, false)));
      net.setGroups(null);
      await net.settled();
      return [by, Array.from({ length: 6 }, (_, i) => count(classColor(i, false)))];
    });
    assert.ok(counts[0].every(it => it > 50), `every color of groups is there: ${counts[0]}`);
    assert.ok(counts[1].slice(2).every(it => it === 0), `classes alone again: ${counts[1]}`);
    clean(page);
  },
  async picking() {
    const page = await open();
    const wrong = await page.evaluate(async () => {
      const wrong = [];
      for (const scene of [scenes.torus(8, 8), scenes.torus3(3, 3, 3), scenes.fatTree(4)]) {
        net.setScene(scene);
        net.setChannelColors(loaded(scene));
        await net.settled();
        for (let r = 0; r < scene.header.routers; r += 3) {
          const at = net.placeOf(r), hit = net.hitAt(at.x, at.y);
          const there = hit && "router" in hit ? net.placeOf(hit.router) : null;
          if (!there || Math.hypot(there.x - at.x, there.y - at.y) > 3) wrong.push(`router ${r} of ${scene.header.title}: ${JSON.stringify(hit)}`);
        }
        if (scene.header.dimensions === 3) continue;
        for (let c = 0; c < scene.header.channels; c += 11) {
          if (scene.cut_end?.[2 * c] || scene.cut_end?.[2 * c + 1] || scene.bend?.[c]) continue;
          const at = onLane(scene, c, 0.3), hit = net.hitAt(at.x, at.y);
          if (hit?.channel !== c) wrong.push(`channel ${c} of ${scene.header.title}: ${JSON.stringify(hit)}`);
        }
      }
      if (net.hitAt(2, 2) !== null) wrong.push("something in the corner");
      const blocks = scenes.torus3(24, 24, 24, [], 4);
      net.setScene(blocks);
      await net.settled();
      const seen = new Set();
      for (let x = 0; x < 1000; x += 23) for (let y = 0; y < 760; y += 23) Object.keys(net.hitAt(x, y) ?? {}).forEach(it => seen.add(it));
      if ([...seen].sort().join() !== "block,bundle") wrong.push(`an overview has ${[...seen]}`);
      return wrong;
    });
    assert.deepEqual(wrong, []);
    clean(page);
  },
  async camera() {
    const page = await open({ reducedMotion: "reduce" });
    const { set, got, events, moved, zoomed } = await page.evaluate(async () => {
      net.setScene(scenes.torus3(4, 4, 4));
      const set = { x: 0.1, y: -0.2, z: 0.05, zoom: 2.5, yaw: 1, pitch: -0.3 };
      net.setCamera(set);
      const got = net.camera;
      await net.settled();
      const before = told.camera.length;
      net.fit();
      const events = told.camera.length - before;
      net.setScene(scenes.torus(8, 8));
      const [a, b] = [net.placeOf(9), net.placeOf(18)];
      net.pan(30, -20);
      const moved = [net.placeOf(9).x - a.x, net.placeOf(9).y - a.y];
      net.pan(-30, 20);
      net.zoomBy(2, a.x, a.y);
      return { set, got, events, moved, zoomed: [net.placeOf(9).x - a.x, net.placeOf(18).x - net.placeOf(9).x - 2 * (b.x - a.x)] };
    });
    assert.deepEqual(got, set);
    assert.equal(events, 1);
    for (const [value, wanted] of [[moved[0], 30], [moved[1], -20], [zoomed[0], 0], [zoomed[1], 0]]) assert.ok(Math.abs(value - wanted) < 0.01, `${moved} ${zoomed}`);
    await page.mouse.move(500, 300);
    await page.mouse.wheel(0, -200);
    assert.ok(await page.evaluate(() => net.camera.zoom) > 2, "the wheel zooms");
    await page.mouse.down();
    await page.mouse.move(540, 330, { steps: 4 });
    await page.mouse.up();
    assert.equal(await page.evaluate(() => told.pick.length), 0, "a drag picks nothing");
    await page.evaluate(() => net.fit(false));
    const at = await page.evaluate(() => net.placeOf(27));
    await page.evaluate(() => net.settled());
    await page.mouse.click(at.x, at.y);
    assert.deepEqual(await page.evaluate(() => told.pick), [[{ router: 27 }, false]]);
    clean(page);
  },
  async "animation-ends"() {
    const page = await open();
    const camera = await page.evaluate(async () => {
      net.setScene(scenes.torus(8, 8));
      await net.settled();
      net.flyTo({ router: 9 });
      await net.settled();
      return [net.placeOf(9), told.camera.length];
    });
    assert.ok(Math.abs(camera[0].x - 500) < 0.1 && Math.abs(camera[0].y - 380) < 0.1 && camera[1] > 1, JSON.stringify(camera));
    clean(page);
  },
  async hidden() {
    const page = await open();
    const counts = await page.evaluate(async () => {
      net.setScene(scenes.torus(8, 8));
      const counts = [];
      for (const hidden of [[], [1], [0, 1, 2]]) {
        net.setHidden(new Set(hidden));
        await net.settled();
        counts.push([0, 1].map(it => count(classColor(it, false))));
      }
      return counts;
    });
    assert.ok(counts[0][0] > 1000 && counts[0][1] > 1000 && counts[1][0] > 1000, JSON.stringify(counts));
    assert.deepEqual([counts[1][1], ...counts[2]], [0, 0, 0]);
    clean(page);
  },
  async marks() {
    const page = await open();
    const [before, after, gone] = await page.evaluate(async () => {
      const scene = scenes.torus(8, 8, false), on = (a, b) => scene.target.findIndex((it, c) => it === b && c >= scene.first_channel[a] && c < scene.first_channel[a + 1]);
      net.setScene(scene);
      net.setChannelColors(loaded(scene));
      const look = async () => { await net.settled(); return [1, 2].map(it => count(classColor(it, false), true)); };
      const before = await look();
      net.setMarks({ routers: [18], channels: [on(40, 41)], cycle: [on(0, 1), on(1, 9), on(9, 8), on(8, 0)], paths: [{ routers: [18, 19, 20, 28], name: "minimal", color: 2 }] });
      const after = await look();
      window.scene = scene;
      return [before, after, null];
    });
    await screenshot(page, "network marks");
    assert.ok(before.every(it => it === 0) && after.every(it => it > 300), JSON.stringify([before, after, gone]));
    await page.evaluate(async () => {
      const k = scene.header.channels, dots = Array.from({ length: 200 }, (_, i) => i % k);
      net.setChannelColors(null);
      net.setFlits({ channel: Uint32Array.from(dots), at: Float32Array.from(dots, i => (i * 0.17) % 1), color: Uint8Array.from(dots, () => 3), followed: 5,
                     buffers: Float32Array.from({ length: k }, (_, i) => (i % 5) / 4), blocked: Uint8Array.from({ length: k }, (_, i) => Number(i % 40 === 0)) });
      await net.settled();
    });
    await screenshot(page, "network flits");
    assert.ok(await page.evaluate(() => count(classColor(3, false))) > 1000, "no dots");
    await page.evaluate(async () => { net.setFlits(null); await net.settled(); });
    assert.equal(await page.evaluate(() => count(classColor(3, false))), 0);
    clean(page);
  },
  async "context-loss"() {
    const page = await open();
    const [before, after, lost] = await page.evaluate(async () => {
      net.setScene(scenes.torus(8, 8));
      net.setChannelColors(loaded());
      await net.settled();
      const before = hash(), loser = glOf().getExtension("WEBGL_lose_context");
      loser.loseContext();
      await new Promise(done => setTimeout(done, 300));
      net.setHidden(new Set([1]));
      net.setHidden(new Set());
      loser.restoreContext();
      await new Promise(done => setTimeout(done, 300));
      await net.settled();
      return [before, hash(), told.lost];
    });
    assert.equal(after, before);
    assert.deepEqual(lost, []);
  },
  async "no-webgl"() {
    const page = await open({ without: true });
    const lost = await page.evaluate(async () => {
      net.setScene(scenes.torus(4, 4));
      net.setChannelColors(loaded());
      net.fit();
      await net.settled();
      return [told.lost, net.hitAt(5, 5)];
    });
    assert.deepEqual(lost, [["This browser has no WebGL 2."], null]);
  },
  async png() {
    const page = await open();
    const [width, height, type] = await page.evaluate(async () => {
      net.setScene(scenes.torus(8, 8));
      await net.settled();
      const blob = await net.toPng(2), image = await createImageBitmap(blob);
      return [image.width, image.height, blob.type];
    });
    assert.deepEqual([width, height, type], [2000, 1520, "image/png"]);
    clean(page);
  },
  async "hundred-networks"() {
    const page = await open();
    const change = count => page.evaluate(async count => {
      for (let i = 0; i < count; ++i) {
        net.setScene(i % 2 ? scenes.torus3(12, 12, 12, [77], i % 4 > 1 ? 4 : 0) : scenes.torus(40, 40, false));
        net.setChannelColors(loaded());
        await net.settled();
      }
      gc();
      return performance.memory.usedJSHeapSize / 1e6;
    }, count);
    const heap = await change(20), before = drawingMemory();
    const after = await change(100);
    within("JavaScript heap after 100 networks more", after - heap, 3, "MB");
    within("memory of the processes after 100 networks more", drawingMemory() - before, 40, "MB");
    const canvases = await page.evaluate(() => { net.dispose(); return document.querySelectorAll("canvas").length; });
    assert.equal(canvases, 0);
    clean(page);
  },
});
