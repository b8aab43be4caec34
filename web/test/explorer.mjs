// SPDX-License-Identifier: Apache-2.0
// The explorer in Chromium, for its tests.
import { spawn } from "node:child_process";
import { existsSync } from "node:fs";
import { join } from "node:path";
import { folder, open, run } from "./browser.mjs";

const weft = process.argv[2];

/** The address that a server prints; it ends with this program. `next()` is that of the line after it, on standard error. */
export function startServer(args = []) {
  const server = spawn(weft, ["explore", ...args, "--no-open", "--port", "0"], { stdio: ["ignore", "pipe", "pipe"] });
  process.on("exit", () => server.kill());
  const lines = [];
  server.stderr.on("data", part => lines.push(...String(part).split("\n")));
  const next = () => lines.map(it => /http:\/\/127\.0\.0\.1:\d+\/\S*/.exec(it)?.[0]).findLast(it => it);
  return new Promise((resolve, reject) => {
    let text = "";
    server.stdout.on("data", part => {
      text += part;
      const url = /http:\/\/127\.0\.0\.1:\d+\/\S*/.exec(text)?.[0];
      if (url) resolve({ url, next });
    });
    server.on("exit", status => reject(new Error(`weft explore ended with status ${status}: ${text} ${lines.join("\n")}`)));
  });
}

/** A server as a browser has it that has opened the printed address: that is good for one exchange, and what follows has the key. */
async function knownServer() {
  const { url } = await startServer();
  const { origin, hash } = new URL(url);
  const token = /token=(\w+)/.exec(hash)[1];
  const response = await fetch(`${origin}/enter`, { method: "POST", headers: { Authorization: `Bearer ${token}` } });
  const { key } = await response.json();
  return { url: `${origin}/`, storageState: { cookies: [], origins: [{ origin, localStorage: [{ name: "weft-key", value: key }] }] } };
}

/** The page as one file; null where this weft was built without the module. */
function oneFile() {
  const file = join(folder, "explore.html");
  try {
    run("explore", "--static", file);
  } catch { return null; }
  return existsSync(file) ? file : null;
}

const server = await knownServer();
export const address = { server: server.url, wasm: oneFile() };
export const engines = Object.keys(address).filter(it => address[it]);
if (!address.wasm) console.log("without the one file: this weft has no module");

/** The explorer with a link, ready. */
export async function explore(engine, link = "", options = {}) {
  const page = await open(address[engine], { link, storageState: engine === "server" ? server.storageState : undefined, ...options });
  await started(page);
  return page;
}

export async function started(page) {
  await page.waitForFunction(() => window.weftExplorer, null, { timeout: 30_000 }).catch(() => { throw new Error(`not started: ${page.problems.join("; ")}`); });
  await idle(page);
}

/** Waits until Weft works on nothing and the picture is complete. */
export async function idle(page) {
  await page.waitForFunction(() => {
    const model = window.weftExplorer;
    return model.scene.value !== null && model.slots.every(it => !it.busy) || model.failures.length > 0;
  }, null, { timeout: 60_000 });
  await page.evaluate(() => window.weftExplorer.stages.a?.settled());
}

let scenarios = 0;

/** Runs a scenario with each engine; with WEFT_ENGINES=one with one of them, two scenarios with the first, two with the next. */
export function both(scenario) {
  const turn = scenarios++ >> 1, own = process.env.WEFT_ENGINES === "one" ? [engines[turn % engines.length]] : engines;
  return async () => { for (const engine of own) await scenario(engine); };
}
