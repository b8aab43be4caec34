// SPDX-License-Identifier: Apache-2.0
// Opens the explorer in Chromium, with both of its engines. Usage: node web/test/explore.mjs WEFT [SCENARIO]...; exit status 77: skipped.
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import assert from "node:assert/strict";
import { clean, folder, open, run, runScenarios, screenshot, violations } from "./browser.mjs";
import { address, both, engines, explore, idle } from "./explorer.mjs";

const hostile = "</script><img src=x onerror=alert(1)>";

/** Files that are none, by their endings. */
const brokenFiles = [
  ["edges", ""], ["edges", "0 1\n1\n"], ["edges", "0 1 2 3 4\n"], ["edges", "0 1 -3\n"], ["edges", "0 1 nan\n"], ["edges", "\u0000\u0001\u0002"],
  ["csv", "0,1,x\n"], ["metis", ""], ["metis", "4\n"], ["metis", "2 1\n2\n"], ["metis", "2 1\n2\n9\n"], ["metis", "x y\n"], ["chaco", "3 1\n2\n"], ["graphml", ""],
  ["graphml", "<graphml><graph>"], ["graphml", "<html/>"], ["mtx", "%%MatrixMarket vector\n"],
  ["mtx", "%%MatrixMarket matrix coordinate pattern symmetric\n2 2 1\n"], ["anynet", "router router router\n"], ["ibnet", "nonsense\n"],
];

/** When the network was first drawn, in ms after the page was opened. */
const firstPicture = page => page.evaluate(() => Math.round(performance.getEntriesByName("weft-network")[0].startTime));

/** What the model of the page says. */
const ask = (page, what) => page.evaluate(what);
const json = (...args) => JSON.parse(run(...args, "--json"));
const table = (result, name) => result.tables.find(it => it.name === name);

/** The share of pixels that differ from the ground. */
const painted = page => page.evaluate(async () => {
  const image = await createImageBitmap(await window.weftExplorer.stages.a.toPng(1));
  const canvas = new OffscreenCanvas(image.width, image.height), context = canvas.getContext("2d");
  context.drawImage(image, 0, 0);
  const { data } = context.getImageData(0, 0, image.width, image.height);
  let other = 0;
  for (let i = 0; i < data.length; i += 4) if (data[i] !== data[0] || data[i + 1] !== data[1] || data[i + 2] !== data[2]) ++other;
  return other / (data.length / 4);
});

