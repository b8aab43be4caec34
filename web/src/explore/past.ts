// SPDX-License-Identifier: Apache-2.0
// The earlier views of this tab, by which one goes back.

export interface Entry { link: string; title: string }

const storeName = "weft-past", maxEntries = 50;

export class Past {
  entries: Entry[] = []; // the latest last

  constructor() {
    try {
      const entries = JSON.parse(sessionStorage.getItem(storeName) ?? "[]") as Entry[];
      if (Array.isArray(entries)) this.entries = entries.filter(it => typeof it?.link === "string" && typeof it.title === "string");
    } catch { /* a browser that stores nothing */ }
  }

  /** Adds the view that the page leaves. */
  add(entry: Entry): void {
    this.entries = [...this.entries.filter(it => it.link !== entry.link), entry].slice(-maxEntries);
    this.store();
  }

  /** Removes the latest view and returns it. */
  pop(): Entry | undefined {
    const last = this.entries.at(-1);
    this.entries = this.entries.slice(0, -1);
    this.store();
    return last;
  }

  private store(): void {
    try {
      sessionStorage.setItem(storeName, JSON.stringify(this.entries));
    } catch { /* a browser that stores nothing */ }
  }
}
