// SPDX-License-Identifier: Apache-2.0
// Finds parts of the network by name, number, GUID, port or coordinates.
import { useEffect, useRef, useState } from "preact/hooks";
import { AskError, type FindAnswer, type FoundJson } from "../engine/protocol";
import { request } from "./grammar";
import type { Model } from "./model";
import { failuresOf } from "./requests";
import { texts } from "./texts";

/** Chooses a part that was found, and moves the picture to it. */
function show(model: Model, { router, channel, terminal, title }: FoundJson): void {
  model.setView({ router, second: null, channel }, "push");
  model.stages.a?.flyTo(channel === null ? { router } : { channel });
  if (terminal !== null) model.say(texts.terminalAt(title, router));
  document.getElementById("network")?.focus();
}

export function Search({ model, input }: { model: Model; input: preact.RefObject<HTMLInputElement | null> }) {
  const asked = useRef("");
  const [found, setFound] = useState<FoundJson[]>([]);
  const { topology } = model.state.args;
  useEffect(() => setFound([]), [topology]);
  const choose = (part: FoundJson) => {
    setFound([]);
    show(model, part);
  };
  const find = async (text: string) => {
    const what = asked.current = text.trim();
    setFound([]);
    if (what === "" || !topology) return;
    try {
      const { header } = await model.engine.ask<FindAnswer>(request("find", { topology, what, ...failuresOf(model.state.args) }));
      if (asked.current !== what) return;
      if (header.found.length === 0) model.refuse(texts.notFound(what));
      else if (header.found.length === 1) choose(header.found[0]);
      else setFound(header.found);
    } catch (error) {
      model.refuse(error instanceof AskError ? error.failure.text : String(error));
    }
  };
  return (
    <form role="search" class="search" onSubmit={event => { event.preventDefault(); void find(input.current!.value); }}
          onKeyDown={event => { if (event.key === "Escape") setFound([]); }}>
      <input type="search" ref={input} aria-label={texts.search} placeholder={texts.search} title={texts.searchHint} />
      {found.length ? (
        <ul class="found" aria-label={texts.foundLabel}>
          {found.map(it => (
            <li><button type="button" class="link" onClick={() => choose(it)}>{texts.foundPart(it.title, it.router, it.terminal)}</button></li>
          ))}
        </ul>
      ) : null}
    </form>
  );
}
