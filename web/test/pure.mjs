// SPDX-License-Identifier: Apache-2.0
// Functions of the page that need no browser. Usage: node web/test/pure.mjs; exit status 77: skipped.
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

const contents = ['export * from "./names"; export * from "./only"; export * from "./matrix"; export * from "./answers"; export * from "../network/looks"; export * from "../network/colors"; export * from "../network/hubs"; export * from "../network/collapse"; export * from "./cables"; export * from "./saved_views";',
                  'export { orderOfRows, orderOfColumns, csvOf } from "./tables"; export { withRoomForLabels, withWholeAxes } from "../spec"; export { curvesCsv } from "./sweep"; export { groupsOf } from "./forms";'].join("\n");
const bundled = await build({ stdin: { contents, resolveDir: source, loader: "tsx" }, bundle: true, format: "esm", write: false, external: ["./vega"], jsx: "automatic", jsxImportSource: "preact" });
// The theme of the page looks at these when it is loaded.
Object.assign(globalThis, { document: { documentElement: { dataset: {} } }, matchMedia: () => ({ matches: false, addEventListener() {} }) });
const page = await import(`data:text/javascript;base64,${Buffer.from(bundled.outputFiles[0].text).toString("base64")}`);

const bytes = names => new TextEncoder().encode(names.map(it => `${it}\0`).join(""));

/** A line of three switches, 0 - 1 - 2, with two terminals at 0 and one at 2, as a fabric has them. */
function line({ failed = [] } = {}) {
  return {
    header: { routers: 3, terminals: 3, channels: 4, named: true, whole: true, title: "line", facts: "", classes: [{ name: "link", bandwidth: 1 }] },
    router_names: bytes(["leaf one", "spine", "leaf two"]), terminal_names: bytes(["node one HCA-1", "node two HCA-1", "node three HCA-1"]),
    terminal_port: Uint16Array.of(1, 2, 1), channel_port: Uint16Array.of(10, 1, 2, 10),
    kind: Uint8Array.of(0, 1, 0), first_terminal: Uint32Array.of(0, 2, 2, 3), first_channel: Uint32Array.of(0, 1, 3, 4), target: Uint32Array.of(1, 0, 2, 1),
    reverse: Uint32Array.of(1, 0, 3, 2), channel_class: Uint8Array.of(0, 0, 0, 0), channel_failed: Uint8Array.from({ length: 4 }, (_, i) => Number(failed.includes(i))),
  };
}

function partsHaveTheirNames() {
  const scene = line();
  assert.equal(page.routerName(scene, 1), "spine");
  assert.equal(page.channelName(scene, 0), "leaf one[10] → spine[1]");
  assert.equal(page.channelName(scene, 3), "leaf two[10] → spine[2]");
  assert.equal(page.terminalName(scene, 2), "node three HCA-1");
  for (const [text, number] of [["node two HCA-1", 1], ["node", 0], ["2", 2], ["t1", 1], ["3", null], ["spine", null]]) assert.equal(page.terminalNumber(scene, text), number, text);
  assert.equal(page.failedName(scene, "r0-r1"), "leaf one – spine");
  assert.equal(page.failedName(scene, "leaf[3]"), "leaf[3]");
  const { router_names, terminal_names, channel_port, ...plain } = scene;
  assert.equal(page.channelName(plain, 2), "1 → 2");
  assert.equal(page.portNumber(plain, 2), 1, "the second channel of router 1");
  assert.equal(page.failedName(plain, "0-1"), "0-1");
}

function cutOffTerminalsAreOutsideOfTheLargestPart() {
  assert.deepEqual(page.cutOff(line()), []);
  assert.deepEqual(page.cutOff(line({ failed: [2, 3] })), [2], "leaf two is alone");
  assert.deepEqual(page.cutOff(line({ failed: [0, 1] })), [2], "leaf one has more terminals than the others");
  const dead = { ...line({ failed: [0, 1] }), kind: Uint8Array.of(3, 1, 0) };
  assert.deepEqual(page.cutOff(dead), [0, 1], "a failed router has no part");
}

function onlyTheChannelsOfTheChosen() {
  const view = { edges: "chosen", router: 0, second: null, channel: null };
  assert.deepEqual(page.channelsOfChosen(view, line()), [0, 1]);
  assert.deepEqual(page.channelsOfChosen({ ...view, second: 2 }, line()), [0, 1, 2, 3]);
  assert.deepEqual(page.channelsOfChosen({ ...view, router: null, channel: 3 }, line()), [3]);
  assert.deepEqual(page.channelsOfChosen(view, line({ failed: [1] })), [0]);
  const { reverse, ...directed } = line();
  assert.deepEqual(page.channelsOfChosen(view, directed), [0, 1], "without pairs of channels");
  assert.equal(page.channelsOfChosen({ ...view, edges: "all" }, line()), null);
  assert.equal(page.channelsOfChosen({ ...view, router: null }, line()), null);
}

