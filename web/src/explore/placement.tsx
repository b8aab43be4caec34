// SPDX-License-Identifier: Apache-2.0
// Where the tasks of a job run: the task grid, linked with the picture.
import type { Model } from "./model";
import { terminalName } from "./names";
import { routerOfTerminal } from "./scene";
import { texts } from "./texts";

const most = 1024;

export function Placement({ model }: { model: Model }) {
  const result = model.result.now;
  const scene = model.scene.now;
  const header = result?.answer.arrays.find(it => it.name === "placement");
  const tasks = result?.arrays.get("placement");
  if (!scene || !header || !(tasks instanceof Uint32Array) || tasks.length > most || tasks.length === 0) return null;
  const choose = (router: number | null, task: number) => {
    model.setView({ router, second: null, channel: null }, "push");
    if (model.state.verb === "load") model.setArgs({ users: String(task) }, "replace");
  };
  const columns = header.shape.at(-1)!, rows = tasks.length / columns;
  return (
    <details class="placement" open>
      <summary>{texts.placement}</summary>
      <p class="note">{header.title}. {texts.placementHint}</p>
      <div class="scroll" tabIndex={0} role="region" aria-label={texts.placement}>
        <table class="tasks"><tbody>
          {Array.from({ length: rows }, (_, row) => (
            <tr>{Array.from({ length: columns }, (__, column) => {
              const terminal = tasks[row * columns + column];
              const router = terminal < scene.header.terminals ? routerOfTerminal(scene, terminal) : null;
              return (
                <td><button type="button" class={router !== null && router === model.state.view.router ? "here" : ""} title={texts.task(row, column, terminalName(scene, terminal))}
                            aria-label={texts.task(row, column, terminalName(scene, terminal))} disabled={router === null}
                            onClick={() => choose(router, row * columns + column)}>{terminal}</button></td>
              );
            })}</tr>
          ))}
        </tbody></table>
      </div>
    </details>
  );
}
