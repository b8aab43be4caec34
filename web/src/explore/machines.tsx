// SPDX-License-Identifier: Apache-2.0
// Networks by the names of machines, and some of a usual size, in place of parameters.
import type { Schema } from "../engine/protocol";
import type { Model } from "./model";
import { texts } from "./texts";
import { useNumber } from "./use";

/** Networks without a name in the catalog. */
const examples: [topology: string, title: string][] = [
  ["kary_ntree:arity=10,levels=3", "fat tree of 1,000 nodes"], ["dragonfly:p=4,a=8,h=4", "dragonfly of 1,056 nodes"],
  ["torus:sides=10x10x10", "3-D torus of 1,000 nodes"], ["slim_fly:q=13", "Slim Fly of 338 routers"],
];

interface Machine { name: string; title: string; doc: string }

const known = new WeakMap<Schema, Machine[]>();

/** Returns the machines of the catalog: their descriptions end with ". Stands for `SPEC`". */
function machinesOf(schema: Schema): Machine[] {
  let machines = known.get(schema);
  if (!machines) {
    machines = Object.entries(schema.catalogs.topologies?.entries ?? {})
      .filter(([, { description }]) => description.includes(". Stands for `"))
      .map(([name, { description }]) => ({ name, title: `${name.replaceAll("_", " ")} (${/^[^:;,.(]*/.exec(description)![0].trim()})`, doc: description }))
      .sort((a, b) => (a.name < b.name ? -1 : 1));
    known.set(schema, machines);
  }
  return machines;
}

export function Machines({ model }: { model: Model }) {
  const id = useNumber();
  const machines = machinesOf(model.schema);
  const { topology = "" } = model.state.args;
  const isKnown = machines.some(it => it.name === topology) || examples.some(([it]) => it === topology);
  return (
    <div class="field machines">
      <label for={id}>{texts.machine}</label>
      <div class="control">
        <select id={id} value={isKnown ? topology : ""} onChange={event => { if (event.currentTarget.value) model.setArgs({ topology: event.currentTarget.value }); }}>
          <option value="">{texts.chooseMachine}</option>
          <optgroup label={texts.machines}>{machines.map(it => <option value={it.name} title={it.doc}>{it.title}</option>)}</optgroup>
          <optgroup label={texts.exampleNetworks}>{examples.map(([it, title]) => <option value={it}>{title}</option>)}</optgroup>
        </select>
      </div>
    </div>
  );
}
