/** What the editor writes for its author: a lesson to begin with, and one block of each kind. Knows no DOM. */

import { LANGUAGE, say } from "../messages/messages.ts";

const BLOCK = ["a = 2", "b = 3", "L = a*b + a"];

export const TEMPLATES = {
  page: (): string => `## ${say("lesson-new-page")}\n\n${say("lesson-new-text")}`,
  graph: (): string => ["```backpass", ` caption="${say("lesson-block-caption")}"\n`, BLOCK.join("\n"), "\n```"].join(""),
  question: (): string =>
    [
      `\`\`\`question kind=number of=grad(a) hint="${say("lesson-new-hint")}"`,
      say("lesson-new-question"),
      "",
      "- `b`",
      `  - ${say("lesson-new-wrong")}`,
      `- [x] ${say("lesson-new-answer")}`,
      `  - ${say("lesson-new-right")}`,
      "```",
    ].join("\n"),
  choice: (): string =>
    [
      "```question kind=choice predict",
      say("lesson-new-choice"),
      "",
      `- [x] ${say("lesson-new-choice-right")}`,
      `- [ ] ${say("lesson-new-choice-wrong")}`,
      "```",
    ].join("\n"),
  run: (): string => `\`\`\`training preset=moons steps=50 caption="${say("lesson-block-caption")}"\n\`\`\``,
} as const;

export type TemplateName = keyof typeof TEMPLATES;

/** A lesson that can be taught as it stands. */
export function newLesson(): string {
  const matter = [
    `title: ${say("lesson-new-title")}`,
    `summary: ${say("lesson-new-summary")}`,
    `language: ${LANGUAGE}`,
    "minutes: 10",
    "level: 1",
  ];
  const parts = [["---", ...matter, "---"].join("\n"), TEMPLATES.page(), TEMPLATES.graph(), TEMPLATES.question()];
  return `${parts.join("\n\n")}\n`;
}
