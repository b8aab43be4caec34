// SPDX-License-Identifier: Apache-2.0
// The left panel: the form of the request.
import type { Model } from "./model";
import { Field, SpecReader } from "./forms";
import { failedName } from "./names";
import { failedMembers } from "./requests";
import { Machines } from "./machines";
import { completeArgs, firstTopology, hasSecond, secondKeys } from "./state";
import { texts } from "./texts";

/** Parameters that matter most, by verb; the others are under "More settings". */
const primary: Record<string, readonly string[]> = {
  show: [], route: ["from", "to", "routing"], load: ["pattern", "routing", "mapping", "grid"], simulate: ["traffic", "routing", "engine"],
  deadlock: ["routing", "vcs"], sweep: ["traffic", "routing", "rates", "engine"], compare: ["terminals", "traffic", "engine"],
  collective: ["operation", "algorithm", "bytes"], schedule: ["schedule"], map: ["pattern", "mapping", "grid"],
};
const primaryOfEngine = ["vcs", "vc_buffer", "rate", "packet_size", "flow", "allow_deadlock"];
const shownElsewhere = new Set(["topology", "topologies", "fail"]);

function Failed({ model }: { model: Model }) {
  const members = failedMembers(model.state.args.fail);
  const scene = model.scene.value;
  const name = (member: string) => (scene ? failedName(scene, member) : member);
  if (!members.length) return null;
  return (
    <div class="failed-list">
      <h2>{texts.failures}</h2>
      <ul class="chips">
        {members.map(it => (
          <li>
            <button type="button" title={texts.repair} aria-label={`${texts.repair} ${name(it)}`}
                    onClick={() => model.setArgs({ fail: members.filter(other => other !== it).join("+") })}>{name(it)} ×</button>
          </li>
        ))}
        {members.length > 1 ? <li><button type="button" onClick={() => model.setArgs({ fail: "" })}>{texts.repairAll}</button></li> : null}
      </ul>
    </div>
  );
}

/** The values that differ in the second network, which is shown next to the first. */
function Against({ model }: { model: Model }) {
  const { schema, state } = model, entry = schema.verbs.load;
  return (
    <details class="rest" open={hasSecond(state) || undefined}>
      <summary>{texts.compareWith}</summary>
      {secondKeys("load").map(key => (
        <Field key={`b ${key}`} schema={schema} name={key} property={{ ...entry.properties[key], default: undefined }} unset={texts.asFirst} value={state.b[key]} failures={model.loadB.failure ? [model.loadB.failure] : []}
               change={value => model.set({ b: { ...state.b, [key]: value } })} />
      ))}
      {hasSecond(state) ? <button type="button" onClick={() => model.set({ b: {} })}>{texts.noSecond}</button> : null}
    </details>
  );
}

export function What({ model }: { model: Model }) {
  const { schema, state } = model;
  const entry = schema.verbs[state.verb];
  const failures = model.failures.filter(it => it !== model.loadB.failure);
  const args = completeArgs(state);
  const topology = { description: texts.topology, type: "string", catalog: "topologies" } as const;
  const field = (key: string) => (
    <Field key={`${state.verb} ${key}`} schema={schema} name={key} property={entry.properties[key]} value={args[key]} failures={failures}
           primary={key === "engine" ? primaryOfEngine : undefined} change={value => model.setArgs({ [key]: value })} />
  );
  const keys = Object.keys(entry.properties).filter(it => !shownElsewhere.has(it));
  const first = (primary[state.verb] ?? keys).filter(it => keys.includes(it));
  const rest = keys.filter(it => !first.includes(it));
  return (
    <SpecReader.Provider value={(kind, text) => model.readings.read(kind, text)}>
    <form class="what" onSubmit={event => event.preventDefault()}>
      <Machines model={model} />
      <Field key="topology" schema={schema} name="topology" property={entry.properties.topology ?? topology} value={state.args.topology}
             failures={failures} change={value => model.setArgs({ topology: value || firstTopology })} />
      {state.verb === "compare" ? (
        <div class="second">
          <h2>{texts.second}</h2>
          <Field key="b" schema={schema} name="topology" property={topology} value={state.b.topology} failures={[]}
                 change={value => model.set({ b: { ...state.b, topology: value } })} />
        </div>
      ) : null}
      <Failed model={model} />
      {first.map(field)}
      {state.verb === "load" ? <Against model={model} /> : null}
      {rest.length ? <details class="rest"><summary>{texts.more}</summary>{rest.map(field)}</details> : null}
    </form>
    </SpecReader.Provider>
  );
}
