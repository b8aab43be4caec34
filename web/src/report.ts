// SPDX-License-Identifier: Apache-2.0
// The script of a report. The page is complete without it: this adds what can be asked.
import { copyCommands, saveResults } from "./copy";
import { addFigures, followPage } from "./figures";
import { switchParts, watchRuns } from "./parts";
import { makeTables } from "./tables";
import { addThemeSwitch } from "./theme";

document.documentElement.classList.add("scripted");
addThemeSwitch();

function adopt(root: ParentNode): void {
  makeTables(root);
  copyCommands(root);
  void addFigures(root);
}

adopt(document);
saveResults();
switchParts();
watchRuns(adopt);
followPage();