function cellsOfAMatrixHaveTheirFullestChannel() {
  const loads = [1, 5, 2, 7], better = (a, b) => loads[a] > loads[b];
  const each = page.cellsOf(line(), better);
  assert.deepEqual([each.each, each.size, [...each.channel]], [1, 3, [-1, 0, -1, 1, -1, 2, -1, 3, -1]]);
  // Two rows: routers 0 and 1, and router 2. Channels 0 and 1 stay within the first.
  const two = page.cellsOf(line(), better, 2);
  assert.deepEqual([two.each, two.size, [...two.channel]], [2, 2, [1, 2, 3, -1]]);
}

function linesAreTranslucentWhereThereAreMany() {
  const byRank = new Uint32Array(256);
  byRank[10] = 900, byRank[200] = 100;
  assert.equal(page.veilOf(0.4, byRank, 50), null, "they cover less than half of the picture");
  const veil = page.veilOf(1, byRank, 50);
  assert.deepEqual(veil, { base: 0.25, opaque: 200, length: 50 }, "a tenth of the lines covers a tenth: they stay opaque");
  assert.equal(page.alphaAt(veil, 10, 50), 0.25, "and the others do not");
  assert.equal(page.alphaAt(veil, 200, 50), 1);
  assert.equal(page.alphaAt({ ...veil, opaque: 100 }, 10, 50), 0.25);
  assert.equal(page.alphaAt({ ...veil, opaque: 100 }, 10, 12.5), 0.5, "a quarter as long: twice as opaque");
  assert.equal(page.veilOf(100, byRank, 50).base, 0.03);
  assert.equal(page.veilOf(4, byRank, 50).opaque, 512, "the fullest would cover too much");
}

function theMiddleOfADivergingScaleIsNeutral() {
  for (const dark of [false, true]) {
    const spread = share => ((it) => Math.max(...it) - Math.min(...it))(page.rampBytes(share, dark, true));
    assert.ok(spread(0.5) < 20, "gray");
    assert.ok(spread(0) > 60 && spread(1) > 60, "colored");
  }
}

const metrics = {
  name: "metrics", title: "Metrics", columns: ["metric", "value", "lower", "upper", "unit", "how", "key"].map(name => ({ name, unit: "", doc: "" })),
  rows: [["vertices", 16, null, null, "", "", "n_vertices"], ["bisection", 8, null, null, "links", "closed form (Arjona Aroca & Fernandez Anta 2014)", "bisection"],
         ["diameter", 4, null, null, "hops", "closed form", "diameter"]],
};

/** Two groups of two routers about (0, 0) and (10, 0), linked by one cable of each router. */
function groups(arrangement = "structure") {
  return {
    header: { routers: 4, channels: 6, whole: true, dimensions: arrangement === "room" ? 3 : 2, arrangement, style: "groups", parts: ["group"], bidirectional: true, classes: [{ name: "local", bandwidth: 1 }] },
    position: Float32Array.of(0, -1, 0, 0, 1, 0, 10, -1, 0, 10, 1, arrangement === "room" ? 2 : 0), part: Uint32Array.of(0, 0, 1, 1), rack: Uint32Array.of(0, 0, 2, 2), first_channel: Uint32Array.of(0, 1, 3, 5, 6),
    target: Uint32Array.of(2, 2, 3, 0, 1, 1), reverse: Uint32Array.of(3, 4, 5, 0, 1, 2), channel_class: new Uint8Array(6), channel_failed: Uint8Array.of(0, 1, 0, 0, 1, 0),
  };
}

function linesBetweenGroupsRunByTheirHubs() {
  const near = (values, expected) => values.forEach((it, i) => assert.ok(Math.abs(it - expected[i]) < 1e-5, `${values} for ${expected}`));
  const hubs = page.hubsOf(groups());
  assert.deepEqual([...hubs.of], [0, 0, 1, 1]);
  near([...hubs.places], [2.25, 0, 0, 7.75, 0, 0], "45 % of the way to the middle (5, 0)");
  assert.equal(page.hubsOf({ ...groups(), header: { ...groups().header, style: "grid" } }), null);
  // In a room they are above the racks: as high as 35 % of the longest side above the top.
  near([...page.hubsOf(groups("room")).places].filter((_, i) => i % 3 === 2), [2 + 3.5, 5.5, 5.5]);
  assert.equal(page.hubsOf({ ...groups("room"), rack: undefined }), null);
  assert.equal(page.onCurve(0, 1, 2, 3, 0.25), 0.75, "equal steps: a straight line");
  assert.equal(page.onCurve(0, 0, 8, 8, 0.5), 4);
  assert.deepEqual([...page.groupColors(Uint32Array.of(0, 1, 5, 6))], [0, 1, 5, 2], "the last of seven differs from the first and from the one before");
  assert.deepEqual([...page.groupColors(Uint32Array.of(0, 5, 6, 7))], [0, 5, 0, 1]);
}

