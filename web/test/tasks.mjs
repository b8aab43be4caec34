// SPDX-License-Identifier: Apache-2.0
// What people do with the explorer, in Chromium. Usage: node web/test/tasks.mjs WEFT [SCENARIO]...; exit status 77: skipped.
import assert from "node:assert/strict";
import { clean, run, runScenarios, screenshot } from "./browser.mjs";
import { both, engines, explore, idle, startServer, started } from "./explorer.mjs";

const command = page => page.locator(".command-bar code").innerText();
const setArgs = (page, args) => page.evaluate(it => window.weftExplorer.setArgs(it), args);
const link = page => page.evaluate(() => decodeURIComponent(location.hash));

/** The fullest channel of a load on the command line, over its bandwidth. */
function fullest(...args) {
  const { tables, scenario } = JSON.parse(run("load", ...args, "--json"));
  const { columns, rows } = tables.find(it => it.name === "throughput");
  const at = name => columns.findIndex(it => it.name === name);
  return { value: Math.max(...rows.map(it => it[at("max_load")] / it[at("bandwidth")])), routing: scenario.routing };
}

/** A triangle of routers with names. */
function graphml(names) {
  const nodes = names.map(it => `<node id="${it}"/>`).join(""), edges = [[0, 1], [1, 2], [0, 2]].map(([a, b]) => `<edge source="${names[a]}" target="${names[b]}"/>`).join("");
  return `<graphml xmlns="http://graphml.graphdrawing.org/xmlns"><graph edgedefault="undirected">${nodes}${edges}</graph></graphml>`;
}

