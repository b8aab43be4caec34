// SPDX-License-Identifier: Apache-2.0
// Names, keys, scales, files and paper of the explorer. Usage: node web/test/view.mjs WEFT [SCENARIO]...; exit status 77: skipped.
import { readFileSync } from "node:fs";
import { join } from "node:path";
import assert from "node:assert/strict";
import { clean, download, here, runScenarios, screenshot, violations } from "./browser.mjs";
import { both, engines, explore, idle } from "./explorer.mjs";

const [engine] = engines;
const state = page => page.evaluate(() => window.weftExplorer.state);
const clickRouter = async (page, router, options = {}) => {
  const { x, y } = await page.evaluate(it => window.weftExplorer.stages.a.placeOf(it), router);
  await page.locator("#network").click({ position: { x, y }, ...options });
  await idle(page);
};
/** The share of pixels of the picture that differ from the ground. */
const painted = page => page.evaluate(async () => {
  const image = await createImageBitmap(await window.weftExplorer.stages.a.toPng(1));
  const canvas = new OffscreenCanvas(image.width, image.height), context = canvas.getContext("2d");
  context.drawImage(image, 0, 0);
  const { data } = context.getImageData(0, 0, image.width, image.height);
  let other = 0;
  for (let i = 0; i < data.length; i += 4) if (data[i] !== data[0] || data[i + 1] !== data[1] || data[i + 2] !== data[2]) ++other;
  return other / (data.length / 4);
});
/** A page whose browser has no WebGL 2. */
const withoutWebgl = async link => {
  const page = await explore(engine, "#show?topology=ring:routers=4");
  await page.addInitScript(() => {
    const get = HTMLCanvasElement.prototype.getContext;
    HTMLCanvasElement.prototype.getContext = function (kind, ...rest) { return kind === "webgl2" ? null : get.call(this, kind, ...rest); };
  });
  await page.evaluate(it => { location.hash = it; }, link);
  await page.reload();
  await page.waitForFunction(() => window.weftExplorer?.scene.value);
  await idle(page);
  return page;
};