function closedGroupsAreBlocks() {
  const scene = groups(), closed = page.collapsed(scene, scene.part);
  assert.equal(closed.header.blocks, 2);
  assert.deepEqual([...closed.block_position], [0, 0, 0, 10, 0, 0]);
  assert.deepEqual([[...closed.bundle_ends], [...closed.bundle_count], [...closed.bundle_class]], [[0, 1], [4], [0]], "three cables, one of which has failed");
  assert.deepEqual([...closed.bundle_of_channel], [0, 0, 0, 0, 0, 0]);
  const inside = page.collapsed(scene, Uint32Array.of(0, 1, 0, 1));
  assert.deepEqual([...inside.bundle_of_channel].map(it => it === 0xffffffff), [true, false, true, true, false, true], "0-2 and 1-3 are within");
  assert.equal(scene.header.blocks, undefined, "the scene itself has none");
}

function cablesGoByRacks() {
  const scene = { ...groups(), header: { ...groups().header, named: false } }, values = Float32Array.of(0.5, NaN, 0.25, 0.75, NaN, 0);
  assert.deepEqual(page.rackPairs(scene, values), [{ a: 0, b: 2, cables: 3, failed: 1, fullest: 0.75 }]);
  assert.deepEqual(page.channelsOfRacks(scene, "0-2"), [0, 1, 2, 3, 4, 5]);
  assert.deepEqual(page.channelsOfRacks(scene, "2"), []);
  assert.equal(page.cablesCsv(scene), "rack,router,port,to rack,to router,to port,class,failed\n0,0,0,2,2,0,local,false\n0,1,0,2,2,1,local,true\n0,1,1,2,3,0,local,false\n");
  const within = { ...scene, rack: Uint32Array.of(1, 0, 1, 0) };
  assert.deepEqual(page.rackPairs(within).map(({ a, b, cables }) => [a, b, cables]), [[0, 0, 1], [0, 1, 1], [1, 1, 1]]);
  assert.deepEqual(page.channelsOfRacks(within, "1"), [0, 3]);
}

function tablesShowTheirNumbersFirst() {
  assert.deepEqual(page.orderOfRows(metrics), [2, 1, 0]);
  assert.deepEqual(page.orderOfColumns(metrics).map(i => metrics.columns[i].name), ["metric", "value", "unit", "how", "key"]);
  const plain = { ...metrics, columns: metrics.columns.slice(0, 2), rows: metrics.rows.map(it => it.slice(0, 2)) };
  assert.deepEqual([page.orderOfRows(plain), page.orderOfColumns(plain)], [[0, 1, 2], [0, 1]]);
  const two = { columns: ["metric", "unit", "torus", "ring", "key"].map(name => ({ name })), rows: [["diameter", "hops", 4, 8, "diameter"], ["bisection", "links", 8, "2 to 3", "bisection"], ["radix", "", 5, 3, "radix"]] };
  assert.deepEqual(page.orderOfColumns(two).map(i => two.columns[i].name), ["metric", "torus", "ring", "unit", "key"], "both networks before the unit");
  assert.equal(page.csvOf(metrics).split("\n")[0], "metric,value,lower,upper,unit,how,key");
  assert.equal(page.csvOf(metrics).split("\n")[1], "vertices,16,,,,,n_vertices");
}

