// SPDX-License-Identifier: Apache-2.0
// The form as people type, dense networks and named views of the explorer. Usage: node web/test/dense.mjs WEFT [SCENARIO]...; exit status 77: skipped.
import assert from "node:assert/strict";
import { clean, download, runScenarios, screenshot, violations } from "./browser.mjs";
import { both, engines, explore, idle } from "./explorer.mjs";

const [engine] = engines;
const view = page => page.evaluate(() => window.weftExplorer.state.view);
const hash = page => page.evaluate(() => decodeURIComponent(location.hash));
const field = (page, name) => page.locator(`.what [data-parameter="${name}"] input`).first();
const toggle = (page, text) => page.locator(".legend .toggle").getByRole("button", { name: text, exact: true });
/** A fingerprint of the picture. */
const picture = page => page.evaluate(async () => {
  await window.weftExplorer.stages.a.settled();
  const bytes = new Uint8Array(await (await window.weftExplorer.stages.a.toPng(1)).arrayBuffer());
  return bytes.reduce((sum, it) => (Math.imul(sum, 31) + it) >>> 0, 7);
});

await runScenarios({
  /** The form reads what the command accepts: sizes without names, other spellings, names of other simulators. */
  forms: both(async engine => {
    const page = await explore(engine, "#show?topology=torus:8x8");
    assert.match(await page.locator(".command-bar code").innerText(), /^weft show torus:8x8$/);
    const choice = page.locator('.what > fieldset[data-parameter="topology"] > .field select').first();
    await page.waitForFunction(() => document.querySelector('.what [data-parameter="sides"] input')?.value === "8x8");
    assert.equal(await choice.inputValue(), "torus");
    await field(page, "sides").fill("4x6");
    await field(page, "sides").press("Enter");
    await page.waitForFunction(() => window.weftExplorer.scene.now?.header.routers === 24);
    assert.equal(await page.evaluate(() => window.weftExplorer.state.args.topology), "torus:sides=4x6");
    for (const [text, name, values] of [["dragonfly:2", "dragonfly", { p: "2", a: "4", h: "2" }], ["kary_ntree:3x2", "kary_ntree", { arity: "3", levels: "2" }],
                                        ["dragonfly+:2", "dragonfly_plus", { leaves: "2" }], ["slim-fly:5", "slim_fly", { q: "5" }], ["torus:4,4,concentration=2", "torus", { sides: "4,4", concentration: "2" }]]) {
      await choice.selectOption({ label: "written as text …" });
      const input = page.locator('.what input[aria-label="topology as text"]');
      await input.fill(text);
      await input.press("Enter");
      await page.waitForFunction(it => document.querySelector('.what > fieldset[data-parameter="topology"] select').value === it, name);
      await idle(page);
      assert.equal(await page.evaluate(() => window.weftExplorer.failures.length), 0, text);
      for (const [key, value] of Object.entries(values)) assert.equal(await field(page, key).inputValue(), value, `${text}: ${key}`);
    }
    await page.evaluate(() => window.weftExplorer.setVerb("simulate"));
    await page.evaluate(() => window.weftExplorer.setArgs({ topology: "torus:4x4", routing: "dor", engine: "flit:num_vcs=3,rate=0.1" }));
    await page.waitForFunction(() => document.querySelector('.what [data-parameter="vcs"] input')?.value === "3");
    assert.equal(await page.locator('.what fieldset[data-parameter="routing"] select').first().inputValue(), "dimension_order");
    await page.evaluate(() => window.weftExplorer.setArgs({ topology: "torsu:4x4" }));
    await page.waitForSelector(".notices");
    assert.equal(await page.locator('.what input[aria-label="topology as text"]').inputValue(), "torsu:4x4", "an invalid text can be mended");
    assert.match(await page.locator(".notices").first().innerText(), /did you mean 'torus'/);
    clean(page);
  }),
  /** Lines between groups run together; that is a part of the link. */
  bundled: both(async engine => {
    const page = await explore(engine, "#show?topology=dragonfly:p=2,a=8,h=4");
    const straight = await picture(page);
    const sizes = await page.evaluate(async () => {
      const box = document.getElementById("network"), seen = new Set(), { stages: { a } } = window.weftExplorer;
      const observer = new ResizeObserver(() => seen.add(`${box.clientWidth} ${box.clientHeight}`));
      observer.observe(box);
      window.weftExplorer.setView({ lines: "bundled" });
      await new Promise(done => setTimeout(done, 100));
      await Promise.race([a.settled(), new Promise(done => setTimeout(done, 20_000))]);
      observer.disconnect();
      window.weftExplorer.setView({ lines: "straight" });
      await a.settled();
      return seen.size;
    });
    assert.equal(sizes, 1, "the size of the picture stays while it is drawn in slices");
    await toggle(page, "Bundles").click();
    await idle(page);
    assert.match(await hash(page), /lines=bundled/);
    const bundled = await picture(page);
    assert.notEqual(bundled, straight);
    await screenshot(page, `bundled-${engine}`);
    await page.reload();
    await page.waitForFunction(() => window.weftExplorer?.scene.value);
    await idle(page);
    assert.equal(await picture(page), bundled, "the picture of the link");
    await toggle(page, "Lines").click();
    assert.equal(await picture(page), straight);
    // In the room the racks are the groups.
    await page.evaluate(() => window.weftExplorer.setView({ see: "room" }));
    await idle(page);
    const room = await picture(page);
    await toggle(page, "Bundles").click();
    assert.notEqual(await picture(page), room);
    await screenshot(page, `bundled-room-${engine}`);
    await page.evaluate(() => window.weftExplorer.setArgs({ topology: "torus:sides=8x8" }));
    await idle(page);
    assert.equal(await toggle(page, "Bundles").count(), 0, "a torus has no groups");
    assert.deepEqual(await violations(page), []);
    clean(page);
  }),
  /** The groups of a network as colors; loads give way to them where the user chooses so. */
  async groups() {
    const page = await explore(engine, "#load?topology=dragonfly:p=2,a=8,h=4");
    const loads = await picture(page);
    assert.deepEqual(await page.locator('.legend .toggle[aria-label="Color"] button').allInnerTexts(), ["Load", "Class", "By group", "By rack"]);
    const seen = new Set([loads]);
    for (const [text, key] of [["Class", "class"], ["By group", "group"], ["By rack", "rack"]]) {
      await toggle(page, text).click();
      await idle(page);
      assert.equal((await view(page)).color, key);
      seen.add(await picture(page));
    }
    assert.equal(seen.size, 4, "four pictures");
    await toggle(page, "Load").click();
    assert.equal(await picture(page), loads);
    clean(page);
  },
  /** Groups as one circle each, which a click opens. */
  "closed-groups": both(async engine => {
    const page = await explore(engine, "#load?topology=dragonfly:p=2,a=8,h=4");
    const open = await picture(page), camera = await page.evaluate(() => { window.weftExplorer.stages.a.zoomBy(1.25); return window.weftExplorer.stages.a.camera; });
    await toggle(page, "Groups").click();
    await idle(page);
    assert.deepEqual(await page.evaluate(() => window.weftExplorer.stages.a.camera), camera, "the view stays");
    await page.evaluate(() => window.weftExplorer.stages.a.fit(false));
    assert.notEqual(await picture(page), open);
    const facts = () => page.evaluate(() => { const { scene, blocks } = window.weftExplorer.stages.a.model; return { blocks: scene.header.blocks, bundles: scene.bundle_count.length, open: [...blocks.open].flatMap((it, i) => (it ? [i] : [])) }; });
    assert.deepEqual(await facts(), { blocks: 33, bundles: 33 * 32 / 2, open: [] });
    await screenshot(page, `closed-groups-${engine}`);
    // The middle of a group, from the places of its routers.
    const { x, y } = await page.evaluate(() => {
      const places = Array.from({ length: 8 }, (_, i) => window.weftExplorer.stages.a.placeOf(5 * 8 + i));
      return { x: places.reduce((sum, it) => sum + it.x / 8, 0), y: places.reduce((sum, it) => sum + it.y / 8, 0) };
    });
    await page.locator("#network").hover({ position: { x, y } });
    await page.waitForSelector(".hint");
    assert.match(await page.locator(".hint").innerText(), /group 5: 8 routers[^]*opens it/);
    await page.locator("#network").click({ position: { x, y } });
    await idle(page);
    assert.deepEqual((await facts()).open, [5]);
    assert.match(await hash(page), /parts=closed&opened=5/);
    await screenshot(page, `opened-group-${engine}`);
    await toggle(page, "Lines").click();
    await idle(page);
    assert.equal(await picture(page), open);
    clean(page);
  }),
  /** Cables by racks: their number, the cables of a pair of racks alone, a list as a file. */
  cables: both(async engine => {
    const page = await explore(engine, "#load?topology=dragonfly:p=2,a=8,h=4&fail=0-1");
    await page.locator(".lists .toggle button", { hasText: "Cables" }).click();
    const { links, racks, first } = await page.evaluate(() => {
      const scene = window.weftExplorer.scene.now, { rack, target, first_channel: start } = scene;
      const counts = {};
      for (let r = 0; r < scene.header.routers; ++r)
        for (let c = start[r]; c < start[r + 1]; ++c) if (c < scene.reverse[c]) { const key = [rack[r], rack[target[c]]].sort((a, b) => a - b).join("-"); counts[key] = (counts[key] ?? 0) + 1; }
      return { links: scene.header.channels / 2, racks: Math.max(...rack) + 1, first: counts };
    });
    assert.equal(racks, 66, "33 groups of two racks");
    const rows = await page.locator(".cables tbody tr").evaluateAll(all => all.map(it => [it.querySelector("button").dataset.racks, Number(it.cells[1].textContent)]));
    for (const [key, count] of rows) assert.equal(first[key.includes("-") ? key : `${key}-${key}`], count, key);
    assert.equal(rows[0][0], "0");
    assert.equal(rows[0][1], 6, "four routers of a rack are a clique");
    await page.locator('.cables [data-racks="0-1"]').click();
    await idle(page);
    assert.match(await hash(page), /cables=0-1/);
    assert.equal(await page.evaluate(() => window.weftExplorer.stages.a.model.shown), 32, "sixteen cables, both ways");
    await screenshot(page, `cables-${engine}`);
    const csv = String(await download(page, page.locator(".lists button", { hasText: "Save CSV" }))).trim().split("\n");
    assert.equal(csv.length - 1, links);
    assert.equal(csv.filter(it => it.endsWith(",true")).length, 1, "one has failed");
    await page.locator(".lists button", { hasText: "Draw all channels" }).click();
    assert.doesNotMatch(await hash(page), /cables=/);
    clean(page);
  }),
  /** Views by name: chosen from a list, kept by a reload, and in the link. */
  "saved-views": both(async engine => {
    const page = await explore(engine, "#load?topology=dragonfly:p=2,a=4,h=2&color=group");
    const open = () => page.locator(".earlier summary").click();
    const save = async name => {
      await open();
      await page.locator(".saved-views input").fill(name);
      await page.locator(".saved-views button", { hasText: "Save this view" }).click();
      await open();
    };
    await save("by group");
    assert.match(await hash(page), /&saved=by group/);
    await page.evaluate(() => window.weftExplorer.setView({ color: "load", router: 7 }, "push"));
    assert.doesNotMatch(await hash(page), /saved=/, "another view has no name");
    await save("router 7 <b>");
    await page.locator(".tabs a", { hasText: "Deadlock" }).click();
    await idle(page);
    await page.reload();
    await page.waitForFunction(() => window.weftExplorer?.scene.value);
    await idle(page);
    await open();
    assert.deepEqual(await page.locator(".saved-views li .link").allInnerTexts(), ["by group", "router 7 <b>"]);
    await screenshot(page, `saved-views-${engine}`);
    assert.deepEqual(await violations(page), []);
    await page.locator(".saved-views .link", { hasText: "by group" }).click();
    await idle(page);
    const { verb, view: { color, saved } } = await page.evaluate(() => window.weftExplorer.state);
    assert.deepEqual([verb, color, saved], ["load", "group", "by group"]);
    const link = await page.evaluate(() => location.hash);
    const other = await explore(engine, link);
    await other.locator(".earlier summary").click();
    assert.deepEqual(await other.locator(".saved-views li .link").allInnerTexts(), ["by group"], "the link brings the name");
    await other.locator(".saved-views button[aria-label]").click();
    assert.equal(await other.locator(".saved-views li").count(), 0);
    clean(page);
    clean(other);
  }),
});
