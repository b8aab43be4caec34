// SPDX-License-Identifier: Apache-2.0
// Who uses a channel, and which channels a task uses.
import type { Model } from "./model";
import { Table } from "./tables";
import { texts } from "./texts";

export function Users({ model }: { model: Model }) {
  const table = model.result.exact?.answer.result.tables.find(it => it.name === "users");
  if (!table || !model.state.args.users) return null;
  return (
    <section class="users" aria-label={texts.users}>
      <Table data={table} />
      <button type="button" onClick={() => model.setArgs({ users: "" })}>{texts.closeUsers}</button>
    </section>
  );
}

/** The channels that the flows of the task in the result use. */
export function channelsOfTask(model: Model): number[] {
  const load = model.state.args.users ? model.result.exact?.arrays.get("task_load") : undefined;
  if (!(load instanceof Float64Array)) return [];
  const channels: number[] = [];
  load.forEach((it, channel) => { if (it > 0) channels.push(channel); });
  return channels;
}
