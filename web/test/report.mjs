// Opens reports in Chromium. Usage: node web/test/report.mjs WEFT [SCENARIO]...; exit status 77: skipped.
import { execFileSync } from "node:child_process";
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";
import assert from "node:assert/strict";

const here = dirname(fileURLToPath(import.meta.url));
const skip = why => { console.log(`skipped: ${why}`); process.exit(77); };
const executablePath = "/usr/bin/chromium";
if (!existsSync(executablePath)) skip("no chromium (tools/install-dependencies --group web)");
let chromium, axePath;
try {
  ({ chromium } = await import("playwright-core"));
  axePath = fileURLToPath(import.meta.resolve("axe-core"));
} catch { skip("no packages in web/node_modules (npm ci in web)"); }

const weft = process.argv[2], only = process.argv.slice(3);
const folder = mkdtempSync(join(tmpdir(), "weft-web-"));
const run = (...args) => execFileSync(weft, args, { stdio: ["ignore", "pipe", "inherit"], encoding: "utf8" });
function report(name, ...args) {
  const file = join(folder, `${name}.html`);
  run(...args, "--report", file);
  return file;
}

/** A report with a chart, whose specification src/weft/chart/vega.cpp wrote. */
function withChart() {
  const spec = readFileSync(join(here, "latency.vl.json"), "utf8").replaceAll("<", "\\u003c");
  const text = readFileSync(report("chart", "load", "torus:sides=4x4"), "utf8").replace(/<script type="application\/json" class="chart">.*?<\/script>\n/gs, "");
  const file = join(folder, "chart.html");
  writeFileSync(file, text.replace("</figcaption>\n", `</figcaption>\n<script type="application/json" class="chart">${spec}</script>\n`));
  return file;
}

const browser = await chromium.launch({
  executablePath, headless: true, chromiumSandbox: false,
  args: ["--no-sandbox", "--disable-gpu", "--disable-quic", "--no-first-run", "--disable-background-networking",
         "--disable-component-update", "--disable-sync"],
});

/** Opens a report; fails on a message of the console and on a request for anything else. */
async function open(file, options = {}) {
  const context = await browser.newContext({ viewport: { width: 1280, height: 900 }, acceptDownloads: true, ...options });
  const page = await context.newPage();
  page.problems = [];
  page.on("console", it => page.problems.push(it.text()));
  page.on("pageerror", it => page.problems.push(String(it)));
  page.on("request", it => { if (!/^(file|blob|data):/.test(it.url())) page.problems.push(`request ${it.url()}`); });
  await page.goto(pathToFileURL(file).href);
  if (options.javaScriptEnabled !== false) await page.waitForSelector("html.scripted", { timeout: 20_000 });
  return page;
}
const clean = page => assert.deepEqual(page.problems, []);
const drawn = async page => {
  await page.locator("figure:has(script.chart)").first().scrollIntoViewIfNeeded();
  await page.waitForSelector(".drawn .chart-box svg, .drawn .chart-box canvas", { timeout: 15_000 }).catch(() => { throw new Error(`no chart: ${page.problems.join("; ")}`); });
};
async function download(page, button) {
  const [it] = await Promise.all([page.waitForEvent("download"), button.click()]);
  return readFileSync(await it.path());
}

const scenarios = {
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
      // The devtools protocol is not bound by the policy of the page.
      await page.evaluate(readFileSync(axePath, "utf8"));
      const { violations } = await page.evaluate(() => window.axe.run());
      assert.deepEqual(violations.map(it => `${it.id}: ${it.nodes.map(node => node.html.slice(0, 120)).slice(0, 3).join(" | ")}`), [], colorScheme);
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
    const page = await open(withChart());
    await drawn(page);
    const pdf = await page.pdf({ format: "A4" });
    const pages = (pdf.toString("latin1").match(/\/Type\s*\/Page\b/g) ?? []).length;
    assert.ok(pages >= 1 && pages <= 12, `${pages} pages`);
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
  async "every-verb"() {
    for (const [name, ...args] of [["list"], ["show", "ring:routers=4"], ["compare", "ring:routers=4", "torus:sides=4x4"],
                                   ["route", "torus:sides=4x4", "--from", "0", "--to", "5"], ["simulate", "ring:routers=4"], ["load", "torus:sides=4x4"],
                                   ["sweep", "ring:routers=4"], ["deadlock", "torus:sides=4x4", "--vcs", "1"],
                                   ["collective", "broadcast", "ring:routers=8"]]) {
      const page = await open(report(name, name, ...args));
      assert.ok(await page.locator("h1").isVisible(), name);
      if (process.env.WEFT_SCREENSHOTS) await page.screenshot({ path: join(process.env.WEFT_SCREENSHOTS, `${name}.png`), fullPage: true });
      clean(page);
      await page.context().close();
    }
  },
};

let failed = 0, passed = 0;
for (const [name, test] of Object.entries(scenarios)) {
  if (only.length && !only.includes(name)) continue;
  try {
    await test();
    ++passed;
    console.log(`ok ${name}`);
  } catch (error) {
    ++failed;
    console.log(`FAILED ${name}: ${error.message.slice(0, 1500)}`);
  }
}
await browser.close();
rmSync(folder, { recursive: true });
console.log(`${passed} passed, ${failed} failed`);
process.exit(failed ? 1 : 0);
