// SPDX-License-Identifier: Apache-2.0
// Views that the user has saved under a name. They stay in the tab; a link has its name, so that others have it, too.

export interface SavedView { name: string; link: string }

const storeName = "weft-views";

export class SavedViews {
  views: SavedView[] = []; // by name

  constructor() {
    try {
      const views = JSON.parse(sessionStorage.getItem(storeName) ?? "[]") as SavedView[];
      if (Array.isArray(views)) this.views = views.filter(it => typeof it?.link === "string" && typeof it.name === "string");
    } catch { /* a browser that stores nothing */ }
  }

  /** Adds a view; one of that name is replaced. */
  add(name: string, link: string): void {
    this.views = [...this.views.filter(it => it.name !== name), { name, link }].sort((a, b) => a.name.localeCompare(b.name, "en", { numeric: true }));
    this.store();
  }

  /** Adds the view of a link that has a name, unless a view has that name. */
  see(name: string, link: string): void {
    if (name && !this.views.some(it => it.name === name)) this.add(name, link);
  }

  remove(name: string): void {
    this.views = this.views.filter(it => it.name !== name);
    this.store();
  }

  private store(): void {
    try {
      sessionStorage.setItem(storeName, JSON.stringify(this.views));
    } catch { /* a browser that stores nothing */ }
  }
}
