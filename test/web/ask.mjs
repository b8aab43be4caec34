// SPDX-License-Identifier: Apache-2.0
// ask.mjs MODULE_FOLDER FILE: prints the answers of weft.wasm to the requests of a file, one a line, as JSON: the header,
// in which `values` has the values of each array. A request that breaks the module is answered by the exception, and a
// new instance takes the next one.
import fs from "node:fs";
import path from "node:path";
import { pathToFileURL } from "node:url";

const [folder, file] = process.argv.slice(2);
const { load } = await import(pathToFileURL(path.resolve(folder, "weft.mjs")));
const module = await WebAssembly.compile(fs.readFileSync(path.join(folder, "weft.wasm")));
let weft = await load(module);
for (const request of fs.readFileSync(file, "utf8").trimEnd().split("\n")) {
  let answer;
  try {
    const { header, arrays } = weft.ask(request, true);
    header.values = Object.fromEntries([...arrays].map(([name, values]) => [name, Array.from(values, Number)]));
    answer = JSON.stringify(header);
  } catch (error) {
    answer = JSON.stringify({ exception: String(error) });
    weft = await load(module);
  }
  fs.writeSync(1, answer + "\n");
}
