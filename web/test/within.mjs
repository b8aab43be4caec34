// SPDX-License-Identifier: Apache-2.0
import { cpus, loadavg } from "node:os";
import assert from "node:assert/strict";

/** Prints a measurement; it must be within its limit, or `slack` times as much. */
export function within(what, value, limit, unit, slack = 1) {
  const allowed = limit * slack;
  console.log(`   ${what}: ${value.toPrecision(3)} ${unit} (limit ${limit}${slack > 1 ? `, here ${allowed.toPrecision(3)}` : ""})`);
  assert.ok(value <= allowed, `${what}: ${value} ${unit}, limit ${allowed}`);
}

/** How many times more slowly things may go than on idle cores: page and GPU process wait for a core in turn. */
export const slack = () => Math.max(1, (2 * loadavg()[0]) / cpus().length);
