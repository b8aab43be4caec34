// SPDX-License-Identifier: Apache-2.0
// The network of a figure, drawn instead of its picture, to be moved, turned and inspected.
import { tooltip } from "./chart";
import { button, element } from "./dom";
import { readBundle } from "./engine/bundle";
import type { Scene, SceneAnswer } from "./engine/protocol";
import { NetworkCanvas } from "./network/canvas";
import { classColor, rampColor } from "./network/colors";
import type { Hit } from "./network/interface";
import { isDark, onThemeChange } from "./theme";
import { bytesOf } from "./unpack";

const fullestShown = 8;

const text = (value: number): string => value.toLocaleString("en", { maximumSignificantDigits: 4 });

/** One figure's network, while it is shown. */
class Turned {
  private readonly host = element("div", { class: "network-host" });
  private readonly scale = element("span", { class: "network-scale", "aria-hidden": "true" });
  private readonly box = element("div", { class: "chart-box network" }, this.host);
  private readonly source: Uint32Array;
  private readonly most: number;
  readonly net: NetworkCanvas;

  constructor(private readonly picture: HTMLElement, private readonly scene: Scene, private readonly values: Float32Array,
              private readonly title: string, lost: () => void) {
    const { header, first_channel } = scene;
    this.source = new Uint32Array(header.channels);
    for (let r = 0; r < header.routers; ++r) this.source.fill(r, first_channel[r], first_channel[r + 1]);
    this.most = values.reduce((a, b) => (b > a ? b : a), 0);
    this.box.append(this.legend(), this.fullest());
    picture.append(this.box);
    picture.classList.add("drawn");
    const tip = tooltip();
    this.net = new NetworkCanvas(this.host, {
      hover: (hit, x, y) => {
        const { left, top } = this.host.getBoundingClientRect(), lines = hit && this.describe(hit);
        if (lines) tip.show({ clientX: left + x, clientY: top + y }, lines);
        else tip.hide();
      },
      lost: why => { if (why !== null) lost(); },
    }, { dark: isDark() });
    this.net.setScene(scene);
    this.colorBy("value");
    this.setTheme();
    picture.addEventListener("keydown", this.key);
  }

  private colorBy(what: string): void {
    this.net.setChannelColors(what === "value" ? { values: this.values, title: this.title, low: 0, high: this.most, log: false, show: () => true } : null);
  }

  setTheme(): void {
    this.net.setTheme(isDark());
    const stops = Array.from({ length: 9 }, (_, i) => rampColor(i / 8, isDark()));
    this.scale.style.background = `linear-gradient(to right, ${stops.join(", ")})`;
    this.box.querySelectorAll<HTMLElement>(".network-class").forEach((it, i) => { it.style.background = classColor(i, isDark()); });
  }

  private legend(): HTMLElement {
    const values = element("span", { class: "network-key" }, "0 ", this.scale, ` ${text(this.most)} ${this.title}`);
    const classes = element("span", { class: "network-key", hidden: "" }, ...this.scene.header.classes.flatMap(it =>
      [element("span", { class: "network-class", "aria-hidden": "true" }), ` ${it.name} `]));
    const choice = element("select", { "aria-label": "Colors of the channels" }, element("option", { value: "value" }, this.title), element("option", { value: "class" }, "class"));
    choice.addEventListener("change", () => {
      this.colorBy(choice.value);
      values.hidden = choice.value !== "value";
      classes.hidden = !values.hidden;
    });
    const moves = this.scene.header.dimensions === 3 ? "Drag to turn, Shift and drag to move" : "Drag to move";
    return element("div", { class: "tools" }, choice, values, classes, button("Fit", () => this.net.fit()),
                   element("span", { class: "note" }, `${moves}, wheel, + and − to zoom.`));
  }

  /** Buttons that fly to the fullest channels. */
  private fullest(): HTMLElement {
    const order = Array.from(this.values.keys()).filter(it => this.values[it] > 0).sort((a, b) => this.values[b] - this.values[a]);
    const box = element("div", { class: "tools", role: "group", "aria-label": "The fullest channels" }, element("span", { class: "note" }, "Fullest:"));
    for (const channel of order.slice(0, fullestShown))
      box.append(button(`${this.source[channel]} → ${this.scene.target[channel]}: ${text(this.values[channel])}`, () => {
        this.net.setMarks({ channels: [channel] });
        this.net.flyTo({ channel });
      }));
    return box;
  }

  private describe(hit: Hit): Record<string, string> | null {
    const { scene, values } = this, { classes } = scene.header;
    if ("router" in hit) return { router: String(hit.router) };
    if ("channel" in hit)
      return { channel: `${this.source[hit.channel]} → ${scene.target[hit.channel]}`, class: classes[scene.channel_class[hit.channel]].name, [this.title]: Number.isNaN(values[hit.channel]) ? "failed" : text(values[hit.channel]) };
    if ("bundle" in hit) return { channels: String(scene.bundle_count[hit.bundle]), class: classes[scene.bundle_class[hit.bundle]].name };
    return { block: String(hit.block) };
  }

  private readonly key = (event: KeyboardEvent): void => {
    const steps: Record<string, [number, number]> = { ArrowLeft: [40, 0], ArrowRight: [-40, 0], ArrowUp: [0, 40], ArrowDown: [0, -40] };
    const step = steps[event.key];
    if (!step || event.target !== this.picture) return;
    event.preventDefault();
    this.net.turn(...step);
  };

  drop(): void {
    this.net.dispose();
    this.picture.removeEventListener("keydown", this.key);
    this.picture.classList.remove("drawn");
    this.box.remove();
  }
}

/** A button that turns the picture of a figure into its network and back; null for figures that have none. */
export function networkButton(figure: HTMLElement): HTMLButtonElement | null {
  const scene = figure.querySelector<HTMLScriptElement>("script.network"), values = figure.querySelector<HTMLScriptElement>("script.values");
  if (!scene || !values) return null;
  let turned: Turned | null = null;
  const close = () => {
    turned?.drop();
    turned = null;
    it.setAttribute("aria-pressed", "false");
  };
  const it = button("Explore the network", async () => {
    if (turned) return close();
    const [bytes, numbers] = await Promise.all([bytesOf(scene), bytesOf(values)]);
    if (turned) return;
    const { header, arrays } = readBundle<SceneAnswer>(bytes);
    turned = new Turned(figure.querySelector<HTMLElement>(".picture")!, { ...Object.fromEntries(arrays), header: header.scene } as unknown as Scene,
                        new Float32Array(numbers), values.dataset.title ?? "value", () => { close(); it.remove(); });
    it.setAttribute("aria-pressed", "true");
  }, { "aria-pressed": "false" });
  onThemeChange(() => turned?.setTheme());
  return it;
}
