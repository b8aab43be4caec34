// SPDX-License-Identifier: Apache-2.0
import { button, element } from "./dom";

export type Theme = "auto" | "light" | "dark";

const root = document.documentElement;
const systemIsDark = matchMedia("(prefers-color-scheme: dark)");
const listeners = new Set<() => void>();

function chosen(): Theme {
  return (root.dataset.theme as Theme | undefined) ?? "auto";
}

export function isDark(): boolean {
  return chosen() === "auto" ? systemIsDark.matches : chosen() === "dark";
}

/** Calls when light becomes dark or dark light, until the answer is called. */
export function onThemeChange(act: () => void): () => void {
  listeners.add(act);
  return () => { listeners.delete(act); };
}

/** A color of the page's style sheet. */
export function color(name: string): string {
  return getComputedStyle(root).getPropertyValue(`--${name}`).trim();
}

/** The color of the palette as it looks in this theme. */
export function themed(hex: string): string {
  const names: Record<string, string> = {
    "#0072B2": "p0", "#D55E00": "p1", "#009E73": "p2", "#CC79A7": "p3", "#E69F00": "p4", "#56B4E9": "p5", "#888888": "p7",
    "#000000": "black", "#222222": "ink", "#595959": "soft", "#666666": "axis", "#444444": "reference", "#E3E3E3": "grid",
    "#ffffff": "paper",
  };
  const name = names[hex];
  return name ? color(name) : hex;
}

export function addThemeSwitch(place: Element | null = document.querySelector("header")): void {
  const themes: Theme[] = ["auto", "light", "dark"];
  const buttons = themes.map(theme => button(theme, () => {
    const before = isDark();
    if (theme === "auto") delete root.dataset.theme;
    else root.dataset.theme = theme;
    show();
    if (before !== isDark()) listeners.forEach(act => act());
  }));
  const show = () => buttons.forEach((it, i) => it.setAttribute("aria-pressed", String(themes[i] === chosen())));
  show();
  const group = element("div", { class: "tools themes", role: "group", "aria-label": "Colors" }, ...buttons);
  place?.append(group);
  systemIsDark.addEventListener("change", () => { if (chosen() === "auto") listeners.forEach(act => act()); });
}
