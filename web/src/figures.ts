// SPDX-License-Identifier: Apache-2.0
// The figures of a page: charts where they come into view, and files of each.
import { Chart } from "./chart";
import { button, element, fileName, save } from "./dom";
import { canChangeAxis, isLog } from "./spec";
import { exactText, tableCsv } from "./tables";
import { onThemeChange } from "./theme";
import { networkButton } from "./turn";
import { textOf } from "./unpack";

/** Charts that are alive at once; others show their pictures again. */
const mostAlive = 12;
const alive: Chart[] = [];
const all = new Map<HTMLElement, Chart>();

async function bringIn(figure: HTMLElement): Promise<void> {
  const chart = all.get(figure);
  if (!chart || chart.view) return;
  try {
    await chart.draw();
  } catch (error) {
    console.error(error);
    chart.drop();
    all.delete(figure);
    return;
  }
  performance.mark("weft-chart");
  alive.push(chart);
  while (alive.length > mostAlive) alive.shift()?.drop();
}

function pictureOf(figure: HTMLElement): SVGSVGElement | null {
  return figure.querySelector<SVGSVGElement>(".picture > svg");
}

/** The picture as a file: as Weft drew it, on white. */
function svgText(figure: HTMLElement): string {
  const picture = pictureOf(figure)!.cloneNode(true) as SVGSVGElement;
  picture.removeAttribute("aria-labelledby");
  picture.removeAttribute("aria-describedby");
  picture.setAttribute("xmlns", "http://www.w3.org/2000/svg");
  return `<?xml version="1.0" encoding="UTF-8"?>\n${new XMLSerializer().serializeToString(picture)}\n`;
}

async function pngOf(figure: HTMLElement): Promise<Blob> {
  const { width, height } = pictureOf(figure)!.viewBox.baseVal;
  const scale = 2;
  const url = URL.createObjectURL(new Blob([svgText(figure)], { type: "image/svg+xml" }));
  const image = new Image();
  image.src = url;
  await image.decode();
  URL.revokeObjectURL(url);
  const canvas = element("canvas");
  canvas.width = width * scale;
  canvas.height = height * scale;
  canvas.getContext("2d")!.drawImage(image, 0, 0, canvas.width, canvas.height);
  return new Promise((resolve, reject) => canvas.toBlob(blob => (blob ? resolve(blob) : reject(new Error("no PNG"))), "image/png"));
}

function addTools(figure: HTMLElement): void {
  const title = figure.querySelector("figcaption strong")?.textContent?.replace(/\.$/, "") ?? "figure";
  const name = fileName(title);
  const tools = element("div", { class: "tools", role: "group", "aria-label": `Tools of ${title}` });
  const chart = all.get(figure);
  if (chart && !chart.spec.concat) {
    tools.append(button("+", () => void chart.zoom(1 / 1.5), { "aria-label": "Zoom in" }),
                 button("−", () => void chart.zoom(1.5), { "aria-label": "Zoom out" }),
                 button("Reset", () => void chart.zoom(null), { "aria-label": "Reset the zoom" }));
    if (canChangeAxis(chart.spec)) {
      const log = button("Log", () => {
        const now = log.getAttribute("aria-pressed") !== "true";
        log.setAttribute("aria-pressed", String(now));
        chart.axis = now === isLog(chart.spec) ? "as given" : now ? "log" : "linear";
        void chart.draw();
      }, { "aria-pressed": String(isLog(chart.spec)), "aria-label": "Log: logarithmic axis" });
      tools.append(log);
    }
  }
  const network = networkButton(figure);
  if (network) tools.append(network);
  if (pictureOf(figure)) {
    tools.append(button("Save SVG", () => save(`${name}.svg`, svgText(figure), "image/svg+xml")),
                 button("Save PNG", async () => save(`${name}.png`, await pngOf(figure))));
  }
  const table = document.getElementById(figure.dataset.table ?? "")?.closest("section.table")?.querySelector("table");
  if (table) tools.append(button("Save CSV", () => save(`${name}.csv`, tableCsv(table), "text/csv")));
  if (chart) tools.append(button("Save Vega-Lite", () => save(`${name}.vl.json`, JSON.stringify(chart.spec, null, 1), "application/json")));
  if (tools.childElementCount) figure.querySelector("figcaption")!.before(tools);
}

function addKeys(figure: HTMLElement, chart: Chart): void {
  const picture = figure.querySelector<HTMLElement>(".picture")!;
  picture.setAttribute("aria-roledescription", "chart: arrow keys read its points");
  picture.addEventListener("keydown", async event => {
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    if (!/^(Arrow|Home|End|Escape)/.test(event.key) && !"+-=0".includes(event.key)) return;
    event.preventDefault();
    await bringIn(figure);
    chart.key(event.key);
  });
}

let queue = Promise.resolve();
const watch = new IntersectionObserver(entries => {
  for (const { target, isIntersecting } of entries)
    if (isIntersecting) queue = queue.then(() => bringIn(target as HTMLElement)).then(() => new Promise(done => setTimeout(done)));
}, { rootMargin: "150px" });

/** Makes the figures below `root` work: charts when they come into view, and tools. */
export async function addFigures(root: ParentNode): Promise<void> {
  for (const figure of root.querySelectorAll<HTMLElement>("figure")) {
    const script = figure.querySelector("script.chart");
    if (script) {
      const chart = new Chart(figure.querySelector<HTMLElement>(".picture")!, JSON.parse(await textOf(script)),
                              figure.querySelector("figcaption strong")!.id);
      all.set(figure, chart);
      addKeys(figure, chart);
      watch.observe(figure);
    }
    addTools(figure);
  }
}

/** Draws the charts in view anew when colors or the width change. */
export function followPage(): void {
  const redraw = () => alive.forEach(chart => { if (chart.view) void chart.draw(); });
  onThemeChange(redraw);
  let width = innerWidth, timer = 0;
  addEventListener("resize", () => {
    clearTimeout(timer);
    timer = setTimeout(() => { if (innerWidth !== width) { width = innerWidth; redraw(); } }, 200);
  });
  // For tests and for the curious: the chart of each figure.
  Object.assign(window, { weft: { charts: () => [...all.values()], exactText } });
}
