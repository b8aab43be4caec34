// SPDX-License-Identifier: Apache-2.0
// Reports of every verb and of every study, and one that an earlier Weft wrote (web/test/browser.mjs says how to run this).
import { existsSync, readFileSync, readdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { gunzipSync } from "node:zlib";
import assert from "node:assert/strict";
import Ajv from "ajv";
import { clean, drawn, folder, here, openReport as open, report, run, runScenarios, screenshot } from "./browser.mjs";

const root = join(here, "../..");

/** Arguments of a verb, if not a torus of 4 x 4. */
const args = {
  list: [], show: ["ring:routers=4"], compare: ["ring:routers=4", "torus:sides=4x4"],
  route: ["torus:sides=4x4", "--from", "0", "--to", "5"], simulate: ["ring:routers=4"], sweep: ["ring:routers=4"],
  collective: ["broadcast", "ring:routers=8"], schedule: ["sparse_torus:dimensions=3,side=4"], deadlock: ["torus:sides=4x4", "--vcs", "1"],
  replay: ["torus:sides=4x4", "--program", "operation:of=allreduce,bytes=64000"],
  queue: ["dragonfly:p=4,a=8,h=4", "--log", "lublin:jobs=100"],
};
/** It has no report: it writes files of other programs. */
const without = "export";

/** What of a study is run here, where all of it would take long. */
const parts = {
  "booksim-validation": ["--only", "experiment=petersen_c3_anynet_min_uniform"], "clex-allgather": ["--part", "9/11"],
  "clex-demo": ["--only", "reading=literal"], "clex-tables": ["--only", "reading=literal"], "dragonfly-ugal": ["--only", "curve=minimal"],
  "equal-cost": ["--only", "part=cost"], "head-of-line": ["--only", "part=ports"], "mapping-shootout": ["--only", "job=LAMMPS 64"],
  "percs-tables": ["--part", "1/40"], "sparse-torus": ["--only", "part=crossing"], "sustained-throughput": ["--only", "nodes=512"],
  "torus-collectives": ["--only", "terminals=64"],
};

const schema = JSON.parse(readFileSync(join(root, "web/node_modules/vega-lite/build/vega-lite-schema.json"), "utf8"));
const validate = new Ajv({ strict: false, validateFormats: false, allErrors: false }).compile(schema);

/** Every chart of the page is one by the schema of Vega-Lite; gives their number. */
async function checkCharts(page, name) {
  const specs = await page.evaluate(() => window.weft.charts().map(it => it.spec));
  for (const spec of specs)
    assert.ok(validate(spec), `${name}: ${spec.title?.text}: ${JSON.stringify(validate.errors?.slice(0, 3))}`);
  return specs.length;
}

/** Opens a report, brings every chart of it in, and closes it. */
async function check(file, name) {
  const page = await open(file);
  assert.ok(await page.locator("h1").isVisible(), name);
  const charts = await checkCharts(page, name);
  if (await page.locator("figure:has(script.chart):visible").count()) await drawn(page).catch(error => { throw new Error(`${name}: ${error.message}`); });
  await screenshot(page, name);
  clean(page);
  await page.context().close();
  return charts;
}

await runScenarios({
  async "every-verb"() {
    const verbs = Object.keys(JSON.parse(run("list", "--schema")).verbs).filter(it => it !== without);
    for (const name of verbs) await check(report(name, name, ...args[name] ?? ["torus:sides=4x4"]), name);
  },
  async "every-study"() {
    let charts = 0;
    for (const name of readdirSync(join(root, "studies"))) {
      const study = join(root, "studies", name);
      if (!existsSync(join(study, "study.toml"))) continue;
      const out = join(folder, name);
      run("run", study, ...(parts[name] ?? []), "-o", out);
      const file = join(folder, `${name}.html`);
      run("report", out, "-o", file);
      charts += await check(file, name);
    }
    assert.ok(charts > 0);
  },
  async "old-report"() {
    for (const name of readdirSync(join(here, "old-reports"))) {
      const file = join(folder, name.replace(/\.gz$/, ""));
      writeFileSync(file, gunzipSync(readFileSync(join(here, "old-reports", name))));
      const page = await open(file);
      await drawn(page);
      assert.ok(await page.locator("table").first().isVisible());
      clean(page);
    }
  },
});
