import { callerServerName } from '@dragoman/runtime';
import type { Piece } from './piece.js';

const TEAS = [
  { label: 'Matcha', hint: 'calm, and green', colour: '#4c7a45' },
  { label: 'Hibiscus', hint: 'loud, in a friendly way', colour: '#b3325a' },
  { label: 'Earl Grey', hint: 'blue, with good manners', colour: '#41639b' },
];
/** What is brewed for whoever wants a tea that isn't on the tray. */
const OTHER = { label: 'Darjeeling', colour: '#b0642c' };

/** The agent asks the person, paints the page, and goes on: one turn, with two stops at the page. */
export const chooseAColour: Piece = {
  title: 'Choose a colour',
  prompt: 'The sign outside is grey. Give it a colour, but ask me which.',
  steps({ heard }) {
    const answer = answerIn(heard);
    const before = /color: (#[0-9a-f]{6});/.exec(heard)?.[1] ?? '#777777';
    const tea = TEAS.find(({ label }) => label.toLowerCase() === answer?.toLowerCase()) ?? OTHER;
    return [
      [
        { think: 'A colour is a matter of taste, and the taste that counts isn’t mine.' },
        { say: 'A look at the sign first.' },
        { run: 'cat sign.css' },
      ],
      [call('ask_person', { question: 'Which tea shall the sign be?', choices: TEAS })],
      ...(answer === undefined
        ? [[{ say: 'As you like: the sign stays as it is, and I have changed nothing.' }]]
        : [
            [
              { say: words(answer, tea.label) },
              call('paint_page', { colour: tea.colour, name: tea.label }),
            ],
            [
              {
                patch: [
                  {
                    update: 'sign.css',
                    old: `  color: ${before};`,
                    new: `  color: ${tea.colour};`,
                  },
                ],
              },
            ],
            [
              {
                say: `Done. The sign is **${tea.label}** now (\`${tea.colour}\`), and so that you can see what you chose I painted this page as well.`,
              },
            ],
          ]),
    ];
  },
};

function call(tool: string, args: Record<string, unknown>) {
  return { mcp: { server: callerServerName, tool, arguments: args } };
}

/** The answer, wherever an agent puts it: JSON in a text, in JSON. */
function answerIn(heard: string): string | undefined {
  return [...heard.matchAll(/answer\\*"\s*:\s*\\*"([^"\\]+)/g)].at(-1)?.[1];
}

function words(answer: string, label: string): string {
  if (answer.toLowerCase() === label.toLowerCase()) return `${label} it is. A fine choice.`;
  return `“${answer}” isn’t on my tray: I only know four teas by heart. I’ll brew you a ${label}.`;
}
