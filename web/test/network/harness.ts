// The page of the tests of the drawing: what they need, as globals.
import { classColor, rampColor } from "../../src/network/colors";
import { NetworkCanvas } from "../../src/network/canvas";
import * as scenes from "./scenes.mjs";

Object.assign(window, { NetworkCanvas, classColor, rampColor, scenes });
