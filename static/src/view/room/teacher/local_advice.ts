/** What stands in the place of a code that no phone could use: that the server answers this computer alone, and the command that changes it. */

import { say } from "../../../messages/messages.ts";
import { element } from "../../shared/dom.ts";

/** As they are typed; which of them is right depends on how the server was installed. */
const COMMANDS = ["python3 run.py --lan", "backpass serve --lan"];

export function localAdvice(): (Node | string)[] {
  const [first, ...others] = COMMANDS.map((command) => element("code", { class: "lan-command" }, command));
  return [
    element("strong", {}, say("this-computer-only")),
    " ",
    say("this-computer-only.remedy"),
    first!,
    ...others.flatMap((command) => [say("this-computer-only.or"), command]),
  ];
}
