import type { Piece } from './piece.js';

/** What goes wrong is shown in the words of the model. */
export const showAFailure: Piece = {
  title: 'Show a failure',
  prompt: 'Fail.',
  steps: () => [
    [{ say: 'I’ll do my worst.' }, { run: 'ls' }],
    {
      fault: { status: 400, message: 'The scripted model was asked to fail, and did.' },
      actions: [],
    },
  ],
};
