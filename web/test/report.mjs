// SPDX-License-Identifier: Apache-2.0
// One report in Chromium: what its script adds, and what must hold without it (web/test/browser.mjs says how to run this).
import { readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { inflateSync } from "node:zlib";
import assert from "node:assert/strict";
import { clean, download, drawn, folder, here, openReport as open, report, run, runScenarios, screenshot, violations } from "./browser.mjs";

/** A report with a chart, whose specification src/weft/chart/vega.cpp wrote. */
function withChart() {
  const spec = readFileSync(join(here, "latency.vl.json"), "utf8").replaceAll("<", "\\u003c");
  const text = readFileSync(report("chart", "load", "torus:sides=4x4"), "utf8").replace(/<script type="application\/json" class="chart">.*?<\/script>\n/gs, "");
  const file = join(folder, "chart.html");
  writeFileSync(file, text.replace("</figcaption>\n", `</figcaption>\n<script type="application/json" class="chart">${spec}</script>\n`));
  return file;
}

/** The content of the pages of a PDF that Chromium wrote. */
function pdfPages(pdf) {
  const text = pdf.toString("latin1");
  return [...text.matchAll(/\/Type \/Page\b[^]*?\/Contents (\d+) 0 R/g)].map(([, number]) => {
    const begin = text.indexOf("stream\n", text.indexOf(`\n${number} 0 obj`)) + "stream\n".length;
    return inflateSync(pdf.subarray(begin, text.indexOf("endstream", begin))).toString("latin1");
  });
}

await runScenarios({
  async offline() {
    const page = await open(withChart());
    await drawn(page);
    clean(page);
  },
  async "no-scripts"() {
    const page = await open(report("plain", "load", "torus:sides=4x4"), { javaScriptEnabled: false });
    assert.ok(await page.locator("figure svg").first().isVisible());
    assert.ok(await page.locator("table").first().isVisible());
  },
  async marks() {
    const page = await open(withChart());
    await drawn(page);
    const spec = JSON.parse(readFileSync(join(here, "latency.vl.json"), "utf8"));
    const points = spec.data.values.filter(it => it.x !== null && it.y !== null).length;
    assert.equal(await page.locator(".chart-box .points_marks path").count(), points);
    const box = await page.locator(".chart-box svg").boundingBox();
    await page.mouse.move(box.x + box.width / 2, box.y + box.height / 2);
    await page.waitForSelector(".tip:not([hidden])");
    const text = await page.locator(".tip").innerText();
    assert.match(text, /offered load/);
    assert.match(text, /dimension order/);
    clean(page);
  },
  async "zoom-isolate-return"() {
    const page = await open(withChart());
    await drawn(page);
    const domain = axis => page.evaluate(it => window.weft.charts()[0].view.scale(it).domain(), axis);
    const span = async axis => { const [low, high] = await domain(axis); return high - low; };
    const given = [await domain("x"), await domain("y")];
    await page.getByRole("button", { name: "Zoom in" }).click();
    assert.ok(await span("x") < given[0][1] - given[0][0]);
    const box = await page.locator(".chart-box svg").boundingBox();
    const middle = [box.x + box.width / 2, box.y + box.height * 0.6];
    const [before] = await domain("x");
    await page.mouse.move(...middle);
    await page.mouse.down();
    await page.mouse.move(middle[0] - 60, middle[1], { steps: 5 });
    await page.mouse.up();
    assert.ok((await domain("x"))[0] > before, "dragging moves");
    await page.mouse.dblclick(...middle);
    await page.waitForFunction(([low]) => window.weft.charts()[0].view.scale("x").domain()[0] === low, given[0]);
    assert.deepEqual([await domain("x"), await domain("y")], given);
    const shown = () => page.evaluate(() => [...document.querySelectorAll(".chart-box .points_marks path")].filter(it => Number(it.getAttribute("opacity") ?? 1) > 0.5).length);
    const all = await shown(), label = page.locator(".chart-box .role-legend-label text").first();
    await label.click({ force: true });
    await page.waitForFunction(() => document.querySelector('.chart-box .points_marks path[opacity^="0.0"]'));
    assert.ok(await shown() < all);
    await label.click({ force: true });
    await page.waitForFunction(() => !document.querySelector('.chart-box .points_marks path[opacity^="0.0"]'));
    assert.equal(await shown(), all);
    clean(page);
  },
  async "sort-filter"() {
    const page = await open(report("tables", "show", "torus:sides=4x4"));
    const table = page.locator("section.table").first();
    const names = () => table.locator("tbody tr:not([hidden])").evaluateAll(rows => rows.map(it => it.cells[0].textContent));
    const before = await names();
    await table.locator("thead button").first().click();
    assert.deepEqual(await names(), [...before].sort((a, b) => a.localeCompare(b, "en", { numeric: true })));
    assert.equal(await table.locator("thead th").first().getAttribute("aria-sort"), "ascending");
    await table.locator("thead button").first().click();
    await table.locator("thead button").first().click();
    assert.deepEqual(await names(), before);
    await table.locator("input").fill(before[1]);
    assert.ok((await names()).includes(before[1]) && (await names()).length < before.length);
    clean(page);
  },
  async save() {
    const out = join(folder, "saved");
    run("load", "torus:sides=4x4", "-o", out);
    const page = await open(report("save", "load", "torus:sides=4x4"));
    for (const section of await page.locator("section.table").all()) {
      const name = await section.getAttribute("data-name");
      const csv = await download(page, section.locator("button", { hasText: "Save CSV" }));
      assert.equal(csv.toString(), readFileSync(join(out, `${name}.csv`), "utf8"), name);
    }
    const svg = (await download(page, page.locator("figure button", { hasText: "Save SVG" }).first())).toString();
    assert.equal(await page.evaluate(text => new DOMParser().parseFromString(text, "image/svg+xml").querySelectorAll("parsererror").length, svg), 0);
    const png = await download(page, page.locator("figure button", { hasText: "Save PNG" }).first());
    assert.equal(png.subarray(1, 4).toString(), "PNG");
    const json = JSON.parse(await download(page, page.locator("button", { hasText: "result as JSON" }).first()));
    assert.ok(json.tables.length > 0);
    clean(page);
  },
  /** The report has the headings of the terminal; the file that it saves has the names of Weft's files. */
  async headings() {
    const args = ["collective", "allreduce", "torus:sides=4x4"], out = join(folder, "headings");
    run(...args, "-o", out);
    const { tables } = JSON.parse(run(...args, "--json")), page = await open(report("headings", ...args));
    let named = 0;
    for (const { name, columns } of tables) {
      const section = page.locator(`section.table[data-name="${name}"]`).first();
      const expected = columns.map(it => `${it.heading || it.name.replaceAll("_", " ")}${it.unit ? ` [${it.unit}]` : ""}`);
      assert.deepEqual(await section.locator("thead th").allTextContents(), expected, name);
      named += columns.filter(it => it.heading && it.heading !== it.name.replaceAll("_", " ")).length;
      const csv = await download(page, section.locator("button", { hasText: "Save CSV" }));
      assert.equal(csv.toString(), readFileSync(join(out, `${name}.csv`), "utf8"), name);
    }
    assert.ok(named >= 3, "some headings are no names");
    clean(page);
  },
  async "network-turns"() {
    for (const [topology, solid] of [["torus:sides=4x4x4", true], ["torus:sides=8x8", false], ["dragonfly", false]]) {
      const page = await open(report("turns", "load", topology)), figure = page.locator("figure:has(script.network)");
      assert.equal(await figure.count(), 1, topology);
      const show = figure.getByRole("button", { name: "Explore the network" });
      await show.click();
      await figure.locator(".network-host canvas").first().waitFor();
      const host = figure.locator(".network-host"), hash = () => host.locator("canvas").evaluateAll(all => all.map(it => it.toDataURL()).join());
      assert.ok(await figure.locator(".picture > svg").isHidden());
      const settled = async () => { // two pictures in a row that are equal
        for (let before = null, tries = 0; tries < 100; ++tries) {
          const now = await hash();
          if (now === before) return now;
          before = now;
          await page.waitForTimeout(100);
        }
        throw new Error(`${topology}: the picture does not come to rest`);
      };
      await host.scrollIntoViewIfNeeded();
      const before = await settled(), box = await host.boundingBox();
      assert.equal(await figure.getByText("Drag to turn").count(), Number(solid), topology);
      await page.mouse.move(box.x + box.width / 2, box.y + 40);
      await page.mouse.down();
      await page.mouse.move(box.x + box.width / 2 + 60, box.y + 70, { steps: 5 });
      await page.mouse.up();
      const turned = await settled();
      assert.notEqual(turned, before, `${topology}: a drag`);
      await figure.getByRole("group", { name: "The fullest channels" }).getByRole("button").first().click();
      assert.notEqual(await settled(), turned, `${topology}: the fullest channel`);
      await figure.getByLabel("Colors of the channels").selectOption("class");
      await screenshot(page, `turns ${topology}`);
      assert.deepEqual(await violations(page), []);
      await show.click();
      assert.ok(await figure.locator(".picture > svg").isVisible());
      clean(page);
    }
  },
  async "size-of-a-load"() {
    const size = statSync(report("size", "load", "torus:sides=32x32")).size / 1e6;
    console.log(`   report of a load on 32 x 32 routers: ${size.toFixed(2)} MB (limit 0.8)`);
    assert.ok(size <= 0.8);
  },
  async "dark-light"() {
    const page = await open(withChart(), { colorScheme: "dark" });
    await drawn(page);
    const paper = () => page.evaluate(() => getComputedStyle(document.documentElement).backgroundColor);
    const dark = await paper();
    await page.locator(".themes button", { hasText: "light" }).click();
    assert.notEqual(await paper(), dark);
    clean(page);
  },
  async axe() {
    for (const colorScheme of ["light", "dark"]) {
      const page = await open(withChart(), { colorScheme });
      await drawn(page);
      assert.deepEqual(await violations(page), [], colorScheme);
    }
  },
  async keyboard() {
    const page = await open(withChart());
    await drawn(page);
    await page.keyboard.press("Tab");
    assert.equal(await page.evaluate(() => document.activeElement.className), "skip");
    await page.locator("figure:has(script.chart) .picture").focus();
    await page.keyboard.press("ArrowRight");
    await page.keyboard.press("ArrowRight");
    assert.match(await page.locator(".reading").first().innerText(), /dimension order, offered load .* 0\.2: 22/);
    await page.keyboard.press("ArrowDown");
    assert.match(await page.locator(".reading").first().innerText(), /valiant/);
    clean(page);
  },
  async narrow() {
    const page = await open(withChart(), { viewport: { width: 320, height: 700 } });
    await drawn(page);
    const [wide, window_] = await page.evaluate(() => [document.documentElement.scrollWidth, innerWidth]);
    assert.ok(wide <= window_, `the page is ${wide} wide on ${window_}`);
    clean(page);
  },
  async print() {
    const file = report("print", "load", "torus:sides=8x8");
    // Sheets less the margins of the style sheet, in CSS pixels.
    for (const [format, width, height] of [["A4", 688, 1001], ["Letter", 710, 935]]) {
      const page = await open(file);
      await drawn(page);
      const pages = pdfPages(await page.pdf({ format }));
      assert.ok(pages.length >= 3 && pages.length <= 14, `${pages.length} pages`);
      pages.forEach((it, i) => assert.match(it, /\bT[jJ]\b/, `${format}: page ${i + 1} of ${pages.length} has no text`));
      await page.emulateMedia({ media: "print" });
      await page.setViewportSize({ width, height });
      const heights = await page.locator("figure").evaluateAll(all => all.map(it => it.getBoundingClientRect().height));
      assert.ok(heights.length > 0 && Math.max(...heights) <= height, `${format}: a figure ${Math.max(...heights)} high on ${height}`);
      assert.equal(await page.locator(".tools:visible, .chart-box:visible").count(), 0);
      const [wide, most] = await page.evaluate(() => [document.documentElement.scrollWidth, innerWidth]);
      assert.ok(wide <= most, `${format}: ${wide} wide on ${most}`);
    }
  },
  async "hostile-names"() {
    const bad = "</script><img src=x onerror=alert(1)>";
    const out = join(folder, "hostile");
    run("load", "torus:sides=4x4", "-o", out);
    const file = join(out, "result.json");
    const result = JSON.parse(readFileSync(file, "utf8"));
    result.answer = bad;
    result.notes = [bad, "x".repeat(10_000), "\u202e\u0007"];
    result.tables[0].title = bad;
    result.tables[0].columns[0].name = bad;
    writeFileSync(file, JSON.stringify(result));
    rmSync(join(out, ".weft-files"));  // a folder of another program has no list
    run("report", out, "-o", join(folder, "hostile.html"), "--title", bad);
    const page = await open(join(folder, "hostile.html"));
    assert.equal(await page.locator("img").count(), 0);
    assert.equal(await page.title(), bad);
    clean(page);
  },
  async csp() {
    const file = report("csp", "show", "ring:routers=4");
    writeFileSync(file, readFileSync(file, "utf8").replace("</main>", "<script>window.injected = 1</script><p onclick=\"window.injected = 1\" id=\"bait\">x</p></main>"));
    const page = await open(file);
    await page.locator("#bait").click();
    assert.equal(await page.evaluate(() => window.injected), undefined);
    assert.ok(page.problems.length >= 1, "the browser says that it refused");
  },
});
