// SPDX-License-Identifier: Apache-2.0
// What the explorer shows is of the command that it shows, and stays. Usage: node web/test/trust.mjs WEFT [SCENARIO]...; exit status 77: skipped.
import assert from "node:assert/strict";
import { clean, emptyPage, run, runScenarios, screenshot } from "./browser.mjs";
import { both, engines, explore, idle, startServer, started } from "./explorer.mjs";

const setArgs = (page, args) => page.evaluate(it => window.weftExplorer.setArgs(it), args);
const command = page => page.locator(".command-bar code").innerText();
/** Rests the pointer on a channel from a router of at least that number; its name. */
async function hoverOver(page, least) {
  const box = await page.locator("#network").boundingBox();
  for (let y = 0.25; y < 0.8; y += 0.15) {
    for (let x = box.x + 60; x < box.x + box.width - 60; x += 7) {
      await page.mouse.move(x, box.y + box.height * y);
      await page.waitForTimeout(30);
      const [name] = await page.locator(".hint strong").allInnerTexts();
      if (/→/.test(name ?? "") && parseInt(name) >= least) return name;
    }
  }
  throw new Error("no channel is under the pointer");
}

/** The values of the table of differences, before and after. */
const differences = page => page.locator(".difference tbody tr").evaluateAll(rows => rows.map(it => [...it.querySelectorAll("td")].slice(0, 2).map(cell => cell.innerText)));

