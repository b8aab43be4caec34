// SPDX-License-Identifier: Apache-2.0
import { render } from "preact";
import type { Engine, SchemaAnswer } from "../engine/protocol";
import { App } from "./app";
import { Model } from "./model";
import base from "../../../src/weft/report/page.css";
import own from "./explore.css";

/** Shows the explorer in an element of the page. */
export async function explore(engine: Engine, place: Element): Promise<Model> {
  document.adoptedStyleSheets = [base, own].map(text => {
    const sheet = new CSSStyleSheet();
    sheet.replaceSync(text);
    return sheet;
  });
  const { header } = await engine.ask<SchemaAnswer>("schema");
  const model = new Model(engine, header.schema);
  place.replaceChildren();
  render(<App model={model} />, place);
  model.refresh();
  // For tests and for the curious.
  Object.assign(window, { weftExplorer: model });
  return model;
}