const scenarios = {
  "first-look": both(async engine => {
    const start = performance.now();
    const page = await explore(engine);
    console.log(`  ${engine}: first picture after ${await firstPicture(page)} ms, all there after ${Math.round(performance.now() - start)} ms`);
    assert.ok(await painted(page) > 0.005, "the picture is not blank");
    assert.match(await page.locator(".stage-head h2").innerText(), /dragonfly/);
    assert.match(await page.locator(".command-bar code").innerText(), /^weft show dragonfly:p=2,a=4,h=2$/);
    await screenshot(page, `first-look-${engine}`);
    clean(page);
  }),
  "deep-links": both(async engine => {
    const page = await explore(engine, "#load?topology=torus:sides=4x4&pattern=transpose&router=5&scale=log");
    assert.equal(await page.evaluate(() => decodeURIComponent(location.hash)), "#load?topology=torus:sides=4x4&pattern=transpose&router=5&scale=log");
    await page.locator(".tabs a", { hasText: "Deadlock" }).click();
    await idle(page);
    assert.match(await page.evaluate(() => location.hash), /^#deadlock\?topology=torus/);
    await page.goBack();
    await idle(page);
    assert.match(await page.evaluate(() => location.hash), /^#load/);
    assert.equal(await ask(page, () => window.weftExplorer.state.view.router), 5);
    clean(page);
    const broken = await explore(engine, "#lod?topology=ring&patern=halo");
    assert.match(await broken.locator(".notices").innerText(), /'lod', which is no screen; did you mean 'load'/);
  }),
  "click-a-router": both(async engine => {
    const page = await explore(engine, "#show?topology=torus:sides=4x4");
    const place = await ask(page, () => window.weftExplorer.stages.a.placeOf(6));
    const box = await page.locator("#network").boundingBox();
    await page.mouse.click(box.x + place.x, box.y + place.y);
    await page.waitForSelector(".ports tbody tr");
    assert.match(await page.locator(".card h3").innerText(), /^Router 6 \(2,1\)$/);
    const to = await page.locator(".ports tbody tr td:nth-child(2)").allInnerTexts();
    assert.deepEqual(to.map(it => parseInt(it)).sort((a, b) => a - b), [2, 5, 7, 10]);
    const distances = (await page.locator("table.bars tr td:last-child").allInnerTexts()).map(Number);
    assert.deepEqual(distances, [1, 4, 6, 4, 1]);
    await idle(page);
    const other = await ask(page, () => window.weftExplorer.stages.a.placeOf(9));
    await page.keyboard.down("Shift");
    await page.mouse.click(box.x + other.x, box.y + other.y);
    await page.keyboard.up("Shift");
    await page.waitForFunction(() => window.weftExplorer.paths.value);
    const paths = await ask(page, () => window.weftExplorer.paths.value.paths);
    assert.equal(paths.hops, 2);
    assert.equal(paths.count, 2);
    assert.equal(paths.disjoint, 4);
    clean(page);
  }),
  "who-uses-it": both(async engine => {
    const page = await explore(engine, "#load?topology=torus:sides=4x4&pattern=transpose");
    await page.locator(".channels [data-channel]").first().click();
    await page.locator(".card button", { hasText: "Who uses it" }).click();
    await page.waitForSelector(".users tbody tr");
    await idle(page);
    const users = await ask(page, () => window.weftExplorer.state.args.users);
    const expected = table(json("load", "torus:sides=4x4", "--pattern", "transpose", "--users", users), "users");
    const rows = page.locator(".users tbody tr");
    assert.equal(await rows.count(), expected.rows.length);
    assert.equal(Number(await rows.first().locator("td").last().getAttribute("data-exact")), expected.rows[0].at(-1));
    await page.locator(".tasks button").nth(3).click();
    await page.waitForFunction(() => window.weftExplorer.result.value.arrays.has("task_load"));
    await idle(page);
    const load = table(json("load", "torus:sides=4x4", "--pattern", "transpose", "--users", "3"), "users");
    assert.equal(await rows.count(), load.rows.length);
    await screenshot(page, `who-uses-it-${engine}`);
    await page.locator(".users button", { hasText: "Close" }).click();
    await page.waitForFunction(() => !document.querySelector(".users"));
    clean(page);
  }),
  "slots": both(async engine => {
    const page = await explore(engine, "#collective?topology=ring:routers=8&operation=broadcast&algorithm=single_tree&bytes=1k&packets=2");
    await page.locator(".player button", { hasText: "slot by slot" }).click();
    await page.waitForSelector(".player input[type=range]");
    await idle(page);
    // The root sends the first block both ways, then the second: 2 channels, then 4.
    assert.match(await page.locator(".player output").innerText(), /^0 of 4: 2 transfers$/);
    await page.locator(".player button[aria-label=Next]").click();
    assert.match(await page.locator(".player output").innerText(), /^1 of 4: 4 transfers$/);
    assert.match(await page.locator(".slot-facts table").innerText(), /4 of 16/);
    assert.match(await page.evaluate(() => decodeURIComponent(location.hash)), /details=slots.*cycle=1/);
    await page.locator(".player button", { hasText: "Play" }).click();
    await page.waitForFunction(() => window.weftExplorer.state.view.cycle === 4);
    await screenshot(page, `slots-${engine}`);
    clean(page);
    const torus = await explore(engine, "#schedule?topology=sparse_torus:dimensions=2,side=4&details=slots&cycle=2");
    const used = await ask(torus, () => window.weftExplorer.stages.a && document.querySelector(".player output").innerText);
    assert.match(used, /^2 of /);
    await screenshot(torus, `slots-schedule-${engine}`);
    clean(torus);
  }),
  "wrong-value": both(async engine => {
    const page = await explore(engine, "#show?topology=torus:sides=4x4");
    const before = await page.locator(".stage-head h2").innerText();
    const sides = page.locator('[data-parameter="sides"] input');
    await sides.fill("4x1x");
    await sides.press("Enter");
    await page.waitForSelector('[data-parameter="sides"] .error');
    const told = await page.locator('[data-parameter="sides"] .error').innerText();
    assert.match(told, /sides/);
    assert.equal(await page.locator(".stage-head h2").innerText(), before, "the last good picture stays");
    assert.equal(await sides.getAttribute("aria-invalid"), "true");
    await sides.fill("4x5");
    await sides.press("Enter");
    await page.waitForFunction(() => window.weftExplorer.scene.value.header.routers === 20);
    assert.equal(await page.locator(".error").count(), 0);
    clean(page);
  }),
  "route-agrees": both(async engine => {
    const page = await explore(engine, "#route?topology=dragonfly:p=2,a=4,h=2&from=1&to=60");
    const hops = table(json("route", "dragonfly:p=2,a=4,h=2", "--from", "1", "--to", "60"), "route") ?? json("route", "dragonfly:p=2,a=4,h=2", "--from", "1", "--to", "60").tables[0];
    const shown = await ask(page, () => window.weftExplorer.result.value.answer.result.tables[0].rows);
    assert.deepEqual(shown, hops.rows);
    await screenshot(page, `route-${engine}`);
    clean(page);
  }),
  "loads-agree": both(async engine => {
    const page = await explore(engine, "#load?topology=dragonfly:p=2,a=4,h=2&pattern=transpose");
    run("load", "dragonfly:p=2,a=4,h=2", "--pattern", "transpose", "-o", join(folder, "loads"));
    const npy = readFileSync(join(folder, "loads", "channel_load.npy"));
    const at = 10 + npy.readUInt16LE(8);
    const expected = Array.from({ length: 20 }, (_, i) => npy.readDoubleLE(at + 8 * i));
    const shown = await ask(page, () => [...window.weftExplorer.result.value.arrays.get("channel_load").slice(0, 20)]);
    assert.deepEqual(shown, expected);
    const rows = await page.locator("table.channels tbody tr").count();
    assert.ok(rows > 10);
    await screenshot(page, `load-${engine}`);
    clean(page);
  }),
  "fail-a-link": both(async engine => {
    const page = await explore(engine, "#load?topology=torus:sides=4x4&pattern=all_to_all&channel=1");
    await page.locator("#network").focus();
    const start = performance.now();
    await page.keyboard.press("x");
    await page.waitForSelector(".difference table");
    console.log(`  ${engine}: a failed link shown after ${Math.round(performance.now() - start)} ms`);
    assert.match(await page.evaluate(() => location.hash), /fail=0-1/);
    assert.equal(await ask(page, () => window.weftExplorer.scene.value.channel_failed.reduce((a, b) => a + b, 0)), 2);
    const most = name => Math.max(...table(json(...name), "throughput").rows.map(it => it[3]));
    const cells = await page.locator(".difference tbody tr").first().locator("td").allInnerTexts();
    const [before, after] = [most(["load", "torus:sides=4x4", "--pattern", "all_to_all"]), most(["load", "torus:sides=4x4", "--pattern", "all_to_all", "--fail", "0-1"])];
    assert.ok(Math.abs(Number(cells[0]) - before) < 1e-3 * before && Math.abs(Number(cells[1]) - after) < 1e-3 * after, `${cells} for ${before} and ${after}`);
    await page.locator(".chips button").click();
    await idle(page);
    assert.ok(!(await page.evaluate(() => location.hash)).includes("fail"));
    clean(page);
  }),
  "watch-a-flit": both(async engine => {
    const page = await explore(engine, "#simulate?topology=ring:routers=4&engine=flit:rate=0.05&traffic=uniform");
    await page.waitForFunction(() => window.weftExplorer.live.info);
    const steps = page.locator(".player button", { hasText: "Step" });
    for (let i = 0; i < 3; ++i) await steps.click();
    await page.waitForFunction(() => window.weftExplorer.live.frame?.cycle >= 1);
    await ask(page, () => window.weftExplorer.live.step(200));
    const { cycle, samples } = await ask(page, () => ({ cycle: window.weftExplorer.live.frame.cycle, samples: window.weftExplorer.live.samples }));
    assert.ok(cycle >= 200);
    // Per hop: allocation of a virtual channel and of the switch, traversal, channel; the same at both ends (docs/concepts.md).
    const latency = samples.at(-1).latency;
    assert.ok(latency >= 5 && latency < 40, `latency ${latency}`);
    await page.locator(".player button", { hasText: "Play" }).click();
    await page.waitForFunction(from => window.weftExplorer.live.cycle > from + 5, cycle);
    await page.locator(".player button", { hasText: "Pause" }).click();
    assert.match(await page.evaluate(() => location.hash), /cycle=\d+/);
    await screenshot(page, `flits-${engine}`);
    clean(page);
  }),
  "ring-deadlocks": both(async engine => {
    const page = await explore(engine, "#deadlock?topology=ring:routers=8&vcs=1");
    assert.match(await page.locator(".verdict .answer").innerText(), /can deadlock/);
    assert.equal((await ask(page, () => window.weftExplorer.stages.a.marks?.cycle ?? [])).length || 8, 8);
    await ask(page, () => window.weftExplorer.setView({ speed: 1000 }));
    await page.locator("button", { hasText: "Watch it happen" }).click();
    await page.waitForFunction(() => window.weftExplorer.live.frame?.deadlock, null, { timeout: 60_000 });
    const channels = await ask(page, () => window.weftExplorer.live.deadlocked);
    assert.ok(channels.length >= 4, `${channels.length} channels in the cycle`);
    assert.match(await page.locator(".answer.bad").last().innerText(), /cycle/);
    await screenshot(page, `deadlock-${engine}`);
    await page.locator("button", { hasText: "Add a virtual channel" }).click();
    await idle(page);
    assert.match(await page.locator(".verdict .answer").first().innerText(), /free of deadlock/);
    assert.equal(await ask(page, () => window.weftExplorer.state.args.vcs), "2");
    clean(page);
  }),
  "sweep-live": both(async engine => {
    const page = await explore(engine, "#sweep?topology=torus:sides=4x4&rates=0.1x0.2");
    await page.locator(".sweep button", { hasText: "Sweep" }).click();
    await page.waitForFunction(() => window.weftExplorer.sweeps.current?.points.length === 2 && !window.weftExplorer.sweeps.running, null, { timeout: 60_000 });
    const shown = await ask(page, () => window.weftExplorer.sweeps.current.row);
    assert.deepEqual(shown, table(json("sweep", "torus:sides=4x4", "--rates", "0.1x0.2"), "curve").rows);
    await page.waitForSelector(".charts-pane .chart-box svg");
    assert.equal(await page.locator(".charts-pane figure").first().locator(".points_marks path").count(), 2);
    clean(page);
  }),
  "compare-linked": both(async engine => {
    const page = await explore(engine, "#compare?topology=torus:sides=4x4&b.topology=ring:routers=8");
    await page.waitForFunction(() => window.weftExplorer.sceneB.value && window.weftExplorer.result.value);
    const box = await page.locator("#network").boundingBox();
    await page.mouse.move(box.x + box.width / 3, box.y + box.height / 3);
    await page.mouse.wheel(0, -300);
    await page.waitForFunction(() => {
      const { a, b } = window.weftExplorer.stages;
      return a.camera.zoom > 1.1 && ["x", "y", "zoom"].every(key => Math.abs(a.camera[key] - b.camera[key]) < 1e-6);
    });
    assert.ok(await ask(page, () => window.weftExplorer.result.value.answer.result.tables[0].rows.length) > 10);
    await screenshot(page, `compare-${engine}`);
    clean(page);
  }),
  stop: both(async engine => {
    const page = await explore(engine, "#show?topology=ring:routers=8");
    await ask(page, () => { window.weftExplorer.setVerb("load"); window.weftExplorer.setArgs({ topology: "jellyfish:routers=8000,degree=16", pattern: "all_to_all", routing: "all_minimal" }); });
    await page.waitForSelector(".working button", { timeout: 30_000 });
    await page.waitForFunction(() => /about \d+ (s|min)|%/.test(document.querySelector(".working").innerText), null, { timeout: 30_000 });
    await page.waitForTimeout(500);
    const start = performance.now();
    await page.locator(".working button").click();
    await page.waitForFunction(() => window.weftExplorer.slots.every(it => !it.busy));
    console.log(`  ${engine}: stopped after ${Math.round(performance.now() - start)} ms`);
    await ask(page, () => window.weftExplorer.setArgs({ topology: "ring:routers=6" }));
    await page.waitForFunction(() => window.weftExplorer.scene.value?.header.routers === 6, null, { timeout: 10_000 });
    clean(page);
  }),
  "every-parameter": both(async engine => {
    const page = await explore(engine, "#show?topology=ring");
    const { verbs, catalogs } = JSON.parse(run("list", "--schema"));
    assert.deepEqual(await ask(page, () => window.weftExplorer.schema), { verbs, catalogs });
    for (const verb of ["load", "deadlock", "sweep"]) {
      await page.evaluate(it => window.weftExplorer.setVerb(it), verb);
      await idle(page);
      const shown = await page.locator("form.what [data-parameter]").evaluateAll(list => list.map(it => it.dataset.parameter));
      for (const key of Object.keys(verbs[verb].properties)) if (key !== "fail") assert.ok(shown.includes(key), `${verb} ${key}`);
    }
    clean(page);
  }),
  async "every-topology"() {
    const [engine] = engines;
    const page = await explore(engine, "#show?topology=ring");
    const { entries } = JSON.parse(run("list", "--schema")).catalogs.topologies;
    const isMember = it => /Stands for `/.test(entries[it].description);  // a named machine: its family is drawn anyway
    for (const name of Object.keys(entries).filter(it => it !== "file" && !(isMember(it) && process.env.WEFT_ENGINES === "one"))) {
      await page.evaluate(it => window.weftExplorer.setArgs({ topology: it }), name);
      await idle(page);
      const { failures, routers, positions } = await ask(page, () => ({
        failures: window.weftExplorer.failures, routers: window.weftExplorer.scene.value.header.routers, positions: window.weftExplorer.scene.value.position.length,
      }));
      assert.deepEqual(failures, [], name);
      assert.equal(positions, 3 * routers, name);
      assert.ok(await painted(page) > 0.001, `${name} is blank`);
    }
    clean(page);
  },
  "drop-a-file": both(async engine => {
    const page = await explore(engine, "#show?topology=ring");
    const drop = (name, text) => page.evaluate(([file, content]) => window.weftExplorer.give(new File([content], file)), [name, text]);
    for (const [format, ending] of [["edge_list", "edges"], ["metis", "metis"], ["chaco", "chaco"], ["graphml", "graphml"], ["matrix_market", "mtx"], ["anynet", "anynet"]]) {
      await page.evaluate(() => window.weftExplorer.setArgs({ topology: "ring:routers=9" }));
      await idle(page);
      await drop(`square.${ending}`, run("export", "ring:routers=4", "--format", format));
      await page.waitForFunction(() => window.weftExplorer.scene.value.header.routers === 4, null, { timeout: 20_000 });
      await idle(page);
      assert.equal(await page.locator(".notices").count(), 0, format);
    }
    for (const [i, [ending, text]] of brokenFiles.entries()) {
      await drop(`broken-${i}.${ending}`, text);
      await page.waitForFunction(name => window.weftExplorer.failures.some(it => it.kind === "input" && it.text.includes(name)), `broken-${i}.${ending}`, { timeout: 20_000 })
        .catch(() => { throw new Error(`no message about broken-${i}.${ending}`); });
      assert.equal(await ask(page, () => window.weftExplorer.scene.value.header.routers), 4, "the last good picture stays");
    }
    clean(page);
  }),
  "hostile-names": both(async engine => {
    const page = await explore(engine, "#show?topology=ring");
    const name = hostile.replaceAll("<", "&lt;").replaceAll(">", "&gt;");
    const graph = `<graphml xmlns="http://graphml.graphdrawing.org/xmlns"><graph edgedefault="undirected"><node id="${name}"/><node id="b"/><edge source="${name}" target="b"/></graph></graphml>`;
    await page.evaluate(([file, text]) => window.weftExplorer.give(new File([text], file)), ["hostile.graphml", graph]);
    await page.waitForFunction(() => window.weftExplorer.scene.value.header.routers === 2, null, { timeout: 20_000 });
    await page.evaluate(() => window.weftExplorer.setView({ router: 0 }));
    await page.waitForSelector(".ports tbody tr");
    await page.evaluate(topology => window.weftExplorer.setArgs({ topology }), hostile);
    await page.waitForSelector(".notices");
    assert.match(await page.locator(".notices").innerText(), /img src=x/);
    assert.equal(await page.locator("img").count(), 0);
    clean(page);
  }),
  "out-of-memory": both(async engine => {
    const page = await explore(engine, "#show?topology=ring");
    await page.evaluate(() => window.weftExplorer.setArgs({ topology: "torus:sides=4000x4000x4000" }));
    await page.waitForSelector(".notices", { timeout: 30_000 });
    assert.ok((await page.locator(".notices").innerText()).length > 20);
    await page.evaluate(() => window.weftExplorer.setArgs({ topology: "ring:routers=5" }));
    await page.waitForFunction(() => window.weftExplorer.scene.value.header.routers === 5, null, { timeout: 20_000 });
    clean(page);
  }),
  async "keyboard-only"() {
    const page = await explore("server", "#show?topology=torus:sides=4x4");
    await page.keyboard.press("Tab");
    assert.equal(await page.evaluate(() => document.activeElement.className), "skip");
    await page.keyboard.press("Enter");
    assert.equal(await page.evaluate(() => document.activeElement.id), "network");
    await page.keyboard.press("ArrowRight");
    await page.keyboard.press("ArrowRight");
    await page.keyboard.press("ArrowDown");
    assert.equal(await ask(page, () => window.weftExplorer.state.view.router), 5);
    await page.waitForFunction(() => /Router 5/.test(document.querySelector("[role=status]").textContent));
    await page.keyboard.press("n");
    assert.notEqual(await ask(page, () => window.weftExplorer.state.view.channel), null);
    await page.keyboard.press("x");
    await idle(page);
    assert.match(await page.evaluate(() => location.hash), /fail=\d+-\d+/);
    await page.keyboard.press("?");
    assert.ok(await page.locator("dialog").isVisible());
    await page.keyboard.press("Escape");
    await page.keyboard.press("/");
    await page.keyboard.type("9");
    await page.keyboard.press("Enter");
    await page.waitForFunction(() => window.weftExplorer.state.view.router === 9);
    clean(page);
  },
  async axe() {
    for (const colorScheme of ["light", "dark"]) {
      for (const link of ["#load?topology=dragonfly:p=2,a=4,h=2&router=3", "#simulate?topology=torus:sides=4x4", "#deadlock?topology=ring:routers=8&vcs=1",
                          "#compare?topology=torus:sides=4x4&b.topology=ring:routers=8"]) {
        const page = await explore("server", link, { colorScheme });
        assert.deepEqual(await violations(page), [], `${colorScheme} ${link}`);
        await page.context().close();
      }
    }
  },
  async narrow() {
    const page = await explore("server", "#load?topology=torus:sides=4x4", { viewport: { width: 400, height: 800 } });
    const [wide, window_] = await page.evaluate(() => [document.documentElement.scrollWidth, innerWidth]);
    assert.ok(wide <= window_, `the page is ${wide} wide on ${window_}`);
    await screenshot(page, "narrow");
    clean(page);
  },
  async print() {
    const page = await explore("server", "#load?topology=torus:sides=4x4");
    const pdf = await page.pdf({ format: "A4" });
    writeFileSync(join(folder, "print.pdf"), pdf);
    const pages = (pdf.toString("latin1").match(/\/Type\s*\/Page\b/g) ?? []).length;
    assert.ok(pages >= 1 && pages <= 12, `${pages} pages`);
  },
  async "offline-file"() {
    if (!address.wasm) return console.log("  skipped: no module");
    const size = readFileSync(address.wasm).length;
    console.log(`  one file: ${(size / 1e6).toFixed(2)} MB`);
    assert.ok(size <= 2.5e6 * 1.0, `${size} bytes`);
    const start = performance.now();
    const page = await explore("wasm", "#show?topology=torus:sides=8x8");
    console.log(`  first picture after ${await firstPicture(page)} ms, all there after ${Math.round(performance.now() - start)} ms`);
    assert.ok(await painted(page) > 0.005);
    clean(page);
  },
  // As weft.explore of Python puts it into a notebook.
  async notebook() {
    if (!address.wasm) return console.log("  skipped: no module");
    const escape = text => text.replaceAll("&", "&amp;").replaceAll('"', "&quot;").replaceAll("<", "&lt;");
    const html = readFileSync(address.wasm, "utf8").replace('data-link=""', 'data-link="load?topology=torus:sides=4x4&amp;pattern=transpose&amp;router=5"');
    const file = join(folder, "notebook.html");
    writeFileSync(file, `<!DOCTYPE html><title>A notebook</title><iframe srcdoc="${escape(html)}" width="1200" height="800" sandbox="allow-scripts allow-downloads"></iframe>`);
    const page = await open(file);
    const frame = await (await page.waitForSelector("iframe")).contentFrame();
    await frame.waitForFunction(() => window.weftExplorer, null, { timeout: 30_000 }).catch(() => { throw new Error(`not started: ${page.problems.join("; ")}`); });
    await idle(frame);
    assert.ok(await painted(frame) > 0.005);
    assert.equal(await frame.evaluate(() => window.weftExplorer.state.view.router), 5);
    assert.match(await frame.locator(".command-bar code").innerText(), /^weft load torus:sides=4x4 --pattern transpose$/);
    await frame.locator(".tabs a", { hasText: "Deadlock" }).click();
    await idle(frame);
    assert.equal(await frame.evaluate(() => window.weftExplorer.state.verb), "deadlock");
    await screenshot(page, "notebook");
    clean(page);
  },
};

await runScenarios(scenarios);
