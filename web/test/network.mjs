// Draws scenes in Chromium with WebGL in software. Usage: node web/test/network.mjs [SCENARIO.. | -SCENARIO], -: all but it; exit status 77: skipped.
import { existsSync, readFileSync, readdirSync } from "node:fs";
import { loadavg, cpus } from "node:os";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import assert from "node:assert/strict";

const here = dirname(fileURLToPath(import.meta.url));
const skip = why => { console.log(`skipped: ${why}`); process.exit(77); };
const executablePath = "/usr/bin/chromium";
if (!existsSync(executablePath)) skip("no chromium (tools/install-dependencies --group web)");
let chromium, build;
try {
  ({ chromium } = await import("playwright-core"));
  ({ build } = await import("esbuild"));
} catch { skip("no packages in web/node_modules (npm ci in web)"); }

const only = process.argv.slice(2), screenshots = process.env.WEFT_SCREENSHOTS;
const browser = await chromium.launch({
  executablePath, headless: true, chromiumSandbox: false,
  args: ["--no-sandbox", "--use-gl=angle", "--use-angle=swiftshader", "--enable-unsafe-swiftshader", "--disable-quic", "--no-first-run",
         "--disable-background-networking", "--disable-component-update", "--disable-sync", "--js-flags=--expose-gc", "--enable-precise-memory-info"],
});
const harness = await build({ entryPoints: [join(here, "network/harness.ts")], bundle: true, format: "iife", target: "es2022", write: false });
const page_ = '<style>html,body,#box{margin:0;height:100%}</style><div id="box"></div>';

/** A page with a drawing `net` and what src/network exports for it; `told`: its events. */
async function open(options = {}) {
  const context = await browser.newContext({ viewport: { width: 1000, height: 760 }, ...options });
  const page = await context.newPage();
  page.problems = [];
  page.on("console", it => page.problems.push(it.text()));
  page.on("pageerror", it => page.problems.push(String(it)));
  await page.setContent(page_);
  if (options.without) await page.evaluate(() => { HTMLCanvasElement.prototype.getContext = () => null; });
  await page.evaluate(harness.outputFiles[0].text);
  await page.evaluate(() => startDrawing());
  return page;
}
async function shot(page, name) {
  if (screenshots) await page.screenshot({ path: join(screenshots, `${name}.png`) });
}
const clean = page => assert.deepEqual(page.problems, []);

/** How many times more slowly things may go than on idle cores: page and GPU process wait for a core in turn. */
const slack = () => Math.max(1, (2 * loadavg()[0]) / cpus().length);
function within(what, value, limit, unit, exact = false) {
  const allowed = exact ? limit : limit * slack();
  console.log(`   ${what}: ${value.toFixed(1)} ${unit} (limit ${limit}${exact || allowed === limit ? "" : `, here ${allowed.toFixed(0)}`})`);
  assert.ok(value <= allowed, `${what}: ${value} ${unit}`);
}

/** Resident memory of the browser's processes, MB. */
function memory() {
  const stat = pid => readFileSync(`/proc/${pid}/stat`, "latin1").split(") ").at(-1).split(" ");
  const mine = pid => { for (let up = pid; up > 1; up = Number(stat(up)[1])) if (up === process.pid) return true; return false; };
  let kilobytes = 0;
  for (const pid of readdirSync("/proc").filter(it => /^\d+$/.test(it)).map(Number)) {
    try {
      if (!/--type=(renderer|gpu-process)/.test(readFileSync(`/proc/${pid}/cmdline`, "latin1")) || !mine(pid)) continue;
      kilobytes += Number(/RssAnon:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, "latin1"))[1]);
    } catch { /* it has ended */ }
  }
  return kilobytes / 1000;
}

