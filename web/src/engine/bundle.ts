// SPDX-License-Identifier: Apache-2.0
// Answers as bytes: see protocol.ts.
import { readBundle as read } from "../../wasm/weft.mjs";
import { type Answer, AskError, type Failure } from "./protocol";

/** The answer in a bundle; its arrays are views of the buffer. Throws AskError if it holds a failure or is damaged. */
export function readBundle<Header>(buffer: ArrayBuffer): Answer<Header> {
  let answer: Answer<Header & { error?: Failure }>;
  try {
    answer = read(buffer) as typeof answer;
  } catch (error) {
    throw new AskError({ kind: "lost", text: `the answer is damaged: ${error instanceof Error ? error.message : error}` });
  }
  if (answer.header.error) throw new AskError(answer.header.error);
  return answer;
}
