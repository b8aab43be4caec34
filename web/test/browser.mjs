// SPDX-License-Identifier: Apache-2.0
// What the tests in Chromium share. Usage: node web/test/NAME.mjs WEFT [SCENARIO]...; exit status 77: skipped.
import { execFileSync } from "node:child_process";
import { existsSync, mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";
import assert from "node:assert/strict";

export const here = dirname(fileURLToPath(import.meta.url));
const skip = why => { console.log(`skipped: ${why}`); process.exit(77); };
const executablePath = "/usr/bin/chromium";
if (!existsSync(executablePath)) skip("no chromium (tools/install-dependencies --group web)");
let chromium, axePath;
try {
  ({ chromium } = await import("playwright-core"));
  axePath = fileURLToPath(import.meta.resolve("axe-core"));
} catch { skip("no packages in web/node_modules (npm ci in web)"); }

const [weft, ...only] = process.argv.slice(2);
/** A folder for files of these tests; it is removed after them. */
export const folder = mkdtempSync(join(tmpdir(), "weft-web-"));

/** Runs weft, and gives what it prints. */
export const run = (...args) => execFileSync(weft, args, { stdio: ["ignore", "pipe", "inherit"], encoding: "utf8", maxBuffer: 1 << 28 });

/** The report of a verb. */
export function report(name, ...args) {
  const file = join(folder, `${name}.html`);
  run(...args, "--report", file);
  return file;
}

export const browser = await chromium.launch({
  executablePath, headless: true, chromiumSandbox: false,
  args: ["--no-sandbox", "--use-gl=angle", "--use-angle=swiftshader", "--enable-unsafe-swiftshader", "--disable-quic", "--no-first-run", "--disable-background-networking",
         "--disable-component-update", "--disable-sync", "--js-flags=--expose-gc", "--enable-precise-memory-info"],
});

/** A page of its own that collects the messages of its console. */
export async function emptyPage(options = {}) {
  const context = await browser.newContext({ viewport: { width: 1280, height: 900 }, acceptDownloads: true, ...options });
  const page = await context.newPage();
  page.problems = [];
  page.on("console", it => page.problems.push(it.text()));
  page.on("pageerror", it => page.problems.push(String(it)));
  return page;
}

/**
 * Opens a file from disk, or the address that weft explore printed, with a link of the page. `problems` of the page are the
 * messages of its console, and its requests for anything else.
 */
export async function open(address, { link = "", ...options } = {}) {
  const served = address.startsWith("http:"), own = served ? new URL(address).origin : "file:";
  const page = await emptyPage(options);
  page.on("request", it => { if (!it.url().startsWith(own) && !/^(blob|data):/.test(it.url())) page.problems.push(`request ${it.url()}`); });
  await page.goto((served ? address : pathToFileURL(address).href) + link);
  return page;
}

/** Opens a report, and waits for its script. */
export async function openReport(file, options = {}) {
  const page = await open(file, options);
  if (options.javaScriptEnabled !== false) await page.waitForSelector("html.scripted", { timeout: 20_000 });
  return page;
}

export const clean = page => assert.deepEqual(page.problems, []);

/** Waits until the first chart of a report can be asked. */
export async function drawn(page) {
  await page.locator("figure:has(script.chart):visible").first().scrollIntoViewIfNeeded();
  await page.waitForSelector(".drawn .chart-box svg, .drawn .chart-box canvas", { timeout: 15_000 })
    .catch(() => { throw new Error(`no chart: ${page.problems.join("; ")}`); });
}

/** What a button saves. */
export async function download(page, button) {
  const [it] = await Promise.all([page.waitForEvent("download"), button.click()]);
  return readFileSync(await it.path());
}

/** What axe finds wrong, a line each. */
export async function violations(page) {
  // The devtools protocol is not bound by the policy of the page.
  await page.evaluate(readFileSync(axePath, "utf8"));
  const { violations: found } = await page.evaluate(() => window.axe.run());
  return found.map(it => `${it.id}: ${it.nodes.map(node => node.html.slice(0, 120)).slice(0, 3).join(" | ")}`);
}

/** A picture of the whole page in the folder of WEFT_SCREENSHOTS, where that is set. */
export async function screenshot(page, name) {
  if (process.env.WEFT_SCREENSHOTS) await page.screenshot({ path: join(process.env.WEFT_SCREENSHOTS, `${name}.png`), fullPage: true });
}

/** Runs those scenarios that the command line names, or all; ends the program. */
export async function runScenarios(scenarios) {
  let failed = 0, passed = 0;
  const [shard, shards] = (process.env.WEFT_SHARD ?? "0/1").split("/").map(Number);
  for (const [index, [name, test]] of Object.entries(scenarios).entries()) {
    if (only.length ? !only.includes(name) : index % shards !== shard) continue;
    const start = performance.now();
    try {
      await test();
      ++passed;
      console.log(`ok ${name} (${((performance.now() - start) / 1000).toFixed(1)} s)`);
    } catch (error) {
      ++failed;
      console.log(`FAILED ${name}: ${error.message.slice(0, 1500)}`);
    }
    await Promise.all(browser.contexts().map(it => it.close()));
  }
  await browser.close();
  rmSync(folder, { recursive: true });
  console.log(`${passed} passed, ${failed} failed`);
  process.exit(failed || !passed ? 1 : 0);
}
