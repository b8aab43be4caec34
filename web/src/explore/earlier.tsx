// SPDX-License-Identifier: Apache-2.0
// Undo, the earlier views, and the views that were saved under a name.
import { useRef } from "preact/hooks";
import type { Model } from "./model";
import { maxViewName } from "./state";
import { texts } from "./texts";

function Saved({ model, go }: { model: Model; go(link: string): void }) {
  const input = useRef<HTMLInputElement>(null);
  const save = (event: Event) => {
    event.preventDefault();
    const name = input.current!.value.trim();
    if (!name) return;
    input.current!.value = "";
    model.saveView(name);
  };
  return (
    <section class="saved-views" aria-label={texts.savedViews}>
      <form onSubmit={save}>
        <input type="text" ref={input} maxLength={maxViewName} aria-label={texts.viewName} placeholder={texts.viewName} title={texts.savedHint} />
        <button type="submit">{texts.saveView}</button>
      </form>
      <ul>
        {model.saved.views.map(({ name, link }) => (
          <li key={name}>
            <button type="button" class="link" aria-current={name === model.state.view.saved ? "true" : undefined} onClick={() => go(link)}>{name}</button>
            {" "}<button type="button" class="small" aria-label={texts.removeView(name)} title={texts.removeView(name)}
                         onClick={() => { model.saved.remove(name); model.changed(); }}>×</button>
          </li>
        ))}
      </ul>
    </section>
  );
}

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
        <div class="earlier-views">
        <Saved model={model} go={go} />
        <ol aria-label={texts.earlier}>
          {entries.length ? [...entries].reverse().map(it => (
            <li key={it.link}><button type="button" class="link" onClick={() => go(it.link)}>{it.title}</button></li>
          )) : <li class="note">{texts.noEarlier}</li>}
        </ol>
        </div>
      </details>
    </div>
  );
}
