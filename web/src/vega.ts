// SPDX-License-Identifier: Apache-2.0
// What charts need of Vega. It takes a while to start, so it is imported when the first chart is drawn.
export { View, parse } from "vega";
export { expressionInterpreter } from "vega-interpreter";
export { compile } from "vega-lite";
