import type { Turn } from '@dragoman/runtime';
import { showProgress } from '../../terminal/show-progress.js';
import type { Terminal } from '../../terminal/terminal.js';
import type { ShownTurn } from './show-turn.js';
import { turnStatus } from './turn-status.js';

/** Writes the events of a turn as they are in its journal, one a line. A person is told nothing. */
export async function writeEvents(turn: Turn, terminal: Terminal): Promise<ShownTurn> {
  const status = turnStatus(turn);
  const stopProgress = showProgress(terminal, () => status('working'));
  try {
    for await (const line of turn.lines()) await terminal.write(line);
  } finally {
    stopProgress();
  }
  return { told: new Set() };
}
