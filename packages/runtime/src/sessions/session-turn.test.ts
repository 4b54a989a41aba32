import { expect, test, vi } from 'vitest';
import { createSessionTurn } from './session-turn.js';

test('a cancel reaches a turn that has not started yet', async () => {
  let refuse: (error: Error) => void = () => {};
  const starting = new Promise<never>((_resolve, reject) => {
    refuse = reject;
  });
  const abort = vi.fn(() => refuse(new Error('It was not started.')));
  const turn = createSessionTurn(starting, abort);
  await expect(turn.cancel('Never mind.')).rejects.toThrow('It was not started.');
  expect(abort).toHaveBeenCalledWith('Never mind.');
});
