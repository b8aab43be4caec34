// SPDX-License-Identifier: Apache-2.0
// Undo, and the list of earlier views.
import { useRef } from "preact/hooks";
import type { Model } from "./model";
import { texts } from "./texts";

export function Earlier({ model }: { model: Model }) {
  const box = useRef<HTMLDetailsElement>(null);
  const { entries } = model.past;
  const go = (link: string) => {
    box.current!.open = false;
    model.goTo(link);
  };
  return (
    <div class="earlier">
      <button type="button" disabled={!entries.length} title={texts.undoTitle(entries.at(-1)?.title ?? "")} onClick={() => model.undo()}>{texts.undo}</button>
      <details ref={box} onKeyDown={event => { if (event.key === "Escape") box.current!.open = false; }}>
        <summary aria-label={texts.earlier} title={texts.earlier}>▾</summary>
        <ol aria-label={texts.earlier}>
          {entries.length ? [...entries].reverse().map(it => (
            <li key={it.link}><button type="button" class="link" onClick={() => go(it.link)}>{it.title}</button></li>
          )) : <li class="note">{texts.noEarlier}</li>}
        </ol>
      </details>
    </div>
  );
}
