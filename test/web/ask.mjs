// ask.mjs MODULE_FOLDER FILE: prints the answers of weft.wasm to the requests of a file, one a line.
import fs from "node:fs";
import path from "node:path";
import { pathToFileURL } from "node:url";

const [folder, file] = process.argv.slice(2);
const { load } = await import(pathToFileURL(path.resolve(folder, "weft.mjs")));
const weft = await load(fs.readFileSync(path.join(folder, "weft.wasm")));
for (const request of fs.readFileSync(file, "utf8").trimEnd().split("\n"))
  process.stdout.write(weft.askText(request).replaceAll("\n", " ") + "\n");
