// SPDX-License-Identifier: Apache-2.0
// Links: every state round trips, and a broken link says why. Usage: node web/test/state.mjs WEFT; exit status 77: skipped.
import { execFileSync } from "node:child_process";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import assert from "node:assert/strict";

const source = join(dirname(fileURLToPath(import.meta.url)), "..", "src", "explore");
let build;
try {
  ({ build } = await import("esbuild"));
} catch {
  console.log("skipped: no packages in web/node_modules (npm ci in web)");
  process.exit(77);
}

const bundled = await build({
  stdin: { contents: 'export * from "./state"; export * from "./grammar"; export { nearest } from "./nearest"; export { csvLine } from "../tables"; export { fileName } from "../dom";', resolveDir: source, loader: "ts" },
  bundle: true, format: "esm", write: false,
});
const { completeArgs, csvLine, fileName, viewKeys, parseLink, printLink, parseSpec, printSpec, nearest, versioned } =
  await import(`data:text/javascript;base64,${Buffer.from(bundled.outputFiles[0].text).toString("base64")}`);
const schema = JSON.parse(execFileSync(process.argv[2], ["list", "--schema"], { encoding: "utf8", maxBuffer: 1 << 26 }));

// Links as the page writes them.
const links = [
  "#show?topology=ring", "#show?topology=torus:sides=16x16", "#show?topology=torus:sides=4x4x4,concentration=2", "#show?topology=dragonfly:p=4,a=8,h=4",
  "#show?topology=slim_fly:q=13", "#show?topology=clex:m=4,levels=3", "#show?topology=hypercube:dimensions=6&see=room", "#show?topology=xgft&see=free",
  "#show?topology=ring:routers=5&router=3", "#show?topology=ring:routers=5&router=3&second=1", "#show?topology=ring&channel=7", "#show?topology=ring&camera=1,2,0,1.5,0,0.25",
  "#show?topology=ring&fail=1-2", "#show?topology=ring&fail=1-2+5", "#show?topology=ring&failed_links=0.1", "#show?topology=ring&failed_routers=0.05&seed=7",
  "#show?topology=ring&exact=true", "#show?topology=ring&metrics=diameter,bisection",
  "#show?topology=file:path=%22a%20b.graph%22", "#show?topology=file:path=%22%26%23%25%3F%22", "#show?topology=file:path=%22%C3%A4%22",
  "#route?topology=torus&from=1&to=5", "#route?topology=torus&to=5&routing=valiant", "#route?topology=torus&to=5&routing=dimension_order:tie=plus&router=5",
  "#load?topology=torus:sides=16x16&pattern=transpose&fail=12-13&see=room&router=17&scale=log", "#load?topology=torus&pattern=all_to_all",
  "#load?topology=torus&pattern=halo:wrap=false", "#load?topology=torus&mapping=random", "#load?topology=torus&mapping=blocks:sides=2x2&grid=8x8", "#load?topology=torus&class=0",
  "#load?topology=dragonfly&class=0,1&scale=log&color=rack&lines=bundled&parts=closed&opened=1,2&cables=3-5&saved=two%20racks", "#load?topology=torus&range=own", "#load?topology=torus&least=0.25", "#load?topology=torus&fail=0-1&color=difference",
  "#load?topology=torus&pattern=traffic:of=tornado", "#simulate?topology=torus", "#simulate?topology=torus&engine=flit:vcs=2,rate=0.4",
  "#simulate?topology=torus&traffic=tornado&engine=flit:rate=0.2&cycle=100", "#simulate?topology=torus&speed=1000", "#simulate?topology=ring&engine=flit:vcs=1,allow_deadlock=true",
  "#deadlock?topology=ring:routers=8&vcs=1", "#deadlock?topology=torus&routing=valiant&vcs=2", "#sweep?topology=torus&rates=0.1x0.2x0.3", "#sweep?topology=torus&traffic=transpose&engine=flit:vcs=2",
  "#compare?topology=torus&b.topology=ring", "#compare?topology=mesh&b.topology=slim_fly:q=5", "#compare?topology=ring&topologies=[ring,%20mesh,%20torus:sides=4x4,doubled=true]&b.topology=mesh", "#collective?operation=allreduce&topology=torus",
  "#map?topology=torus&mapping=random", "#map?topology=torus&pattern=transpose&grid=8x8",
];

