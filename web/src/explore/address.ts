// SPDX-License-Identifier: Apache-2.0
// Where the page keeps its state: in its link or, in the cell of a notebook (about:srcdoc), which has none, in memory.

/** Whether the page has no link of its own. */
export const framed = location.protocol === "about:";

let kept = "";

/** The state as a link. In a frame it begins with what the page brings along. */
export function currentLink(): string {
  if (!framed) return location.hash;
  return kept || `#${document.getElementById("weft")?.dataset.link ?? ""}`;
}

export function replaceLink(link: string): void {
  if (framed) kept = link;
  else history.replaceState(null, "", link);
}

/** Goes to a link, so that Back returns to the one before; in a frame it replaces that. */
export function pushLink(link: string): void {
  if (framed) kept = link;
  else history.pushState(null, "", link);
}
