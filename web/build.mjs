// SPDX-License-Identifier: Apache-2.0
// Builds dist/: the scripts of reports and of the explorer, their digests (for the Content-Security-Policy of a page), and the
// licenses of what is in them. The same sources and packages give the same bytes.
import { build } from "esbuild";
import { execFileSync } from "node:child_process";
import { createHash } from "node:crypto";
import { existsSync, mkdirSync, mkdtempSync, readFileSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";

const root = dirname(fileURLToPath(import.meta.url));
const dist = join(root, "dist");

/** The packages whose code is in a script. */
const packages = new Set();

/** Bundles a script of src/. */
async function scriptOf(entry) {
  const result = await build({
    absWorkingDir: root,
    entryPoints: [`src/${entry}`],
    bundle: true,
    minify: true,
    format: "iife",
    target: "es2022",
    charset: "utf8",
    legalComments: "none",
    loader: { ".css": "text" },
    write: false,
    metafile: true,
  });
  for (const [path, { bytesInOutput }] of Object.entries(Object.values(result.metafile.outputs)[0].inputs)) {
    const name = /.*node_modules\/((?:@[^/]+\/)?[^/]+)\//.exec(path)?.[1];
    if (name && bytesInOutput > 0) packages.add(name);
  }
  return Buffer.from(result.outputFiles[0].contents);
}

/** By zopfli: 5 % smaller than by gzip, and with no time in the header. */
function packed(content) {
  const folder = mkdtempSync(join(tmpdir(), "weft-web-")), file = join(folder, "content");
  try {
    writeFileSync(file, content);
    execFileSync("zopfli", [file]);
    return readFileSync(`${file}.gz`);
  } finally {
    rmSync(folder, { recursive: true });
  }
}

mkdirSync(dist, { recursive: true });
for (const [name, entry] of [["report", "report.ts"], ["explore", "explore.ts"], ["explore-worker", "engine/worker.ts"]]) {
  const script = await scriptOf(entry), gzip = packed(script);
  writeFileSync(join(dist, `${name}.js.gz`), gzip);
  // A worker is started from a blob, which no policy names by its digest.
  if (name !== "explore-worker") writeFileSync(join(dist, `${name}.js.sha256`), createHash("sha256").update(script).digest("base64"));
  console.log(`${name}.js: ${script.length} bytes, ${gzip.length} gzipped`);
}

const byText = new Map();
for (const name of [...packages].sort()) {
  const folder = join(root, "node_modules", name);
  const { version, license } = JSON.parse(readFileSync(join(folder, "package.json"), "utf8"));
  // Some packages name their license without its text.
  const file = [folder, join(root, "licenses", name)].filter(existsSync)
    .flatMap(place => readdirSync(place).filter(entry => /^licen[sc]e/i.test(entry)).map(entry => join(place, entry)))[0];
  if (!file) throw new Error(`${name} has no license file`);
  const text = readFileSync(file, "utf8").replace(/\r/g, "").trim();
  byText.set(text, [...(byText.get(text) ?? []), `${name} ${version} (${license})`]);
}
const licenses = [...byText].map(([text, names]) => `${names.join(", ")}\n\n${text}\n`).join("\n----\n\n");

writeFileSync(join(dist, "LICENSES.txt"), licenses);
console.log(`licenses of ${packages.size} packages`);
