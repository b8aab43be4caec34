// SPDX-License-Identifier: Apache-2.0
// Forms made of the schema: every parameter of a verb, and of the things that it names.
import { createContext } from "preact";
import { useContext, useState } from "preact/hooks";
import type { Entry, Failure, Property, Schema } from "../engine/protocol";
import { type Spec, argument, parseSpec, printSpec, withArgument } from "./grammar";
import { plainSpec } from "./readings";
import { number, texts } from "./texts";
import { useNumber } from "./use";

/** Reads texts that the grammar of the page does not cover, as Readings does. */
export const SpecReader = createContext<(kind: string, text: string) => Spec | null>(() => null);

export interface FieldProps {
  schema: Schema;
  name: string;
  property: Property;
  value: string | undefined;
  failures: Failure[];
  change(value: string): void;
  unset?: string; // the choice of no value, instead of the default
  primary?: readonly string[]; // the parameters of a spec that are always shown
}

/** A range in words: "1 to 64". */
function rangeOf({ minimum, maximum }: Property): string {
  const shown = (it?: number) => (it === undefined || Math.abs(it) >= 1e9 ? undefined : Number(number(it, 12).replaceAll(",", "")));
  return texts.range(shown(minimum), shown(maximum));
}

function failureOf(failures: Failure[], name: string): Failure | undefined {
  return failures.find(it => it.kind === "input" && it.parameter === name);
}

function Shell({ id, name, property, failure, children }: {
  id: string; name: string; property: Property; failure?: Failure; children: preact.ComponentChildren;
}) {
  const facts = [[rangeOf(property), property.unit].filter(it => it).join(" "), property.form].filter(it => it).join("; ");
  return (
    <div class={`field${failure ? " wrong" : ""}`} data-parameter={name}>
      <label for={id} title={property.description}>{name.replaceAll("_", " ")}</label>
      <div class="control">
        {children}
        {property.unit ? <span class="unit">{property.unit}</span> : null}
      </div>
      {failure ? <p class="error" id={`${id}-error`}>{failure.text}</p> : null}
      <p class="doc" id={`${id}-doc`}>{property.description}{facts ? <span class="facts"> {facts}</span> : null}</p>
    </div>
  );
}

function TextInput({ id, label, property, value, failure, change }: {
  id: string; label?: string; property: Property; value: string | undefined; failure?: Failure; change(value: string): void;
}) {
  return (
    <input
      id={id} type="text" aria-label={label} spellcheck={false} autocomplete="off" value={value ?? ""}
      inputMode={property.type === "integer" || property.type === "number" ? "decimal" : "text"}
      placeholder={property.default === undefined || property.default === "" ? rangeOf(property) : String(property.default)}
      aria-describedby={label ? undefined : `${failure ? `${id}-error ` : ""}${id}-doc`} aria-invalid={failure ? "true" : undefined}
      onChange={event => change(event.currentTarget.value.trim())}
    />
  );
}

function Choice({ id, property, value, failure, change, names }: {
  id: string; property: Property; value: string | undefined; failure?: Failure; change(value: string): void; names: readonly string[];
}) {
  return (
    <select
      id={id} value={value ?? ""} aria-describedby={`${failure ? `${id}-error ` : ""}${id}-doc`} aria-invalid={failure ? "true" : undefined}
      onChange={event => change(event.currentTarget.value)}
    >
      <option value="">{texts.defaultChoice(property.default === undefined ? "" : String(property.default))}</option>
      {names.map((it, i) => <option value={it} title={property.enumDescriptions?.[i]}>{it.replaceAll("_", " ")}</option>)}
    </select>
  );
}

/** Whether a parameter is `name:key=value,..` with a name of a catalog. */
function isSpec(schema: Schema, { catalog, type, form }: Property): boolean {
  return catalog !== undefined && catalog in schema.catalogs && type !== "array" && (form ?? "name:").startsWith("name:");
}

export function Field(props: FieldProps) {
  const id = useNumber();
  const { schema, name, property, value, failures, change } = props;
  if (isSpec(schema, property)) return <SpecField {...props} />;
  const failure = failureOf(failures, name);
  return (
    <Shell id={id} name={name} property={property} failure={failure}>
      {property.type === "boolean"
        ? <input id={id} type="checkbox" checked={(value ?? String(property.default)) === "true"} aria-describedby={`${id}-doc`}
                 onChange={event => change(event.currentTarget.checked === (property.default === true) ? "" : String(event.currentTarget.checked))} />
        : property.enum
          ? <Choice id={id} property={property} value={value} failure={failure} change={change} names={property.enum} />
          : <TextInput id={id} property={property} value={value} failure={failure} change={change} />}
    </Shell>
  );
}