const scenarios = {
  "flits-form": both(async engine => {
    const page = await explore(engine, "#simulate?topology=torus:sides=4x4");
    const chosen = key => page.locator(`[data-parameter="${key}"] select`).first().inputValue();
    assert.match(await command(page), /^weft simulate torus:sides=4x4 .*--engine flit/);
    assert.equal(await chosen("engine"), "flit", "the form names the engine that runs");
    assert.equal(await chosen("traffic"), "uniform");
    assert.ok(await page.locator('[data-parameter="vcs"] input').first().isVisible(), "virtual channels are there without a search");
    assert.ok(await page.locator('[data-parameter="vc_buffer"] input').first().isVisible());
    assert.equal(await link(page), "#simulate?topology=torus:sides=4x4", "what the screen adds is not in the link");
    // Another engine is in the link, although it is the default of the verb.
    await page.locator('[data-parameter="engine"] select').first().selectOption("rounds");
    await idle(page);
    assert.match(await link(page), /engine=rounds/);
    assert.doesNotMatch(await command(page), /flit/);
    await page.reload();
    await started(page);
    assert.equal(await chosen("engine"), "rounds");
    assert.equal(await page.evaluate(() => window.weftExplorer.result.now.answer.result.scenario.engine.split(":")[0]), "rounds");
    clean(page);
  }),
  history: both(async engine => {
    const page = await explore(engine, "#show?topology=torus:sides=4x4");
    assert.equal(await page.title(), "Network: torus:sides=4x4 – Weft");
    await page.evaluate(() => window.weftExplorer.setVerb("load"));
    await setArgs(page, { pattern: "transpose" });
    await setArgs(page, { fail: "0-1" });
    await idle(page);
    assert.equal(await page.title(), "Load: torus:sides=4x4, pattern transpose, fail 0-1 – Weft");
    const undo = page.locator(".earlier > button");
    await undo.click();
    assert.equal(await link(page), "#load?topology=torus:sides=4x4&pattern=transpose");
    await undo.click();
    assert.equal(await link(page), "#load?topology=torus:sides=4x4");
    await page.goBack(); // what was undone is an entry of the history
    assert.equal(await link(page), "#load?topology=torus:sides=4x4&pattern=transpose");
    await page.reload();
    await started(page);
    await page.locator(".earlier summary").click();
    assert.deepEqual(await page.locator(".earlier ol li").allInnerTexts(), ["Network: torus:sides=4x4 – Weft"]);
    await page.locator(".earlier ol button").first().click();
    await idle(page);
    assert.equal(await link(page), "#show?topology=torus:sides=4x4");
    assert.equal(await page.title(), "Network: torus:sides=4x4 – Weft");
    clean(page);
  }),
  "single-failures": both(async engine => {
    const network = "dragonfly:p=2,a=4,h=2";
    const page = await explore(engine, `#load?topology=${network}`);
    await page.locator(".singles summary").click();
    await page.locator(".singles button", { hasText: "Rank all cables" }).click();
    await page.waitForFunction(() => window.weftExplorer.singles.outcomes.length > 0 && !window.weftExplorer.singles.running, null, { timeout: 120_000 });
    const { outcomes, before, routing, channels } = await page.evaluate(() => {
      const { singles, scene } = window.weftExplorer;
      return { outcomes: singles.outcomes, before: singles.before, routing: singles.routing, channels: scene.value.header.channels };
    });
    assert.equal(outcomes.length, channels / 2, "each cable once");
    assert.equal(new Set(outcomes.map(it => it.cable)).size, outcomes.length);
    assert.ok(Math.abs(before - fullest(network, "--routing", routing).value) < 1e-9);
    for (let i = 1; i < outcomes.length; ++i) assert.ok(outcomes[i - 1].fullest >= outcomes[i].fullest, "the worst first");
    for (const { cable, fullest: value } of [outcomes[0], outcomes[Math.floor(outcomes.length / 2)], outcomes.at(-1)]) {
      const expected = fullest(network, "--routing", routing, "--fail", cable).value;
      assert.ok(Math.abs(value - expected) < 1e-9, `${cable}: ${value} for ${expected}`);
    }
    await screenshot(page, `single-failures-${engine}`);
    // A row fails its cable; the ranking stays, because it is of the network without it.
    await page.locator(".singles tbody button").first().click();
    await idle(page);
    assert.equal(await page.evaluate(() => window.weftExplorer.state.args.fail), outcomes[0].cable);
    assert.equal(await page.locator(".singles tbody tr").count(), Math.min(200, outcomes.length));
    assert.equal(await page.locator(".singles tr.here").count(), 1);
    // Of another pattern there is none.
    await setArgs(page, { pattern: "transpose", fail: "" });
    await idle(page);
    assert.equal(await page.locator(".singles tbody tr").count(), 0);
    clean(page);
    // In a ring that has lost a cable, each other one cuts routers off; a cable without load changes nothing.
    const ring = await explore(engine, "#load?topology=ring:routers=6&fail=0-1");
    await ring.evaluate(() => window.weftExplorer.singles.start());
    const lost = await ring.evaluate(() => window.weftExplorer.singles.outcomes);
    assert.equal(lost.length, 5);
    assert.ok(lost.every(it => it.fullest === null && /path/.test(it.lost)), JSON.stringify(lost));
    const torus = await explore(engine, "#load?topology=torus:sides=5x5&pattern=halo&grid=1x2");
    await torus.evaluate(() => window.weftExplorer.singles.start());
    const idleCables = await torus.evaluate(() => {
      const { singles, result, scene } = window.weftExplorer;
      const load = result.value.arrays.get("channel_load"), { reverse } = scene.value;
      return singles.outcomes.filter(it => load[it.channel] === 0 && load[reverse[it.channel]] === 0).map(it => it.fullest - singles.before);
    });
    assert.ok(idleCables.length > 40 && idleCables.every(it => it === 0), "a cable without load changes nothing");
    clean(torus);
    // Cables of a network with names have these names.
    const named = await explore(engine, "#load?topology=ring");
    await named.evaluate(text => window.weftExplorer.give(new File([text], "named.graphml")), graphml(["left end", "middle", "right end"]));
    await named.waitForFunction(() => window.weftExplorer.scene.now?.header.routers === 3 && window.weftExplorer.result.exact);
    await named.evaluate(() => window.weftExplorer.singles.start());
    assert.deepEqual((await named.locator(".singles tbody tr td:first-child").allInnerTexts()).sort(), ["left end – middle", "left end – right end", "middle – right end"]);
    clean(named);
  }),
  "other-routing": both(async engine => {
    const network = "percs:supernodes=4,links=4";
    const page = await explore(engine, `#load?topology=${network}&fail=0-1`);
    await page.waitForSelector(".routing-note");
    const usual = fullest(network), used = await page.evaluate(() => window.weftExplorer.result.now.answer.result.scenario.routing);
    assert.notEqual(usual.routing, used);
    const note = await page.locator(".routing-note").innerText();
    assert.ok(note.includes(usual.routing) && note.includes(` ${Number(usual.value.toPrecision(4))}.`), `${note} for ${usual.value}`);
    const [before] = await page.locator(".difference tbody tr").first().locator("td").allInnerTexts();
    assert.ok(Math.abs(Number(before) - fullest(network, "--routing", used).value) < 1e-3, "the table compares under one routing");
    // A routing that is named has no such note, nor has a network that keeps its default.
    await setArgs(page, { routing: used });
    await page.waitForFunction(() => window.weftExplorer.before.now && !window.weftExplorer.before.busy);
    await idle(page);
    assert.equal(await page.locator(".routing-note").count(), 0);
    await setArgs(page, { topology: "torus:sides=4x4", routing: "" });
    await setArgs(page, { fail: "0-1" });
    await page.waitForFunction(() => window.weftExplorer.usual.now && window.weftExplorer.before.now);
    await idle(page);
    assert.equal(await page.locator(".routing-note").count(), 0);
    clean(page);
  }),
  "deadlock-steps": both(async engine => {
    const page = await explore(engine, "#deadlock?topology=ring:routers=8&vcs=1");
    assert.match(await page.locator(".steps").innerText(), /Step 1 of 8/);
    await page.locator("button", { hasText: "Watch it happen" }).click();
    await page.locator("button", { hasText: "Skip to it" }).click();
    await page.waitForFunction(() => window.weftExplorer.live.frame?.deadlock, null, { timeout: 20_000 });
    const { cycle, deadlock } = await page.evaluate(() => window.weftExplorer.live.frame);
    assert.ok(cycle >= deadlock.cycle && cycle <= deadlock.cycle + 64, `${cycle} is soon after ${deadlock.cycle}`);
    const channels = await page.evaluate(() => window.weftExplorer.live.deadlocked);
    // The words of a step are of the channel that the picture numbers.
    for (let i = 0; i < channels.length; ++i) {
      const ends = await page.evaluate(it => {
        const { scene: { value } } = window.weftExplorer;
        return [value.first_channel.findLastIndex(first => first <= it), value.target[it]];
      }, channels[i]);
      assert.match(await page.locator(".steps").innerText(), new RegExp(`Packet ${i + 1} of ${channels.length} in the run: terminal \\d+ to \\d+ holds ${ends[0]} → ${ends[1]} `));
      if (i > 0) assert.equal(await page.evaluate(() => window.weftExplorer.state.view.channel), channels[i]);
      await page.locator(".steps button[aria-label=Next]").click();
    }
    await screenshot(page, `deadlock-steps-${engine}`);
    clean(page);
  }),
  "for-others": both(async engine => {
    const page = await explore(engine, "#load?topology=torus:sides=4x4&pattern=transpose&fail=0-1");
    await page.locator(".command-bar button", { hasText: "Explore" }).click();
    const text = await command(page);
    assert.equal(text, "weft explore load torus:sides=4x4 --pattern transpose --fail 0-1");
    clean(page);
    if (engine !== "server") return;
    // That command opens this page.
    const { url } = await startServer(text.split(" ").slice(2));
    const other = await explore(engine, "");
    await other.goto(url);
    await started(other);
    assert.equal(await command(other), "weft load torus:sides=4x4 --pattern transpose --fail 0-1");
  }),
  async machines() {
    const [engine] = engines;
    const page = await explore(engine, "#show?topology=torus:sides=4x4");
    const select = page.locator(".machines select");
    const names = await select.locator("optgroup").first().locator("option").evaluateAll(list => list.map(it => it.value));
    for (const name of ["frontier", "fugaku", "summit"]) assert.ok(names.includes(name), `${names}`);
    for (const it of await select.locator("option").evaluateAll(list => list.map(option => option.value).filter(value => value))) {
      await select.selectOption(it);
      await page.waitForFunction(name => window.weftExplorer.scene.aim?.includes(name.split(":")[0]) && (window.weftExplorer.scene.now || window.weftExplorer.scene.failure), it, { timeout: 60_000 });
      assert.equal(await page.evaluate(() => window.weftExplorer.scene.failure), null, it);
    }
    await select.selectOption("kary_ntree:arity=10,levels=3");
    await idle(page);
    assert.equal(await page.evaluate(() => window.weftExplorer.scene.value.header.terminals), 1000);
    clean(page);
  },
};

await runScenarios(scenarios);
