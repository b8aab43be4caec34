// SPDX-License-Identifier: Apache-2.0
// All words of the page.
export const number = (it: number, digits = 4): string => it.toLocaleString("en", { maximumSignificantDigits: digits });
const meant = (name: string | null): string => (name ? `; did you mean '${name}'?` : "");
const counted = (count: number, what: string): string => `${count.toLocaleString("en")} ${what}${count === 1 ? "" : "s"}`;

export const texts = {
  title: "Weft", pageTitle: (screen: string, network: string) => `${screen}: ${network} – Weft`,
  screens: {
    show: "Network", route: "Route", load: "Load", simulate: "Flits", deadlock: "Deadlock", sweep: "Sweep", compare: "Compare",
    collective: "Collective", schedule: "Schedule", map: "Map",
  } as Record<string, string>,
  screensLabel: "Screens",
  // Links
  unknownScreen: (verb: string, near: string | null) => `The link asks for '${verb}', which is no screen${meant(near)}`,
  unknownKey: (verb: string, key: string, near: string | null) => `The link has '${key}', which '${verb}' does not know${meant(near)}`,
  twice: (key: string) => `The link has '${key}' twice; the first counts`,
  noValue: (key: string) => `The link has '${key}' without a value`,
  badEncoding: (part: string) => `The link has '${part}', which is not well encoded`,
  otherVersion: (version: string) => `The link was made by another version of the page (v=${version}); unknown parts are ignored`,
  wrongView: (key: string, value: string, expected: string) => `The link has ${key}=${value}; expected ${expected}`,
  oneOf: (names: readonly string[], near: string | null) => `one of ${names.join(", ")}${meant(near)}`,
  wholeExpected: "a whole number",
  between: (low: number, high: number) => `a number from ${low} to ${high}`,
  cameraExpected: "six numbers: x,y,z,zoom,yaw,pitch",
  cablesExpected: "the numbers of two racks, such as 3-5, or of one", nameExpected: "a name",
  groupsExpected: "numbers of groups, such as 0,2",
  classesExpected: "numbers of classes, such as 0,2",
  // Panels
  skip: "Skip to the network",
  what: "What", network: "The network", chosen: "Chosen", numbers: "Numbers", result: "Result", charts: "Charts", time: "Time",
  topology: "Topology", more: "More settings",
  defaultChoice: (value: string) => (value ? `default (${value})` : "default"),
  range: (low?: number, high?: number) =>
    (low !== undefined && high !== undefined ? `${low} to ${high}` : low !== undefined ? `at least ${low}` : high !== undefined ? `at most ${high}` : ""),
  notSpec: "written as text …", asText: (name: string) => `${name} as text`, families: "Families", machineGroup: "Machines", files: "Files",
  // Command
  command: "Command", shell: "Shell", python: "Python", explore: "Explore", exploreTitle: "The command that opens this page for others", copy: "Copy", copied: "Copied", copyCommand: "Copy the command", copyLink: "Copy the link",
  linkTitle: (served: boolean) => (served ? "For this browser, while weft explore runs; for others, copy the command of 'Explore'" : "For everyone who has this file, or opens it from the web"),
  // Working
  workingLabel: "Weft works",
  working: (what: string) => `${what}: Weft computes …`,
  takesLonger: "This needs some time. The command above does the same in a terminal.",
  remaining: (seconds: number) => `about ${number(Math.max(1, seconds), 2)} s left`,
  stop: "Stop", stopped: "Stopped.", again: "Try again",
  // Network
  arrangement: "Arrangement",
  arrangements: { structure: "Structure", room: "Room", free: "Free", matrix: "Matrix" } as Record<string, string>,
  fit: "Fit", fitTitle: "Show all of the network", savePng: "PNG", saveSvg: "SVG", saveSvgTitle: "The view as seen, with its legend, as SVG",
  shown: (shown: number, of: number) => (shown < of ? `${shown.toLocaleString("en")} of ${counted(of, "channel")} drawn` : ""),
  noMatrix: "The network is too large for a matrix.", matrixLabel: "The network as a matrix", zoomIn: "Zoom in", zoomOut: "Zoom out",
  drawnPlainly: "The picture is drawn without the graphics card, which is slower for large networks.",
  matrixHint: (rows: number, each: number) =>
    `Rows send, columns receive${each > 1 ? `; each cell stands for ${each} x ${each} routers of ${rows.toLocaleString("en")}, and shows the fullest channel` : ""}.`,
  canvasLabel: (title: string, facts: string) => `${title}: ${facts}. Arrow keys walk from router to router, Enter opens, ? lists the keys.`,
  routerWord: "router",
  routerTitle: (name: string, router: number, place = "") =>
    `${name === String(router) ? `Router ${router}` : `${name} (router ${router})`}${place && place !== `(${router})` && place !== name ? ` ${place}` : ""}`,
  some: (names: string[], of: number) => `${names.join(", ")}${names.length < of ? ` and ${of - names.length} more` : ""}`,
  host: "host", hosts: "Hosts", terminalWord: "terminal", terminalTitle: (name: string, terminal: number) => (name === String(terminal) ? `Terminal ${terminal}` : name),
  channelTitle: "Channel", ports: "Ports", distances: "Distances", port: "port", to: "to", class: "class", bandwidth: "bandwidth",
  cable: "cable [m]", state: "state", failed: "failed", works: "works", load: "load", perBandwidth: "load over bandwidth",
  terminals: (list: number[]) =>
    (list.length === 0 ? "no terminals" : list.length === 1 ? `terminal ${list[0]}` : `terminals ${list[0]} to ${list[list.length - 1]}`),
  terminalsWord: "terminals", farthest: "farthest router", hops: (n: number) => counted(n, "hop"),
  loadOf: (load: number, ratio: number) => (Math.abs(load - ratio) <= 1e-6 * load ? number(load, 6) : `${number(load, 6)}, over bandwidth ${number(ratio, 6)}`),
  routerFacts: (terminals: number, ports: number) => `${counted(terminals, "terminal")}, ${counted(ports, "channel")} out`,
  hopsAway: (hops: number, router: string) => `${counted(hops, "hop")} from ${router}`,
  useIs: (use: string) => `${use} flits per cycle lately`, block: (block: number) => `Block ${block}`,
  bundle: (count: number) => counted(count, "channel"),
  distanceFrom: (router: string) => `hops from ${router}`,
  fail: "Fail", repair: "Repair", failTitle: "Fail or repair the chosen part (x)", failures: "Failed", repairAll: "Repair all",
  show: "Show", reverse: "Other direction", betweenRouters: (a: string, b: string) => `Between routers ${a} and ${b}`,
  secondHint: "Shift-click another router for the paths between both.", pickHint: "Click a router or a channel.",
  shortestPath: "a shortest path", countPaths: "shortest paths", disjoint: "paths without a common link",
  notReached: "not reached", useAsRoute: "Route a message",
  search: "Find", searchHint: "a router, host or port by name, number, GUID or coordinates, such as 17, (3,4) or leaf[10]",
  notFound: (what: string) => `No router, host or port is called '${what}'`, foundLabel: "Found",
  foundPart: (title: string, router: number, terminal: number | null) =>
    `${title || `Router ${router}`}${terminal === null ? "" : ` (terminal ${terminal})`}`,
  terminalAt: (title: string, router: number) => `${title}, at router ${router}`,
  classes: "Classes", showFrom: "Draw from", linear: "Linear", logarithmic: "Log", common: "Common", own: "Per class",
  channelsByValue: "Channels by value",
  scaleEnd: "up to", scaleEndTitle: "Where the scale of colors ends; empty: at the largest value", upToOne: "0 to 1",
  scaleEndWrong: (text: string) => `The scale cannot end at '${text}' (must be a number above 0)`,
  edgesLabel: "Channels that are drawn", edges: { all: "All channels", chosen: "Chosen only" },
  underLoad: (pattern: string, routing: string) => [pattern ? `pattern ${pattern}` : "", routing ? `routing ${routing}` : ""].filter(it => it).join(", "),
  against: " and ",
  color: "Color", colors: { load: "Load", difference: "Difference", class: "Class", rack: "Rack" } as Record<string, string>,
  groupsLabel: "Channels between groups", groupStates: { straight: "Lines", bundled: "Bundles", closed: "Groups" },
  groupsTitle: (by: string) => `Channels as they are; those between two ${by}s together; each ${by} as one circle`,
  closedGroup: (part: string, group: number, routers: number) => `${part} ${group}: ${counted(routers, "router")}`, clickOpens: "A click opens it.",
  coloredBy: (part: string) => `color: ${part} that a channel leaves`, byPart: (part: string) => `By ${part}`,
  rackWord: "rack", partWord: "part", rackOf: (rack: number) => `rack ${rack}`, racksBetween: (a: number, b: number) => (a === b ? `within rack ${a}` : `racks ${a} and ${b}`),
  cables: "Cables", cablesTitle: "Cables by racks", racks: "racks", cableCount: "cables", failedCables: "failed", fullestCable: "fullest", allCables: "Draw all channels",
  cablesShown: (where: string) => `Only the cables of ${where} are drawn.`,
  gained: "change of the load over bandwidth by the failure", changedInSecond: "load over bandwidth, second minus first", ofClass: "load over the largest of its class",
  difference: "Difference to before", before: "before", after: "after", mostBefore: "fullest channel", change: "change",
  meanLoad: "mean load of channels", channelsFuller: "channels that are fuller", cutOff: "channels that failed",
  cutOffTitle: "Terminals that are cut off", saveCsv: "Save CSV",
  cutOffAnswer: (cut: number, of: number) =>
    (cut === 0 ? "The failures cut off no terminal: all can still reach each other." : `The failures cut off ${counted(cut, "terminal")} of ${of.toLocaleString("en")} from the largest part of the network.`),
  fullest: "Fullest channels", routersTable: "Routers", channelsTable: "Channels", tablesTitle: "Routers and channels as tables",
  rowsOf: (shown: number, of: number) => `the first ${shown.toLocaleString("en")} of ${of.toLocaleString("en")}`,
  fullestOf: (place: string, name: string, load: string) => `${place}: fullest channel ${name}, load ${load}`,
  keepRoute: "Keep this path as a layer", clearRoutes: "Clear the layers", layers: "Layers",
  otherRouting: (routing: string, fullest: string) =>
    `Without failures, the default is another routing: ${routing}, with the fullest channel at ${fullest}. The difference does not contain this change of the routing.`,
  // Single failures
  singles: "All single cable failures", singlesHint: "Computes the load again for each cable that fails alone, under one routing, the fullest cables first.",
  singlesStart: "Rank all cables", failedCable: "failed cable", where: "at",
  cableOf: (k: number, of: number) => `cable ${k.toLocaleString("en")} of ${of.toLocaleString("en")}`,
  failThis: (cable: string) => `Fail ${cable}`,
  worstCable: (cable: string, lost: string, before: string, after: string) =>
    (lost ? `The worst single cable is ${cable}: ${lost}.` : `The worst single cable is ${cable}: the fullest channel goes from ${before} to ${after}.`),
  // History
  undo: "Undo", undoTitle: (title: string) => (title ? `Back to: ${title}` : "There is no earlier view"), earlier: "Earlier views", noEarlier: "There are no earlier views.",
  savedViews: "Saved views", saveView: "Save this view", viewName: "Name of the view", viewSaved: (name: string) => `The view '${name}' was saved`,
  removeView: (name: string) => `Remove the view '${name}'`, savedHint: "The link of a saved view contains its name.",
  // Machines
  machine: "machine", machines: "Machines that were built", exampleNetworks: "Networks of a usual size", chooseMachine: "choose one you know",
  // Users
  whoUses: "Who uses it", whoUsesTitle: "The flows that cross this channel, and their parts of its load", users: "Users", closeUsers: "Close",
  // Slots
  slots: "Slots", slot: "Slot", of: "of", showSlots: "Show it slot by slot", inUse: "channels in use",
  usedInSlot: "transfers on the channel in this slot", slotTitle: (slot: number) => `Slot ${slot}`,
  slotOf: (slot: number, last: number, count: number) => `${slot} of ${last}: ${counted(count, "transfer")}`,
  shareOf: (busy: number, of: number) => `${busy.toLocaleString("en")} of ${of.toLocaleString("en")}`,
  classFull: (name: string) => `Every channel of class ${name} is in use: the slot carries no more there.`,
  channelsFree: (count: number) => `${counted(count, "channel")} idle: the order of the transfers limits this slot, not the bandwidth.`,
  limits: (name: string, most: number) => `A channel of class ${name} carries ${most} blocks: the step needs as many slots.`,
  // Answers
  answerOfLoad: (count: number, of: string, load: string, throughput: string) =>
    `${counted(count, "channel")} of class ${of} ${count === 1 ? "is" : "are"} the bottleneck, with load ${load}${throughput ? `: a node sends at most ${throughput} of a channel's rate` : ""}.`,
  answerOfRoute: (hops: number, classes: string, meters: string) => `${counted(hops, "hop")}${classes ? `: ${classes}` : ""}${meters ? `; ${meters} m of cable` : ""}.`,
  answerOfCompare: (parts: string[]) => `Mean distance in hops: ${parts.join(", ")}.`,
  answerOfMap: (tasks: number, routers: number) => `${counted(tasks, "task")} on ${counted(routers, "router")}.`,
  answerOfCurve: (first: [string, string] | null, saturated: string | null, last: string) =>
    `${first ? `Latency ${first[0]} cycles at rate ${first[1]}; ` : ""}${saturated ? `saturated at rate ${saturated}` : `not saturated up to rate ${last}`}.`,
  diameterIs: (it: string) => `Diameter ${it} hops`, meanDistanceIs: (it: string) => `mean distance ${it}`, bisectionIs: (it: string) => `bisection ${it} link${it === "1" ? "" : "s"}`,
  // Tables and figures
  ofCommand: (command: string) => `of: ${command}`, routingIs: (routing: string) => `routing: ${routing}`,
  otherPicture: "not of the command above",
  paneFailed: (pane: string, error: string) => `This panel failed (${pane}: ${error}); the others work. A reload restores the page.`,
  otherPlacement: "The mapping has placed the tasks differently without the failures: that is part of the difference.",
  underRouting: (routing: string) => `Before and after are computed with the routing ${routing}.`,
  yes: "yes", no: "no",
  run: (id: string, seconds: string) => `run ${id}, ${seconds} s`,
  drawFigures: "Draw the charts of this result",
  // Flits
  play: "Play", pause: "Pause", step: "Step", restart: "Restart", speed: "Speed", cyclesPerSecond: "cycles/s", cycle: "Cycle",
  rate: "Rate", rateUnit: "flits per terminal and cycle", inFlight: "in flight", waiting: "waiting at sources",
  accepted: "accepted", latency: "latency", latencyTitle: "Latency", throughputTitle: "Throughput", latencyAxis: "cycles", throughputAxis: "flits/terminal/cycle",
  cycleAxis: "cycle", rateAxis: "injection rate (flits/terminal/cycle)",
  follow: "Follow a packet", packet: "Packet", followOn: "Follow one on the chosen channel", unfollow: "Stop following", noPacket: "It has arrived.",
  packetFacts: (source: string, destination: string, birth: number, hops: number) =>
    `from terminal ${source} to ${destination}, made in cycle ${birth}, ${hops} hops so far`,
  nextBlocked: "Next blocked", noBlocked: "No packet is blocked.", useOf: "channel use (flits per cycle)",
  watch: "Watch it happen", found: (cycle: number, blocked: number) =>
    `Deadlock found in cycle ${cycle}: ${counted(blocked, "packet")} can never move.`,
  addVc: "Add a virtual channel", cycleStep: (k: number, of: number) => `Step ${k} of ${of}`, cycleTitle: "The cycle", next: "Next", previous: "Previous",
  waits: (packet: string, held: string, vc: string, next: string, nextVc: string) => `${packet} holds ${held} (VC ${vc}), waits for ${next} (VC ${nextVc})`,
  watchedStep: (k: number, of: number) => `Packet ${k} of ${of} in the run`, packetOf: (source: number, destination: number) => `terminal ${source} to ${destination}`,
  ejection: "its terminal", skipToDeadlock: "Skip to it",
  watchHint: (speed: number) => `Packets fill the buffers until they wait for each other; Weft checks that every 64 cycles, which are ${number(64 / speed, 2)} s here.`,
  noDeadlockYet: (cycle: number) => `No deadlock up to cycle ${cycle.toLocaleString("en")}.`,
  playForCurves: "Play to see latency and throughput as they grow.", sweepHint: "Press Sweep: the curves grow point by point.",
  // Sweep and compare
  saturatedFrom: (name: string) => `${name ? `${name}: ` : ""}saturated`,
  curves: "Curves", logAxis: "Log axis", saveVega: "Vega-Lite",
  sweepStart: "Sweep", addCurve: "Keep this curve", dropCurve: "Drop", pointOf: (k: number, of: number) => `point ${k} of ${of}`,
  toFlits: "Watch this load",
  idleChannels: "idle channels", highestRate: "factor to the first full channel",
  compareWith: "Compare with …", asFirst: "as the first", noSecond: "One network again", secondTitle: "First and second", first: "first", secondColumn: "second",
  second: "Second network",
  quotient: "second / first", quotientDoc: "the value of the second network over that of the first",
  // Placement
  placement: "Tasks", placementHint: "Click a task to see its router and, under Load, the channels that its traffic uses.", task: (row: number, column: number, terminal: string) =>
    `task (${row},${column}) on terminal ${terminal}`,
  // Files
  given: (name: string) => `${name} was given to Weft`, asksFile: (name: string) =>
    `The link names the file ${name}, which is not in links: drop it onto the page.`,
  openFile: "Open a file …",
  // Keys
  nextClick: "The next click sets the", source: "Source", target: "Target", swapEnds: "Swap", endsLabel: "Ends of the route",
  endOf: (terminal: string, router: string) => (terminal === router ? terminal : `${terminal} at ${router}`),
  noTerminals: (router: string) => `Router ${router} has no terminals: messages neither begin nor end there`,
  secondButton: "Paths to another router", secondNext: "Click the other router", twoFingers: "Two fingers move and zoom the network; one finger scrolls the page",
  nothingChosen: "No part is chosen: click a router or a channel first",
  keys: "Keys", close: "Close",
  keyList: [
    ["Tab", "to the next panel or control"], ["← ↑ → ↓", "in the picture: to the router in that direction"], ["Enter", "open the router: ports and distances"],
    ["Shift + arrows", "to a second router: paths between both"], ["n, p", "next and previous port of the router"], ["x", "fail or repair the chosen part"], ["Esc", "clear the choice"],
    ["+, −, 0", "zoom in, out, show all"], ["/", "find a router, host or port"], ["Space", "flits: play or pause"], [".", "flits: one step"], ["1 … 9", "screens"], ["?", "this list"],
  ] as [string, string][],
  keysEverywhere: "Single keys work wherever the focus is, not in the picture alone",
  linkCopied: "The link was copied.", commandCopied: "The command was copied.",
};