/** What a link says, in any order. */
const parts = link => decodeURIComponent(link).split(/[?&]/).sort();

function roundTrips() {
  assert.equal(links.length, 50);
  for (const [verb, { properties }] of Object.entries(schema.verbs)) for (const key of viewKeys) assert.ok(!(key in properties), `${verb} ${key}`);
  assert.equal(new Set(links).size, links.length);
  for (const link of links) {
    const { state, problems } = parseLink(link, schema);
    assert.deepEqual(problems, [], link);
    assert.deepEqual(parts(printLink(state, schema)), parts(link), link);
    assert.deepEqual(parseLink(printLink(state, schema), schema).state, state, link);
    const { state: copied, problems: none } = parseLink(versioned(printLink(state, schema)), schema);
    assert.deepEqual([copied, none], [state, []], "a link for others");
  }
}

/** A network that names its own failures is that network with these failures: the page can repair and add some. */
function failuresOfTheTextAreThoseOfThePage() {
  const read = link => parseLink(link, schema).state.args;
  const text = "failed:topology=[torus:sides=4x4],fail=0-1";
  assert.deepEqual(read(`#show?topology=${encodeURIComponent(text)}`), { topology: "torus:sides=4x4", fail: "0-1" });
  assert.deepEqual(read(`#load?topology=${encodeURIComponent(text)}&fail=5`), { topology: "torus:sides=4x4", fail: "0-1+5" });
  assert.deepEqual(read(`#show?topology=${encodeURIComponent(`failed:topology=[${text}],fail=2-3`)}`), { topology: "torus:sides=4x4", fail: "0-1+2-3" });
  const compare = parseLink(`#compare?topology=${encodeURIComponent(text)}&b.topology=ring`, schema).state;
  assert.equal(compare.args.topology, text);
}

/** Views and second networks that came later: of the second network only the keys that the screen has are in links. */
function laterLinks() {
  const later = ["#load?topology=ring&see=matrix", "#load?topology=ring&high=1&edges=chosen&router=3", "#load?topology=ring&b.routing=valiant&b.pattern=transpose",
                 "#load?topology=ring&b.mapping=random:seed=2"];
  for (const link of later) {
    const { state, problems } = parseLink(link, schema);
    assert.deepEqual(problems, [], link);
    assert.deepEqual(parts(printLink(state, schema)), parts(link), link);
    assert.deepEqual(parseLink(printLink(state, schema), schema).state, state, link);
  }
  const { state } = parseLink("#compare?topology=torus&b.topology=ring", schema);
  assert.equal(printLink({ ...state, verb: "show", args: { topology: "torus" } }, schema), "#show?topology=torus", "the second network is not part of other screens");
  assert.match(parseLink("#show?topology=ring&b.routing=valiant", schema).problems[0], /'b.routing'/);
  assert.match(parseLink("#load?topology=ring&high=-1", schema).problems[0], /high=-1/);
}

function defaultsAreLeftOut() {
  const print = link => printLink(parseLink(link, schema).state, schema);
  assert.equal(print("#show?topology=ring&see=structure&scale=lin&seed=1&speed=10"), "#show?topology=ring");
  assert.equal(parseLink("", schema).problems.length, 0);
  assert.equal(print("#show?topology=ring&v=1"), "#show?topology=ring");
  assert.equal(print("#compare?topologies=[torus:sides=4x4,doubled=true, ring]"), "#compare?topology=torus:sides=4x4,doubled=true&b.topology=ring");
  // The screen of flits runs the engine flit, which is not the default of the verb: each of them is in the link where it has to be.
  const simulate = link => parseLink(link, schema).state;
  assert.equal(print("#simulate?topology=ring&engine=flit&traffic=uniform"), "#simulate?topology=ring");
  assert.equal(print("#simulate?topology=ring&engine=rounds"), "#simulate?topology=ring&engine=rounds");
  assert.deepEqual(completeArgs(simulate("#simulate?topology=ring")), { engine: "flit", traffic: "uniform", topology: "ring" });
  assert.equal(completeArgs(simulate(print("#simulate?topology=ring&engine=rounds"))).engine, "rounds");
  assert.equal(completeArgs(simulate("#sweep?topology=ring")).rates, "0.1x0.2x0.3x0.4x0.5x0.6x0.7x0.8x0.9");
}

