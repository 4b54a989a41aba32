import type { Piece } from './piece.js';

/** A command that takes longer than anybody's patience: something to stop. */
export const watchTheKettle: Piece = {
  title: 'Watch the kettle',
  prompt: 'Put the kettle on, and watch it until it boils.',
  steps: () => [
    [
      { think: 'A watched pot never boils, they say. This one takes eighty seconds.' },
      { say: 'I’ll watch it. Press **Esc** when you have seen enough: that stops me.' },
      { run: 'sh kettle.sh' },
    ],
    [{ say: 'It boils. Who would have thought.' }],
  ],
};