function answersAreOneLine() {
  const result = (verb, table, columns, rows) => ({ verb, tables: [{ name: table, title: "", columns: columns.map(name => ({ name })), rows }] });
  const load = result("load", "throughput", ["class", "max_load", "at_max", "throughput", "bottleneck"], [["local", 0.5, 8, 2, false], ["global", 0.75, 2, 1.3333, true]]);
  assert.equal(page.answerOf(load), "2 channels of class global are the bottleneck, with load 0.75: a node sends at most 1.333 of a channel's rate.");
  assert.equal(page.answerOf({ verb: "show", tables: [metrics] }), "Diameter 4 hops, bisection 8 links");
  assert.equal(page.answerOf(result("route", "route", ["hop", "cable"], [[1, 2.5], [2, 1]])), "2 hops; 3.5 m of cable.");
  assert.equal(page.answerOf(result("map", "mapping", ["task", "router"], [[0, 3], [1, 3], [2, 4]])), "3 tasks on 2 routers.");
  const compare = { verb: "compare", tables: [{ name: "metrics", columns: ["metric", "torus", "ring", "key"].map(name => ({ name })), rows: [["mean distance", 2.5, 4, "avg_dist"]] }] };
  assert.equal(page.answerOf(compare), "Mean distance in hops: 2.5 (torus), 4 (ring).");
  assert.equal(page.answerOf({ ...load, answer: "of Weft" }), "of Weft");
  assert.equal(page.answerOf({ verb: "draw", tables: [] }), "");
  const points = [{ rate: 0.1, latency: 12, ending: "measured" }, { rate: 0.4, latency: null, ending: "saturated" }];
  assert.equal(page.answerOfCurve(points), "Latency 12 cycles at rate 0.1; saturated at rate 0.4.");
  assert.equal(page.answerOfCurve(points.slice(0, 1)), "Latency 12 cycles at rate 0.1; not saturated up to rate 0.1.");
}

function curvesAreFiles() {
  const point = { rate: 0.1, offered: 0.1, accepted: 0.099, latency: 12.5, plusMinus: null, ending: "measured" };
  assert.equal(page.curvesCsv([{ name: "torus, uniform", routing: "minimal", points: [point] }]),
               'curve,routing,rate,offered,accepted,latency,plus minus,ending\n"torus, uniform",minimal,0.1,0.1,0.099,12.5,,measured\n');
}

/** Two bars, the second with a whisker up to 9. */
const bars = values => ({
  data: { values }, height: 150,
  layer: [{ name: "bars", mark: { type: "bar" }, encoding: { x: { field: "category", type: "nominal", title: "c" }, y: { field: "y", type: "quantitative", title: "channels of a class with at most this load" } } },
          { name: "labels", mark: { type: "text" }, transform: [{ filter: "isValid(datum.y)" }], encoding: { y: { field: "y" }, text: { format: ",.4~g" } } }],
});

function chartsHaveRoomForTheirTexts() {
  const two = bars([{ category: "a", y: 0.4857 }, { category: "b", y: 0.4789, low: 0, high: 9 }]);
  const shown = page.withRoomForLabels(two, 300).layer[1];
  assert.equal(shown.encoding.y.field, "top", "above the whisker");
  assert.equal(page.withRoomForLabels(two, 100).layer.length, 1, "six letters of 6 pixels need more than a quarter of 100");
  const whole = page.withWholeAxes(two, 300).layer[0].encoding;
  assert.deepEqual(whole.y.title, ["channels of a class with", "at most this load"]);
  assert.equal(whole.x.axis.labelAngle, 0);
  const unnamed = page.withWholeAxes(bars([{ category: "series 1", y: 1 }]), 300).layer[0].encoding;
  assert.equal(unnamed.x.axis.labels, false, "a category that nobody has named");
  const many = page.withWholeAxes(bars(Array.from({ length: 64 }, (_, i) => ({ category: `router ${i}`, y: i }))), 300).layer[0].encoding;
  assert.deepEqual(many.x.axis, { labelAngle: 0, labelOverlap: "greedy" });
  const few = page.withWholeAxes(bars(["a name of many letters", "another one that is long"].map(category => ({ category, y: 1 }))), 200).layer[0].encoding;
  assert.equal(few.x.axis.labelAngle, -35);
}

function machinesAreApart() {
  const entry = description => ({ description });
  assert.deepEqual(page.groupsOf({ torus: entry(""), clex: entry(""), frontier: entry("A machine. Stands for `dragonfly:..`."), file: entry("") }),
                   [["Families", ["clex", "torus"]], ["Machines", ["frontier"]], ["Files", ["file"]]]);
  assert.deepEqual(page.groupsOf({ b: entry(""), a: entry("") }), [["", ["a", "b"]]]);
}

for (const test of [partsHaveTheirNames, cutOffTerminalsAreOutsideOfTheLargestPart, onlyTheChannelsOfTheChosen, cellsOfAMatrixHaveTheirFullestChannel,
                    linesBetweenGroupsRunByTheirHubs, closedGroupsAreBlocks, cablesGoByRacks, linesAreTranslucentWhereThereAreMany, theMiddleOfADivergingScaleIsNeutral, tablesShowTheirNumbersFirst, answersAreOneLine, curvesAreFiles,
                    chartsHaveRoomForTheirTexts, machinesAreApart]) {
  test();
  console.log(`ok ${test.name}`);
}