/** The parameters of the entry that a spec names. */
function Parameters({ schema, properties, spec, failures, change, primary }: {
  schema: Schema; properties: Record<string, Property>; spec: Spec; failures: Failure[]; change(spec: Spec): void; primary?: readonly string[];
}) {
  const field = ([key, property]: [string, Property]) => (
    <Field key={key} schema={schema} name={key} property={property} value={argument(spec, key)} failures={failures}
           change={value => change(withArgument(spec, key, value === "" ? null : value))} />
  );
  const all = Object.entries(properties);
  const shown = primary ? all.filter(([key]) => primary.includes(key)) : all;
  const rest = all.filter(it => !shown.includes(it));
  return (
    <>
      {shown.map(field)}
      {rest.length ? (
        <details open={rest.some(([key]) => failureOf(failures, key)) || undefined}>
          <summary>{texts.more}</summary>
          {rest.map(field)}
        </details>
      ) : null}
    </>
  );
}

/** Returns the names of a catalog in their order on the page: sorted, and machines apart from families where a catalog has some. */
export function groupsOf(entries: Record<string, Entry>): [string, string[]][] {
  const names = Object.keys(entries).sort(), isMachine = (it: string) => /Stands for `/.test(entries[it].description);
  if (!names.some(isMachine)) return [["", names]];
  return [[texts.families, names.filter(it => !isMachine(it) && it !== "file")], [texts.machineGroup, names.filter(isMachine)],
          [texts.files, names.filter(it => it === "file")]];
}

/** The choice of a text instead of a name of the catalog. */
const writtenAsText = "\u0000";

/** A thing of a catalog, by name, with its parameters. */
function SpecField({ schema, name, property, value, failures, change, primary, unset }: FieldProps) {
  const id = useNumber();
  const entries = schema.catalogs[property.catalog!].entries;
  const standard = property.default === undefined ? "" : String(property.default);
  // A default such as "default" is no name of the catalog: it stands for itself.
  const isNamed = (parseSpec(standard)?.name ?? "") in entries;
  const text = value ?? (isNamed ? standard : "");
  const [isTyping, type] = useState(false);
  const read = useContext(SpecReader);
  const spec = text === "" ? null : plainSpec(text, entries) ?? read(property.catalog!, text);
  const entry = spec ? entries[spec.name] : undefined;
  const failure = failureOf(failures, name);
  const known = !isTyping && (text === "" || entry !== undefined);
  const parameters = entry ? Object.keys(entry.properties) : [];
  return (
    <fieldset class="spec" data-parameter={name}>
      <legend class="unseen">{name}</legend>
      <Shell id={id} name={name} property={property} failure={failure}>
        <select id={id} value={known ? spec?.name ?? "" : writtenAsText} aria-describedby={`${failure ? `${id}-error ` : ""}${id}-doc`}
                aria-invalid={failure ? "true" : undefined} onChange={event => {
                  const isText = event.currentTarget.value === writtenAsText;
                  type(isText);
                  if (!isText) change(event.currentTarget.value);
                }}>
          {isNamed ? null : <option value="">{unset ?? texts.defaultChoice("")}</option>}
          {groupsOf(entries).map(([group, names]) => {
            const options = names.map(it => <option value={it} title={entries[it].description}>{it.replaceAll("_", " ")}</option>);
            return group ? <optgroup label={group}>{options}</optgroup> : options;
          })}
          <option value={writtenAsText}>{texts.notSpec}</option>
        </select>
      </Shell>
      {known ? null : (
        <div class="field text">
          <TextInput id={`${id}-text`} label={texts.asText(name)} property={property} value={text} failure={failure} change={it => { type(false); change(it); }} />
        </div>
      )}
      {known && spec && entry && parameters.length ? (
        <div class="parameters">
          <p class="about">{entry.description}</p>
          <Parameters schema={schema} properties={entry.properties} spec={spec} failures={failures} primary={primary}
                      change={it => change(printSpec(it))} />
        </div>
      ) : null}
    </fieldset>
  );
}
