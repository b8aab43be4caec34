// SPDX-License-Identifier: Apache-2.0
// Paths of several routings, one over the other.
import { paletteColor } from "../network/colors";
import { isDark } from "../theme";
import { routeOf } from "./marks";
import type { Model } from "./model";
import { texts } from "./texts";

export function Layers({ model }: { model: Model }) {
  const { routes } = model;
  const route = routeOf(model.result.now);
  const name = model.result.now?.answer.result.scenario.routing ?? "";
  const keep = () => {
    model.routes = [...routes, { name, routers: route }];
    model.changed();
  };
  return (
    <section class="layers" aria-label={texts.layers}>
      <div class="tools">
        <button type="button" disabled={route.length < 2 || routes.length > 5} onClick={keep}>{texts.keepRoute}</button>
        {routes.length ? <button type="button" onClick={() => { model.routes = []; model.changed(); }}>{texts.clearRoutes}</button> : null}
      </div>
      <ul class="curves">
        {routes.map((it, i) => (
          <li><span class="swatch" style={{ background: paletteColor((2 + i) % 8, isDark()) }} /> {it.name}: {texts.hops(it.routers.length - 1)}</li>
        ))}
      </ul>
    </section>
  );
}
