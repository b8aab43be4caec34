// SPDX-License-Identifier: Apache-2.0
// Weft's grammar of specs, `name:key=value,key=value` (src/weft/core/spec.hpp), for the forms of the page. What the engine accepts
// the engine decides; here a text that is no spec is null.

export interface Spec { name: string; args: [key: string, value: string][] }

const needsQuotes = /[,="[\]]|^\s|\s$|^$/;

function isBracketed(value: string): boolean {
  if (!value.startsWith("[")) return false;
  let depth = 0, quoted = false;
  for (let i = 0; i < value.length; ++i) {
    if (quoted) { if (value[i] === "\\") ++i; else if (value[i] === '"') quoted = false; continue; }
    if (value[i] === '"') quoted = true;
    if (value[i] === "[") ++depth;
    if (value[i] === "]" && --depth === 0) return i === value.length - 1;
  }
  return false;
}

function quoted(value: string): string {
  return needsQuotes.test(value) && !isBracketed(value) ? `"${value.replace(/["\\]/g, "\\$&")}"` : value;
}

export function printSpec({ name, args }: Spec): string {
  return args.length ? `${name}:${args.map(([key, value]) => `${key}=${quoted(value)}`).join(",")}` : name;
}

/** The length of the value at the start of a text: in quotes, in brackets or bare. */
function valueLength(text: string): number {
  if (text.startsWith('"')) return /^"(?:\\.|[^"\\])*"/s.exec(text)?.[0].length ?? -1;
  if (!text.startsWith("[")) return /^[^,="[\]]*/.exec(text)![0].length;
  for (let end = text.indexOf("]") + 1; end > 0; end = text.indexOf("]", end) + 1) if (isBracketed(text.slice(0, end))) return end;
  return -1;
}

export function parseSpec(text: string): Spec | null {
  const head = /^\s*([A-Za-z_][\w+-]*)\s*(?::(.*))?$/s.exec(text);
  if (!head) return null;
  const spec: Spec = { name: head[1], args: [] };
  let rest = head[2]?.trim();
  while (rest !== undefined) {
    const key = /^([A-Za-z_][\w+-]*)\s*=\s*/.exec(rest);
    if (!key) return null;
    rest = rest.slice(key[0].length);
    const length = valueLength(rest);
    if (length <= 0) return null;
    const raw = rest.slice(0, length).trim();
    spec.args.push([key[1], raw.startsWith('"') ? raw.slice(1, -1).replace(/\\(["\\])/g, "$1") : raw]);
    rest = rest.slice(length).trim();
    if (rest === "") break;
    if (!rest.startsWith(",")) return null;
    rest = rest.slice(1).trim();
  }
  return spec;
}

/** The specs in brackets, "[torus:sides=8x8,concentration=2, mesh]": a word with "=" after a comma goes on with the spec before. */
export function parseList(text: string): string[] {
  const specs: string[] = [];
  const piece = /(?:"(?:\\.|[^"\\])*"|\[[^\]]*\]|[^,"[])+/gs;
  for (const [part] of text.trim().replace(/^\[|\]$/g, "").matchAll(piece)) {
    if (specs.length && /^\s*[\w+-]+\s*=/.test(part)) specs[specs.length - 1] += `,${part}`;
    else if (part.trim()) specs.push(part.trim());
  }
  return specs.map(it => it.trim());
}

/** The spec with an argument set; null takes it away. */
export function withArgument(spec: Spec, key: string, value: string | null): Spec {
  const at = spec.args.findIndex(it => it[0] === key);
  const args = spec.args.filter(it => it[0] !== key);
  if (value !== null) args.splice(at < 0 ? args.length : at, 0, [key, value]);
  return { name: spec.name, args };
}

export function argument(spec: Spec | null, key: string): string | undefined {
  return spec?.args.find(it => it[0] === key)?.[1];
}

/** A request to an engine. Arguments that are empty are left out. */
export function request(name: string, args: Record<string, string | number | boolean | undefined | null>): string {
  const given = Object.entries(args).filter(([, it]) => it !== undefined && it !== null && it !== "");
  return printSpec({ name, args: given.map(([key, value]) => [key, String(value)]) });
}