function brokenOnesSayWhy() {
  const told = (link, ...words) => {
    const { state, problems } = parseLink(link, schema);
    assert.equal(problems.length, 1, `${link}: ${problems.join("; ")}`);
    for (const word of words) assert.ok(problems[0].includes(word), `${link}: ${problems[0]}`);
    assert.deepEqual(parseLink(printLink(state, schema), schema).problems, [], link);
  };
  told("#lod?topology=ring", "'lod'", "did you mean 'load'");
  told("#load?topolgy=ring", "'topolgy'", "did you mean 'topology'");
  told("#load?topology=ring&patern=halo", "'patern'", "did you mean 'pattern'");
  told("#load?topology=ring&scale=lgo", "scale=lgo", "did you mean 'log'");
  told("#load?topology=ring&see=rom", "see=rom", "did you mean 'room'");
  told("#load?topology=ring&router=x", "router=x", "a whole number");
  told("#load?topology=ring&router=-1", "router=-1", "a whole number");
  told("#load?topology=ring&speed=0", "speed=0", "from 1 to 10000");
  told("#load?topology=ring&camera=1,2", "camera=1,2", "six numbers");
  told("#load?topology=ring&class=a", "class=a");
  told("#load?topology=ring&topology=torus", "twice");
  told("#load?topology=ring&pattern", "without a value");
  told("#load?topology=ring&pattern=%E4", "not well encoded");
  told("#load?topology=ring&v=9", "v=9");
  told("#load?topology=ring&b.patern=halo", "'b.patern'");
  told("#?topology=ring", "no screen");
  told("#load?topology=ring&__proto__=1", "'__proto__'");
}

function specs() {
  for (const text of ["torus", "torus:sides=8x8,concentration=2", "flit:vcs=2", 'file:path="a,b"', 'file:path="say \\"hi\\" \\\\"', "job:pattern=[halo:wrap=false],grid=4x4",
                      "fat-tree:arity=2", 'x:y="a=b"', "x:y=[a:b=1, c]"]) {
    const spec = parseSpec(text);
    assert.ok(spec, text);
    assert.deepEqual(parseSpec(printSpec(spec)), spec, text);
  }
  for (const text of ["", ":", "torus:", "torus:sides", "torus:sides=", "8x8", 'x:y="open', "x:y=[open", "x:y=a=b", "torus sides=8x8"])
    assert.equal(parseSpec(text), null, text);
  assert.equal(nearest("dragnofly", ["torus", "dragonfly"]), "dragonfly");
  assert.equal(nearest("xyz", ["torus", "dragonfly"]), null);
}

/** What a spreadsheet would run is text, numbers stay numbers, and names of files are plain. */
function filesAreSafe() {
  const lines = [
    ["=1+1", "'=1+1"], ["+cmd|' /C calc'!A0", "'+cmd|' /C calc'!A0"], ["-2+3", "'-2+3"], ["@SUM(A1)", "'@SUM(A1)"], ["\t=1", "'\t=1"], ["-", "-"], ["@", "@"],
    ['=HYPERLINK("http://x","y")', `"'=HYPERLINK(""http://x"",""y"")"`],
    ["-0.5", "-0.5"], ["+3", "+3"], ["-1e-300", "-1e-300"], ["-.5", "-.5"], ["-inf", "-inf"], ["12", "12"], ["0 -> 1", "0 -> 1"], ["a,b", '"a,b"'], ["#x", '"#x"'], ["", ""],
  ];
  for (const [cell, line] of lines) assert.equal(csvLine([cell]), `${line}\n`);
  const names = [
    ["load_40G/optical", "load_40G-optical"], ["../../etc/passwd", "etc-passwd"], ["<img src=x onerror=alert(1)>", "img-src-x-onerror-alert-1"], ["..", "weft"], [".hidden", "hidden"],
    ["a".repeat(300), "a".repeat(60)], ["channel_load", "channel_load"],
  ];
  for (const [text, name] of names) assert.equal(fileName(text), name);
}

for (const test of [roundTrips, failuresOfTheTextAreThoseOfThePage, laterLinks, defaultsAreLeftOut, brokenOnesSayWhy, specs, filesAreSafe]) {
  test();
  console.log(`ok ${test.name}`);
}
