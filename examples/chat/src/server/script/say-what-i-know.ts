import type { Piece } from './piece.js';

/** For anything else. It looks at the project all the same, in the session that went before. */
export const sayWhatIKnow: Piece = {
  title: 'Anything else',
  prompt: '',
  steps: () => [
    [
      { think: 'I have no lines for this. I can at least say where we stand.' },
      { run: 'git status --short' },
    ],
    [
      {
        say: `I follow a script and have no lines for that. The files above are what we changed so far.

What I do know by heart: *fix the bill*, *choose a colour*, *watch the kettle*, and *fail*. A real model answers with

\`\`\`sh
npm start -- --live
\`\`\``,
      },
    ],
  ],
};
