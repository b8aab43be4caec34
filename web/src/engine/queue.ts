// SPDX-License-Identifier: Apache-2.0
import { type AskOptions, AskError } from "./protocol";

export const stopped = (): AskError => new AskError({ kind: "stopped", text: "stopped" });

/** Runs tasks one after the other. It skips a task with a signal that is aborted before its turn. */
export class Queue {
  private last: Promise<unknown> = Promise.resolve();

  run<T>(task: () => Promise<T>, options: AskOptions = {}): Promise<T> {
    const result = this.last.then(() => {
      if (options.signal?.aborted) throw stopped();
      return task();
    });
    this.last = result.catch(() => undefined);
    return result;
  }
}
