// SPDX-License-Identifier: Apache-2.0
// The command that computes the content of the page.
import { framed } from "./address";
import { useState } from "preact/hooks";
import { copyText } from "../copy";
import type { Schema } from "../engine/protocol";
import { parseList, parseSpec } from "./grammar";
import type { Model } from "./model";
import { effectiveArgs } from "./requests";
import { type Args, versioned, withoutDefaults } from "./state";
import { texts } from "./texts";

const positional = ["operation", "topology", "topologies"];

function shellWord(text: string): string {
  return /^[\w@%+=:,./-]+$/.test(text) ? text : `'${text.replaceAll("'", "'\\''")}'`;
}

function argsOf(model: Model): Args {
  const { state, schema } = model;
  return withoutDefaults(effectiveArgs(state), schema.verbs[state.verb]);
}

/** Returns the command for a request of a verb. */
export function commandOf(text: string, schema: Schema): string {
  const spec = parseSpec(text);
  return spec ? shellCommand(spec.name, Object.fromEntries(spec.args), schema) : "";
}

function shellCommand(verb: string, args: Args, schema: Schema): string {
  const words = ["weft", verb];
  for (const key of positional) if (args[key]) words.push(...(key === "topologies" ? parseList(args[key]) : [args[key]]).map(shellWord));
  for (const [key, value] of Object.entries(args)) {
    if (positional.includes(key)) continue;
    const { type } = schema.verbs[verb].properties[key] ?? {};
    const option = `--${key.replaceAll("_", "-")}`;
    // A list is an option that is given several times, such as --job of jobs.
    if (type === "array") for (const it of parseList(value)) words.push(option.replace(/s$/, ""), shellWord(it));
    else if (type === "boolean" && value === "true") words.push(option);
    else words.push(option, shellWord(value));
  }
  return words.join(" ");
}

function pythonValue(text: string, type: string | undefined): string {
  if (type === "boolean") return text === "true" ? "True" : "False";
  return (type === "integer" || type === "number") && /^-?\d+(\.\d+)?(e-?\d+)?$/.test(text) ? text : JSON.stringify(text);
}

function pythonCommand(model: Model): string {
  const { state, schema } = model;
  const args = argsOf(model);
  const given: string[] = [];
  for (const key of positional)
    if (args[key]) given.push(key === "topologies" ? `[${parseList(args[key]).map(it => JSON.stringify(it)).join(", ")}]` : JSON.stringify(args[key]));
  for (const [key, value] of Object.entries(args))
    if (!positional.includes(key)) given.push(`${key}=${pythonValue(value, schema.verbs[state.verb].properties[key]?.type)}`);
  return `weft.${state.verb}(${given.join(", ")})`;
}

/** The command that opens this page. */
function exploreCommand(model: Model): string {
  return shellCommand(model.state.verb, argsOf(model), model.schema).replace(/^weft /, "weft explore ");
}

type Form = "shell" | "python" | "explore";

export function Command({ model }: { model: Model }) {
  const [form, setForm] = useState<Form>("shell");
  const [copied, setCopied] = useState("");
  const text = form === "python" ? pythonCommand(model) : form === "explore" ? exploreCommand(model) : shellCommand(model.state.verb, argsOf(model), model.schema);
  const link = location.href.replace(/#.*/, "") + versioned(model.link);
  const copy = async (what: string, words: string) => {
    if (!await copyText(what)) return;
    setCopied(what);
    model.say(words);
    setTimeout(() => setCopied(""), 2000);
  };
  return (
    <div class="command-bar" role="group" aria-label={texts.command}>
      <div class="toggle">
        <button type="button" aria-pressed={form === "shell"} onClick={() => setForm("shell")}>{texts.shell}</button>
        <button type="button" aria-pressed={form === "python"} onClick={() => setForm("python")}>{texts.python}</button>
        <button type="button" aria-pressed={form === "explore"} title={texts.exploreTitle} onClick={() => setForm("explore")}>{texts.explore}</button>
      </div>
      <code tabIndex={0} role="textbox" aria-readonly="true" aria-label={texts.command}>{text}</code>
      <button type="button" aria-label={texts.copyCommand} onClick={() => void copy(text, texts.commandCopied)}>{copied === text ? texts.copied : texts.copy}</button>
      {!framed && <button type="button" title={texts.linkTitle(model.engine.kind === "server")} onClick={() => void copy(link, texts.linkCopied)}>{copied === link ? texts.copied : texts.copyLink}</button>}
    </div>
  );
}