const scenarios = {
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
        await shot(page, `network ${make} ${dark ? "dark" : "light"}`);
        await page.evaluate(() => net.setChannelColors(loaded()));
        await page.evaluate(() => net.settled());
        await shot(page, `network ${make} loads ${dark ? "dark" : "light"}`);
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
          if (colors.values[c] < 0.3 || scene.bend[c] || scene.stub[2 * c] || scene.stub[2 * c + 1]) continue;
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
          if (scene.stub?.[2 * c] || scene.stub?.[2 * c + 1] || scene.bend?.[c]) continue;
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
      net.setCamera(set, true);
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
    await shot(page, "network marks");
    assert.ok(before.every(it => it === 0) && after.every(it => it > 300), JSON.stringify([before, after, gone]));
    await page.evaluate(async () => {
      const k = scene.header.channels, dots = Array.from({ length: 200 }, (_, i) => i % k);
      net.setChannelColors(null);
      net.setFlits({ channel: Uint32Array.from(dots), at: Float32Array.from(dots, i => (i * 0.17) % 1), color: Uint8Array.from(dots, () => 3), followed: 5,
                     buffers: Float32Array.from({ length: k }, (_, i) => (i % 5) / 4), blocked: Uint8Array.from({ length: k }, (_, i) => Number(i % 40 === 0)) });
      await net.settled();
    });
    await shot(page, "network flits");
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
    const heap = await change(20), before = memory();
    const after = await change(100);
    within("JavaScript heap after 100 networks more", after - heap, 3, "MB", true);
    within("memory of the processes after 100 networks more", memory() - before, 40, "MB", true);
    const canvases = await page.evaluate(() => { net.dispose(); return document.querySelectorAll("canvas").length; });
    assert.equal(canvases, 0);
    clean(page);
  },
  async "hundred-thousand"() {
    const page = await open(), base = memory();
    const times = await page.evaluate(async () => {
      const scene = scenes.torus3(47, 47, 46, [517, 7919], 4), times = { channels: scene.header.channels };
      window.big = scene;
      const clock = async act => { const begun = performance.now(); act(); await net.settled(); return performance.now() - begun; };
      const begun = performance.now();
      net.setScene(scene);
      await new Promise(done => { told.onDrawn = done; });
      times.first = performance.now() - begun;
      await net.settled();
      times.overview = performance.now() - begun;
      times.colors = await clock(() => net.setChannelColors(loaded(scene)));
      return times;
    });
    await shot(page, "network overview");
    const drag = () => page.evaluate(async () => {
      let frames = 0;
      told.onPaint = () => ++frames;
      const begun = performance.now();
      while (performance.now() - begun < 3000) {
        net.turn(4, 1);
        await new Promise(done => requestAnimationFrame(done));
      }
      told.onPaint = null;
      const rate = frames / ((performance.now() - begun) / 1000);
      await net.settled();
      return rate;
    });
    within("first overview", times.first, 2000, "ms");
    within("whole overview", times.overview, 2000, "ms");
    within("loads of 10^6 channels shown", times.colors, 1000, "ms");
    within("a frame while the overview turns", 1000 / await drag(), 100, "ms");
    const all = await page.evaluate(async () => {
      const scene = { ...big, header: { ...big.header, blocks: 0 } }, times = {};
      net.setScene(scene);
      net.setChannelColors(loaded(scene));
      const begun = performance.now();
      await net.settled();
      times.complete = performance.now() - begun;
      times.shown = told.drawn.at(-1);
      const picks = [];
      for (let i = 0; i < 20; ++i) { const t = performance.now(); net.hitAt(150 + 30 * i, 200 + 15 * i); picks.push(performance.now() - t); }
      times.pick = picks.sort((a, b) => a - b)[10];
      return times;
    });
    await shot(page, "network 10^6 channels");
    assert.deepEqual(all.shown, [times.channels, times.channels]);
    within("complete picture of 10^6 channels, without blocks", all.complete, 10_000, "ms");
    within("picking", all.pick, 10, "ms");
    within("a frame while 10^6 channels turn", 1000 / await drag(), 100, "ms");
    within("memory of page and GPU process, more than before", memory() - base, 300, "MB", true);
    clean(page);
  },
};

let failed = 0, passed = 0;
for (const [name, test] of Object.entries(scenarios)) {
  if (only.length && !only.includes(name) && !(only[0].startsWith("-") && only[0] !== `-${name}`)) continue;
  try {
    await test();
    ++passed;
    console.log(`ok ${name}`);
  } catch (error) {
    ++failed;
    console.log(`FAILED ${name}: ${error.message.slice(0, 1500)}`);
  }
  await Promise.all(browser.contexts().map(it => it.close()));
}
await browser.close();
console.log(`${passed} passed, ${failed} failed`);
process.exit(failed ? 1 : 0);
