// The script of a report. The page is complete without it: this adds what can be asked.
import { copyCommands, saveResults } from "./copy";
import { watchFigures } from "./figures";
import { makeTables } from "./tables";
import { addThemeSwitch } from "./theme";

document.documentElement.classList.add("scripted");
addThemeSwitch();
makeTables();
copyCommands();
saveResults();
watchFigures();
