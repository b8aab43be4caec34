// SPDX-License-Identifier: Apache-2.0
// Specs as commands accept them, such as torus:8x8 or flit:num_vcs=2, with the names of their arguments. The engine reads them.
import type { Engine, Entry, SpecAnswer } from "../engine/protocol";
import { type Spec, parseSpec, request } from "./grammar";

const maxReadings = 200;

/** Returns the spec of a text whose arguments all have their current names; null for another text. */
export function plainSpec(text: string, entries: Record<string, Entry>): Spec | null {
  const spec = parseSpec(text), entry = spec ? entries[spec.name] : undefined;
  return spec && entry && spec.args.every(([key]) => key in entry.properties) ? spec : null;
}

export class Readings {
  private readonly known = new Map<string, Spec | null>(); // null: no spec, or not yet read

  constructor(private readonly engine: Engine, private readonly changed: () => void) {}

  /** Returns the spec of a catalog that a text states; null if it states none, or until the engine has answered. */
  read(kind: string, text: string): Spec | null {
    const key = `${kind} ${text}`, found = this.known.get(key);
    if (found !== undefined) return found;
    if (this.known.size >= maxReadings) this.known.clear();
    this.known.set(key, null);
    void this.engine.ask<SpecAnswer>(request("spec", { kind, text })).then(({ header }) => {
      this.known.set(key, parseSpec(header.text));
      this.changed();
    }, () => undefined);
    return null;
  }
}
