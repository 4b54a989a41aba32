import type { Piece } from './piece.js';

/** Whatever goes wrong is told in the words of whoever knows. */
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
