// SPDX-License-Identifier: Apache-2.0
// Finds a router by its number or place.
import { useRef } from "preact/hooks";
import { AskError, type RouterAnswer } from "../engine/protocol";
import { request } from "./grammar";
import type { Model } from "./model";
import { texts } from "./texts";

/** The router whose place is that; routers have places in the order of their numbers only on grids, so all small ones are asked. */
async function byPlace(model: Model, place: string): Promise<number | null> {
  const { topology } = model.state.args;
  const count = Math.min(model.scene.now?.header.routers ?? 0, 4096);
  const wanted = place.replaceAll(" ", "");
  for (let router = 0; router < count; ++router) {
    const { header } = await model.engine.ask<RouterAnswer>(request("router", { topology, router }));
    if (header.router.place.replaceAll(" ", "") === wanted) return router;
  }
  return null;
}

export function Search({ model, input }: { model: Model; input: preact.RefObject<HTMLInputElement | null> }) {
  const asked = useRef("");
  const find = async (text: string) => {
    const what = asked.current = text.trim();
    const count = model.scene.now?.header.routers ?? 0;
    try {
      const router = /^\d+$/.test(what) ? Number(what) : await byPlace(model, what.startsWith("(") ? what : `(${what})`);
      if (asked.current !== what) return;
      if (router === null || router >= count) return model.say(texts.noRouter(what));
      model.setView({ router, second: null, channel: null }, "push");
      model.stages.a?.flyTo({ router });
      document.getElementById("network")?.focus();
    } catch (error) {
      model.say(error instanceof AskError ? error.failure.text : String(error));
    }
  };
  return (
    <form role="search" class="search" onSubmit={event => { event.preventDefault(); void find(input.current!.value); }}>
      <input type="search" ref={input} aria-label={texts.search} placeholder={texts.search} title={texts.searchHint} />
    </form>
  );
}