const scenarios = {
  "other-network": both(async engine => {
    const page = await explore(engine, "#load?topology=torus:sides=4x4");
    assert.equal(await page.locator(".of-result.old").count(), 0);
    assert.ok(await page.locator(".tables button", { hasText: "Save CSV" }).first().isEnabled());
    // 99 x 99 tasks do not fit: there is a new picture, and no result.
    await setArgs(page, { topology: "slim_fly:q=5", grid: "99x99" });
    await page.waitForSelector(".notices");
    await page.waitForSelector(".of-result.old");
    assert.equal(await command(page), "weft load slim_fly:q=5 --grid 99x99");
    for (const it of await page.locator(".origin").allInnerTexts()) assert.equal(it, "of: weft load torus:sides=4x4");
    assert.equal(await page.locator(".of-result button:enabled").count(), 0, "no files of an old result");
    assert.equal(await page.locator("table.channels th.number").count(), 0, "no loads beside the new network");
    await screenshot(page, `other-network-${engine}`);
    // A topology that is wrong: the picture stays, and says so.
    await setArgs(page, { topology: "torus:sides=4x" });
    await page.waitForSelector(".stage.old");
    assert.match(await page.locator(".stage-head").innerText(), /slim_fly:q=5[^]*not of the command above/);
    assert.equal(await page.locator(".lists").count(), 0);
    await setArgs(page, { topology: "torus:sides=4x4", grid: "", failed_links: "0.1" });
    await idle(page);
    assert.equal(await command(page), "weft load torus:sides=4x4 --failed-links 0.1");
    await page.waitForSelector(".of-result:not(.old)");
    assert.equal(await page.locator(".old").count(), 0);
    clean(page);
  }),
  "other-verb": both(async engine => {
    const page = await explore(engine, "#collective?topology=dragonfly:p=2,a=4,h=2");
    assert.ok(await page.locator(".tables table").count() > 0);
    await page.locator(".tabs a", { hasText: "Schedule" }).click(); // which is for sparse tori
    await page.waitForSelector(".notices");
    assert.match(await command(page), /^weft schedule /);
    assert.equal(await page.locator(".tables table").count() + await page.locator(".charts-pane figure").count(), 0);
    clean(page);
  }),
  "same-size": both(async engine => {
    // Both have 64 channels: loads of the first would fit the second.
    const page = await explore(engine, "#load?topology=torus:sides=4x4&pattern=transpose");
    await setArgs(page, { topology: "hypercube:dimensions=4", grid: "99x99" });
    await page.waitForSelector(".notices");
    assert.equal(await page.evaluate(() => window.weftExplorer.scene.value.header.channels), 64);
    assert.equal(await page.locator("table.channels th.number").count(), 0);
    assert.equal(await page.locator(".legend .histogram").count(), 0);
    clean(page);
  }),
  "hover-and-back": both(async engine => {
    const page = await explore(engine, "#load?topology=torus:sides=4x4");
    await setArgs(page, { topology: "dragonfly:p=2,a=4,h=2" });
    await idle(page);
    await hoverOver(page, 16);
    await page.goBack();
    await page.waitForFunction(() => window.weftExplorer.scene.value.header.routers === 16);
    await idle(page);
    assert.equal(await page.locator(".hint").count(), 0, "nothing is said of a channel that is not there");
    await page.locator(".tabs a", { hasText: "Flits" }).click();
    await page.waitForSelector(".player button.main");
    clean(page);
  }),
  "a-pane-fails": both(async engine => {
    const page = await explore(engine, "#load?topology=torus:sides=4x4");
    await page.evaluate(() => { const { result } = window.weftExplorer; const { answer } = result.value; result.value = { ...result.value, answer: { ...answer, result: { ...answer.result, tables: null } } }; window.weftExplorer.changed(); });
    await page.waitForSelector(".numbers-pane .notices");
    assert.match(await page.locator(".numbers-pane .notices").innerText(), /This panel failed/);
    assert.match(await page.locator(".stage-head h2").innerText(), /torus/, "the other panels work");
    await setArgs(page, { topology: "torus:sides=4x5" });
    await idle(page);
    await page.waitForSelector(".numbers-pane .tables");
    assert.equal(await page.locator(".notices").count(), 0);
    assert.ok(page.problems.length > 0 && page.problems.every(it => /TypeError/.test(it)), "the console has the error, and no other");
  }),
  "one-routing": both(async engine => {
    // Tasks on routers 0, 1, 8 and 9 of an 8x8 torus: no message comes near the link of 36 and 37.
    const page = await explore(engine, "#load?topology=torus:sides=8x8&pattern=halo&grid=1x2&fail=36-37");
    await page.waitForSelector(".difference table");
    for (const [before, after] of await differences(page)) assert.equal(before, after);
    assert.match(await page.locator(".difference").innerText(), /channels that are fuller: 0/);
    const { routing } = await page.evaluate(() => window.weftExplorer.result.value.answer.result.scenario);
    assert.equal(await page.evaluate(() => window.weftExplorer.before.value.answer.result.scenario.routing), routing);
    assert.equal(await page.locator(".tables .origin").innerText(), `routing: ${routing}`);
    const channel = await page.evaluate(() => window.weftExplorer.scene.value.channel_failed.indexOf(1));
    await page.evaluate(it => window.weftExplorer.setView({ channel: it }), channel);
    await page.waitForSelector(".card");
    const card = await page.locator(".card").first().innerText();
    assert.match(card, /failed/);
    assert.ok(!card.includes("NaN") && !card.includes("load"), card);
    clean(page);
    // What changes under one routing on the command line is what the page says.
    const most = args => Math.max(...JSON.parse(run("load", "dragonfly:p=2,a=4,h=2", ...args, "--json")).tables.find(it => it.name === "throughput").rows.map(it => it[3]));
    const other = await explore(engine, "#load?topology=dragonfly:p=2,a=4,h=2&fail=17-34");
    await other.waitForSelector(".difference table");
    const used = await other.evaluate(() => window.weftExplorer.result.value.answer.result.scenario.routing);
    const [[before, after]] = await differences(other);
    assert.ok(Math.abs(Number(before) - most(["--routing", used])) < 1e-3, before);
    assert.ok(Math.abs(Number(after) - most(["--routing", used, "--fail", "17-34"])) < 1e-3, after);
    clean(other);
  }),
  async "curves-stay"() {
    const [engine] = engines;
    const page = await explore(engine, "#sweep?topology=torus:sides=4x4&rates=0.1&engine=flit:vcs=3");
    await page.locator(".sweep button", { hasText: "Sweep" }).click();
    await page.waitForFunction(() => window.weftExplorer.sweeps.current?.points.length === 1 && !window.weftExplorer.sweeps.running, null, { timeout: 60_000 });
    await page.locator(".sweep button", { hasText: "Keep this curve" }).click();
    await page.reload();
    await started(page);
    assert.match(await page.locator(".curves").innerText(), /torus:sides=4x4, engine flit:vcs=3/);
    clean(page);
  },
  async sessions() {
    const { url, next } = await startServer();
    const { origin } = new URL(url);
    const page = await emptyPage();
    await page.goto(`${url};show?topology=ring:routers=5`);
    await started(page);
    assert.ok(!page.url().includes("token"));
    const drop = ([name, text]) => window.weftExplorer.give(new File([text], name));
    await page.evaluate(drop, ["square.edges", "0 1\n1 2\n2 3\n3 0\n"]);
    await page.waitForFunction(() => window.weftExplorer.scene.value.header.routers === 4);
    await idle(page);
    await page.reload();
    await started(page);
    assert.equal(await page.evaluate(() => window.weftExplorer.scene.value.header.routers), 4, "a dropped file outlives a reload");
    await page.goBack();
    await idle(page);
    assert.equal(await page.evaluate(() => window.weftExplorer.scene.value.header.routers), 5);
    // A copied link, and the printed address once more, in other tabs of this browser.
    for (const link of [page.url(), url]) {
      const tab = await page.context().newPage();
      await tab.goto(link);
      await started(tab);
      await tab.close();
    }
    // 40 tabs more: the first page opens another session by itself.
    await page.evaluate(async () => {
      for (let i = 0; i < 40; ++i) await fetch("/state", { headers: { Authorization: `Bearer ${localStorage.getItem("weft-key")}` } });
    });
    await setArgs(page, { topology: "ring:routers=7" });
    await page.waitForFunction(() => window.weftExplorer.scene.value.header.routers === 7);
    await idle(page);
    assert.equal(await page.locator(".notices").count(), 0);
    // Whoever finds the address in the history of a browser, and has not its storage, stays outside.
    const stranger = await emptyPage();
    await stranger.goto(url);
    await stranger.waitForFunction(() => /has already been used/.test(document.body.innerText));
    const without = await emptyPage();
    await without.goto(origin);
    await without.waitForFunction(() => /no key/.test(document.body.innerText));
    // Another browser of the user takes the address that was printed since.
    const second = await emptyPage();
    await second.goto(next());
    await started(second);
  },
};

await runScenarios(scenarios);
