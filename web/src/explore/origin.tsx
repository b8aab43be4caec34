// SPDX-License-Identifier: Apache-2.0
// Of which command a result is: its own, or, while that is not there, one that stood here before.
import type { ComponentChildren } from "preact";
import { commandOf } from "./command";
import type { Model } from "./model";
import { texts } from "./texts";

/** A part of the result. One of another command is dimmed, says of which, and gives no files. */
export function OfResult({ model, children }: { model: Model; children: ComponentChildren }) {
  const { result, schema } = model;
  const { routing } = result.value?.answer.result.scenario ?? {};
  const words = result.isOld ? texts.ofCommand(commandOf(result.valueOf ?? "", schema)) : routing ? texts.routingIs(routing) : "";
  return (
    <fieldset class={`of-result${result.isOld ? " old" : ""}`} disabled={result.isOld} aria-label={result.isOld ? words : undefined}>
      {words ? <p class="note origin">{words}</p> : null}
      {children}
    </fieldset>
  );
}
