// SPDX-License-Identifier: Apache-2.0
import { useLayoutEffect, useReducer, useRef } from "preact/hooks";
import type { Model } from "./model";

/** Draws the component anew whenever the model changes. */
export function useChanges(model: Model): void {
  const [, again] = useReducer<number, void>(count => count + 1, 0);
  useLayoutEffect(() => model.subscribe(() => again()), [model]);
}

let numbers = 0;
/** An id for an element, the same at every drawing. */
export function useNumber(): string {
  const id = useRef("");
  return id.current ||= `e${++numbers}`;
}