await runScenarios({
  names: both(async engine => {
    const page = await explore(engine, "#show?topology=ring");
    const fabric = readFileSync(join(here, "../../test/data/graphs/fabric.ibnet"), "utf8");
    await page.evaluate(text => window.weftExplorer.give(new File([text], "fabric.ibnet")), fabric);
    await page.waitForFunction(() => window.weftExplorer.scene.value.header.routers === 3, null, { timeout: 20_000 });
    await idle(page);
    const find = async text => {
      await page.locator(".search input").fill(text);
      await page.locator(".search input").press("Enter");
      await page.waitForTimeout(100);
      await idle(page);
    };
    for (const text of ["spine", "S-0003"]) {
      await page.evaluate(() => window.weftExplorer.setView({ router: null, channel: null }));
      await find(text);
      await page.waitForFunction(() => window.weftExplorer.state.view.router === 2);
    }
    await page.waitForSelector(".card .ports");
    const card = await page.locator(".card").innerText();
    assert.match(card, /^spine \(router 2\)[^]*S-0003 · /);
    assert.deepEqual(await page.locator(".ports tbody tr td:nth-child(2)").allInnerTexts(), ["leaf one", "leaf one", "leaf two"]);
    assert.deepEqual(await page.locator(".ports tbody tr td:first-child").allInnerTexts(), ["1", "2", "3"]);
    assert.doesNotMatch(card, /cable/, "no lengths of cables that no layout states");
    await find("spine[3]");
    assert.match(await page.locator(".card h3").first().innerText(), /spine\[3\] → leaf two\[10\]/);
    await find("node two HCA-1");
    await page.waitForFunction(() => window.weftExplorer.state.view.router === 0);
    assert.match(await page.locator(".hosts").innerText(), /2\s+node two HCA-1/);
    await find("one");
    assert.deepEqual(await page.locator(".found button").allInnerTexts(), ["leaf one", "node one HCA-1 (terminal 0)"]);
    await page.locator(".found button").first().click();
    await find("absent");
    assert.equal(await page.locator(".toast").innerText(), "No router, host or port is called 'absent'");
    // An administrator removes a cable, and reads the hosts that it cuts off.
    await find("spine[3]");
    await page.locator(".card button", { hasText: "Fail" }).first().click();
    await page.waitForSelector(".cut-off .bad");
    assert.match(await page.locator(".cut-off").innerText(), /1 terminal of 3[^]*node three HCA-1/);
    assert.match(await page.locator(".chips").innerText(), /leaf two|spine/);
    await page.locator(".lists summary").click();
    const csv = String(await download(page, page.locator(".lists button", { hasText: "Save CSV" })));
    assert.match(csv.split("\n")[1], /^leaf one,10,spine,/);
    await screenshot(page, `names-${engine}`);
    clean(page);
  }),
  async keys() {
    const page = await explore(engine, "#load?topology=torus:sides=4x4");
    await page.locator(".channels [data-channel]").first().click();
    await idle(page);
    await page.locator(".numbers-pane summary").first().focus();
    await page.keyboard.press("x");
    await page.waitForFunction(() => /fail=/.test(location.hash), null, { timeout: 5000 });
    await idle(page);
    const { channel } = (await state(page)).view;
    await page.keyboard.press("n");
    await page.waitForFunction(before => window.weftExplorer.state.view.channel !== before, channel);
    await page.evaluate(() => window.weftExplorer.setView({ router: null, channel: null }));
    await page.keyboard.press("x");
    assert.match(await page.locator(".toast").innerText(), /No part is chosen/);
    const tab = page.locator(".tabs a", { hasText: "Deadlock" });
    assert.match(await tab.getAttribute("href"), /^#deadlock\?topology=torus:sides=4x4/);
    const [other] = await Promise.all([page.context().waitForEvent("page"), tab.click({ modifiers: ["Control"] })]);
    assert.match(other.url(), /#deadlock/);
    assert.equal((await state(page)).verb, "load", "this tab stays");
    await other.close();
    assert.equal(await page.title(), "Load: torus:sides=4x4, fail 0-3 – Weft");
    clean(page);
  },
  route: both(async engine => {
    const page = await explore(engine, "#route?topology=torus:sides=4x4");
    await page.waitForFunction(() => window.weftExplorer.state.args.to === "10" && !window.weftExplorer.result.busy);
    await idle(page);
    assert.ok(await page.locator(".tables tbody tr").count() > 0, "the first route has hops");
    const size = () => page.locator("#network").evaluate(it => [it.clientWidth, it.clientHeight]);
    const before = await size();
    await clickRouter(page, 5);
    assert.equal((await state(page)).args.from, "5");
    await clickRouter(page, 10);
    const { args, view } = await state(page);
    assert.deepEqual([args.from, args.to, view.router, view.second], ["5", "10", 5, 10]);
    await clickRouter(page, 11);
    assert.equal((await state(page)).args.to, "11", "the next click moves the target");
    assert.deepEqual(await size(), before, "the canvas keeps its size");
    await page.locator(".route-ends button", { hasText: "Source" }).click();
    await clickRouter(page, 1);
    assert.deepEqual([(await state(page)).args.from, (await state(page)).args.to], ["1", "11"]);
    await page.locator(".route-ends button", { hasText: "Swap" }).click();
    await idle(page);
    assert.deepEqual([(await state(page)).args.from, (await state(page)).args.to], ["11", "1"]);
    await screenshot(page, `route-ends-${engine}`);
    clean(page);
  }),
  async scale() {
    const page = await explore(engine, "#load?topology=torus:sides=4x4&pattern=neighbor");
    const end = () => page.locator(".ends span").last().innerText();
    const own = await end();
    await page.locator(".scale-end button").click();
    assert.equal(await end(), "1");
    assert.match(await page.evaluate(() => location.hash), /high=1/);
    await page.locator(".scale-end input").fill("-3");
    await page.locator(".scale-end input").press("Enter");
    assert.match(await page.locator(".toast").innerText(), /must be a number above 0/);
    await page.locator(".scale-end input").fill("");
    await page.locator(".scale-end input").press("Enter");
    await page.waitForFunction(text => document.querySelector(".ends").lastElementChild.innerText === text, own);
    // Differences have 0 in the middle.
    await page.evaluate(() => window.weftExplorer.setArgs({ fail: "0-1" }));
    await idle(page);
    await page.locator(".toggles button", { hasText: "Difference" }).click();
    await idle(page);
    const [low, middle, high] = (await page.locator(".ends span").allInnerTexts()).map(it => Number(it.replace("−", "-")));
    assert.equal(middle, 0);
    assert.ok(high > 0 && Math.abs(low + high) < 0.01 * high);
    await screenshot(page, "difference");
    clean(page);
    const compare = await explore(engine, "#compare?topology=torus:sides=4x4&b.topology=ring:routers=8");
    assert.match(await compare.locator(".scale-title").innerText(), /pattern .*routing/, "the traffic and routing of the loads");
  },
  async second() {
    const page = await explore(engine, "#load?topology=torus:sides=4x4&pattern=transpose&b.routing=valiant");
    await page.waitForFunction(() => window.weftExplorer.loadB.value && window.weftExplorer.sceneB.value);
    await idle(page);
    assert.equal(await page.locator(".stage").count(), 2);
    assert.match(await page.locator(".stage-head").nth(1).innerText(), /routing valiant/);
    const [a, b] = await page.evaluate(() => ["result", "loadB"].map(it => Math.max(...window.weftExplorer[it].value.arrays.get("channel_load"))));
    const cells = await page.locator(".difference tbody tr").first().locator("td").allInnerTexts();
    assert.ok(Math.abs(Number(cells[0]) - a) < 1e-3 && Math.abs(Number(cells[1]) - b) < 1e-3, `${cells} for ${a} and ${b}`);
    assert.equal(await page.locator(".ends span").last().innerText(), String(Number(Math.max(a, b).toPrecision(4))), "one scale");
    await page.evaluate(() => window.weftExplorer.stages.b.zoomBy(2));
    await page.waitForFunction(() => Math.abs(window.weftExplorer.stages.a.camera.zoom - window.weftExplorer.stages.b.camera.zoom) < 1e-6 && window.weftExplorer.stages.a.camera.zoom > 1.5);
    await screenshot(page, "second");
    await page.locator(".tabs a", { hasText: "Network" }).click();
    await idle(page);
    assert.doesNotMatch(await page.evaluate(() => location.hash), /b\./);
    clean(page);
  },
  async edges() {
    const page = await explore(engine, "#load?topology=dragonfly:p=2,a=4,h=2&router=3&edges=chosen");
    const shown = await page.evaluate(() => window.weftExplorer.stages.a.model.shown);
    const { degree } = await page.evaluate(() => { const { first_channel: it } = window.weftExplorer.scene.value; return { degree: it[4] - it[3] }; });
    assert.equal(shown, 2 * degree);
    await page.locator(".legend button", { hasText: "All channels" }).click();
    await idle(page);
    assert.equal(await page.evaluate(() => window.weftExplorer.stages.a.model.shown), await page.evaluate(() => window.weftExplorer.scene.value.header.channels));
    clean(page);
  },
  async matrix() {
    const page = await explore(engine, "#load?topology=torus:sides=4x4&see=matrix");
    const pixels = await page.locator(".matrix canvas").evaluate(it => {
      const { data } = it.getContext("2d").getImageData(0, 0, it.width, it.height);
      return { width: it.width, filled: data.filter((value, i) => i % 4 === 3 && value > 0).length };
    });
    assert.deepEqual(pixels, { width: 16, filled: 64 }, "a cell for each channel");
    const box = await page.locator(".matrix canvas").boundingBox();
    await page.mouse.click(box.x + (1.5 * box.width) / 16, box.y + (0.5 * box.height) / 16);
    await page.waitForFunction(() => window.weftExplorer.state.view.channel !== null);
    assert.match(await page.locator(".card h3").innerText(), /0 → 1/);
    await screenshot(page, "matrix");
    clean(page);
  },
  async dense() {
    const page = await explore(engine, "#route?topology=kary_ntree:arity=10,levels=3");
    // Translucent lines have many shades, where solid ones have those of a few classes.
    const shades = await page.evaluate(async () => {
      const image = await createImageBitmap(await window.weftExplorer.stages.a.toPng(1)), canvas = new OffscreenCanvas(image.width, image.height);
      const to = canvas.getContext("2d");
      to.drawImage(image, 0, 0);
      const { data } = to.getImageData(image.width / 4, image.height / 4, image.width / 2, image.height / 2), seen = new Map();
      for (let i = 0; i < data.length; i += 4) { const key = (data[i] << 16) | (data[i + 1] << 8) | data[i + 2]; seen.set(key, (seen.get(key) ?? 0) + 1); }
      return [...seen.values()].filter(it => it > 20).length;
    });
    assert.ok(shades > 40, `${shades} shades`);
    const veil = await page.evaluate(() => window.weftExplorer.stages.a.see().veil);
    assert.ok(veil.base < 0.5, JSON.stringify(veil));
    await screenshot(page, "dense");
    clean(page);
  },
  async "view-as-file"() {
    const page = await explore(engine, "#load?topology=dragonfly:p=2,a=4,h=2&router=5");
    const svg = String(await download(page, page.locator(".stage-head button", { hasText: "SVG" })));
    const facts = await page.evaluate(text => {
      const root = new DOMParser().parseFromString(text, "image/svg+xml").documentElement;
      return { name: root.localName, lines: (text.match(/M/g) ?? []).length, words: root.textContent, own: root.querySelectorAll("script, image, foreignObject").length };
    }, svg);
    assert.equal(facts.name, "svg");
    assert.ok(facts.lines > 180, `${facts.lines} pieces of lines`);
    assert.match(facts.words, /load over bandwidth[^]*dragonfly:p=2,a=4,h=2/);
    assert.equal(facts.own, 0);
    clean(page);
  },
  async "no-webgl"() {
    const page = await withoutWebgl("#load?topology=torus:sides=4x4&pattern=transpose");
    assert.match(await page.locator(".lost").innerText(), /no WebGL 2/);
    assert.ok(await painted(page) > 0.01, "the network is drawn");
    await clickRouter(page, 6);
    assert.equal((await state(page)).view.router, 6);
    const boxes = await page.evaluate(() => [".canvas-place", ".legend", ".lost"].map(it => document.querySelector(it).getBoundingClientRect()).map(({ top, bottom }) => [top, bottom]));
    assert.ok(boxes[0][1] <= boxes[1][0] + 1 && boxes[2][1] <= boxes[0][0] + 1, "nothing lies over the picture");
    await screenshot(page, "no-webgl");
    clean(page);
  },
  async "lost-context"() {
    const page = await explore(engine, "#load?topology=torus:sides=4x4");
    const before = await painted(page);
    await page.evaluate(() => { window.loser = document.querySelector("#network canvas").getContext("webgl2").getExtension("WEBGL_lose_context"); window.loser.loseContext(); });
    await page.waitForSelector(".lost");
    await page.waitForTimeout(300);
    assert.ok(Math.abs(await painted(page) / before - 1) < 0.5, "the picture is drawn without the graphics card");
    await page.evaluate(() => window.loser.restoreContext());
    await page.waitForFunction(() => !document.querySelector(".lost"));
    await idle(page);
    assert.ok(Math.abs(await painted(page) / before - 1) < 0.02);
  },
  async paper() {
    const page = await explore(engine, "#load?topology=torus:sides=4x4&router=5", { colorScheme: "dark" });
    const pdf = (await page.pdf({ format: "A4" })).toString("latin1");
    assert.ok((pdf.match(/\/Subtype\s*\/Image/g) ?? []).length >= 1, "the network is on paper");
    await page.evaluate(() => dispatchEvent(new Event("beforeprint")));
    await page.emulateMedia({ media: "print" });
    const over = await page.evaluate(() => {
      const boxes = [...document.querySelectorAll(".numbers-pane table, .numbers-pane p, .charts-pane figure, .printed, .legend")]
        .map(it => it.getBoundingClientRect()).filter(it => it.height > 0);
      return boxes.flatMap((a, i) => boxes.slice(i + 1).filter(b => a.top < b.bottom - 1 && b.top < a.bottom - 1 && a.left < b.right - 1 && b.left < a.right - 1)).length;
    });
    assert.equal(over, 0, "nothing lies over something else");
    const light = await page.locator(".printed").evaluate(it => [...it.getContext("2d").getImageData(1, 1, 1, 1).data]);
    assert.deepEqual(light, [255, 255, 255, 255], "paper is white");
    await screenshot(page, "paper");
  },
  async tables() {
    for (const width of [1440, 1024]) {
      const page = await explore(engine, "#show?topology=torus:sides=16x16x16", { viewport: { width, height: 900 } });
      const rows = await page.locator(".tables section.table tbody").first().evaluate(body => {
        const box = body.closest(".scroll").getBoundingClientRect();
        return [...body.rows].slice(0, 3).map(row => {
          const cell = row.querySelector("td.number").getBoundingClientRect();
          return [row.cells[0].innerText, cell.left >= box.left && cell.right <= box.right + 1];
        });
      });
      assert.deepEqual(rows, [["diameter", true], ["mean distance", true], ["bisection", true]], `${width}`);
      assert.match(await page.locator(".screen-answer").innerText(), /^4096 routers, 4096 terminals, radix 7; diameter 24 hops; bisection 512 links$/);
      await screenshot(page, `tables-${width}`);
      clean(page);
    }
  },
  async sweep() {
    const page = await explore(engine, "#sweep?topology=torus:sides=4x4&rates=0.1x0.2", { viewport: { width: 1440, height: 900 } });
    await page.locator(".what-pane .sweep button", { hasText: "Sweep" }).click();
    await page.waitForFunction(() => window.weftExplorer.sweeps.current?.points.length === 2 && !window.weftExplorer.sweeps.running, null, { timeout: 60_000 });
    await page.waitForSelector(".charts-pane .chart-box svg");
    const [charts, network] = await page.evaluate(() => [".charts-pane", ".network-pane"].map(it => document.querySelector(it).getBoundingClientRect().height));
    assert.ok(charts > network, `${charts} and ${network}`);
    const figure = page.locator(".charts-pane figure").first();
    const csv = String(await download(page, figure.locator("button", { hasText: "CSV" })));
    assert.equal(csv.trim().split("\n").length, 3);
    assert.match(String(await download(page, figure.locator("button", { hasText: "SVG" }))), /^<svg/);
    assert.equal(JSON.parse(String(await download(page, figure.locator("button", { hasText: "Vega-Lite" })))).data.values.length, 2);
    await figure.locator("button", { hasText: "Log" }).click();
    assert.equal(await figure.locator("button", { hasText: "Log" }).getAttribute("aria-pressed"), "true");
    assert.match(await page.locator(".screen-answer").innerText(), /^Latency [\d.]+ cycles at rate 0.1/);
    await screenshot(page, "sweep");
    clean(page);
  },
  async touch() {
    const page = await explore(engine, "#show?topology=torus:sides=4x4", { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true });
    assert.equal(await page.locator("#network").evaluate(it => it.style.touchAction), "pan-y", "one finger scrolls the page");
    const tap = async router => {
      const { x, y } = await page.evaluate(it => window.weftExplorer.stages.a.placeOf(it), router);
      await page.locator("#network").tap({ position: { x, y } });
      await idle(page);
    };
    await tap(5);
    await page.locator(".card button", { hasText: "Paths to another router" }).click();
    await tap(6);
    const { view } = await state(page);
    assert.deepEqual([view.router, view.second], [5, 6]);
    const top = await page.locator("#network").evaluate(it => it.getBoundingClientRect().top + scrollY);
    assert.ok(top < 0.3 * 844, `the picture begins at ${top}`);
    await screenshot(page, "touch");
    clean(page);
  },
  async axe() {
    for (const colorScheme of ["light", "dark"])
      for (const link of ["#load?topology=torus:sides=4x4&see=matrix&router=3", "#load?topology=torus:sides=4x4&b.routing=valiant", "#route?topology=torus:sides=4x4&router=3"]) {
        const page = await explore(engine, link, { colorScheme });
        assert.deepEqual(await violations(page), [], `${colorScheme} ${link}`);
        await page.context().close();
      }
  },
  // A network with blocks has its cables around the grid.
  async "around-the-grid"() {
    const page = await explore(engine, "#show?topology=torus:sides=40x40");
    const around = await page.evaluate(() => { const { blocks } = window.weftExplorer.stages.a.model; return Array.from(blocks.around).filter(it => it).length; });
    const sides = await page.evaluate(() => Math.round(Math.sqrt(window.weftExplorer.scene.value.header.blocks)));
    assert.equal(around, 2 * sides, "a bundle for each row and column of blocks");
    assert.ok(await painted(page) > 0.005);
    clean(page);
  },
});
