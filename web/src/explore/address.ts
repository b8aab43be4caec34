// SPDX-License-Identifier: Apache-2.0
// The state of the page is in its link, or in memory in the cell of a notebook (about:srcdoc), which has no link.

/** Whether the page has no link. */
export const framed = location.protocol === "about:";

let kept = "";

/** Returns the state as a link. In a frame, the first state is an attribute of the page. */
export function currentLink(): string {
  if (!framed) return location.hash;
  return kept || `#${document.getElementById("weft")?.dataset.link ?? ""}`;
}

export function replaceLink(link: string): void {
  if (framed) kept = link;
  else history.replaceState(null, "", link);
}

/** Adds a link to the history, so that Back returns to the current one; in a frame, replaces the link. */
export function pushLink(link: string): void {
  if (framed) kept = link;
  else history.pushState(null, "", link);
}
