// SPDX-License-Identifier: Apache-2.0
// The drawing of a network alone, in a page of its own.
import { readFileSync, readdirSync } from "node:fs";
import { join } from "node:path";
import { emptyPage, here } from "./browser.mjs";

const { build } = await import("esbuild");  // not before browser.mjs, which skips where no packages are
const harness = await build({ entryPoints: [join(here, "network/harness.ts")], bundle: true, format: "iife", target: "es2022", write: false });
const content = '<style>html,body,#box{margin:0;height:100%}</style><div id="box"></div>';

/** A page with a drawing `net` and what src/network exports for it; `told`: its events. */
export async function openDrawing(options = {}) {
  const page = await emptyPage({ viewport: { width: 1000, height: 760 }, ...options });
  await page.setContent(content);
  if (options.without) await page.evaluate(() => { HTMLCanvasElement.prototype.getContext = () => null; });
  await page.evaluate(harness.outputFiles[0].text);
  await page.evaluate(() => startDrawing());
  return page;
}

/** Resident memory of the browser's processes, MB. */
export function drawingMemory() {
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
