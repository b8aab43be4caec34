// Builds dist/: report.js.gz, the digest of the script (for the Content-Security-Policy of a report), and the licenses of what is
// in it. The same sources and packages give the same bytes.
import { build } from "esbuild";
import { createHash } from "node:crypto";
import { mkdirSync, readFileSync, readdirSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { gzipSync } from "node:zlib";

const root = dirname(fileURLToPath(import.meta.url));
const dist = join(root, "dist");

const result = await build({
  absWorkingDir: root,
  entryPoints: ["src/report.ts"],
  bundle: true,
  minify: true,
  format: "iife",
  target: "es2022",
  charset: "utf8",
  legalComments: "none",
  write: false,
  metafile: true,
});
const script = Buffer.from(result.outputFiles[0].contents);

const packages = new Set();
for (const [path, { bytesInOutput }] of Object.entries(Object.values(result.metafile.outputs)[0].inputs)) {
  const name = /.*node_modules\/((?:@[^/]+\/)?[^/]+)\//.exec(path)?.[1];
  if (name && bytesInOutput > 0) packages.add(name);
}
const byText = new Map();
for (const name of [...packages].sort()) {
  const folder = join(root, "node_modules", name);
  const { version, license } = JSON.parse(readFileSync(join(folder, "package.json"), "utf8"));
  const file = readdirSync(folder).find(entry => /^licen[sc]e/i.test(entry));
  if (!file) throw new Error(`${name} has no license file`);
  const text = readFileSync(join(folder, file), "utf8").replace(/\r/g, "").trim();
  byText.set(text, [...(byText.get(text) ?? []), `${name} ${version} (${license})`]);
}
const licenses = [...byText].map(([text, names]) => `${names.join(", ")}\n\n${text}\n`).join("\n----\n\n");

// Level 9 and no time in the header; the byte for the operating system is set, because it differs.
const gzip = gzipSync(script, { level: 9 });
gzip[9] = 255;

mkdirSync(dist, { recursive: true });
writeFileSync(join(dist, "report.js.gz"), gzip);
writeFileSync(join(dist, "report.js.sha256"), createHash("sha256").update(script).digest("base64"));
writeFileSync(join(dist, "LICENSES.txt"), licenses);
console.log(`report.js: ${script.length} bytes, ${gzip.length} gzipped, ${packages.size} packages`);
