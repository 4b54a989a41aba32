import { type Command, InvalidArgumentError } from 'commander';
import type { CancelOptions } from '../commands/turns/cancel.js';
import type { ListTurnsOptions } from '../commands/turns/list.js';
import type { ShowTurnOptions } from '../commands/turns/show.js';
import type { CommandContext } from '../program.js';

export function addTurns(program: Command, { terminal, onExit }: CommandContext): void {
  const turns = program.command('turns').description('see what agents are doing, and stop them');
  turns
    .command('list')
    .description('list turns, the latest first')
    .option('--running', 'only those that are running')
    .option('--limit <count>', 'the number of turns to list (default: 20, with --json all)', count)
    .option('--json', 'print NDJSON')
    .action(async (options: ListTurnsOptions) => {
      const { listTurns } = await import('../commands/turns/list.js');
      onExit(await listTurns(options, terminal));
    });
  turns
    .command('show')
    .description('show a turn: what has happened so far, or with --follow until its end')
    .argument('<turn>', 'its id, or the beginning of it')
    .option('--follow', 'wait for more until the turn ends; Ctrl-C stops only this command')
    .option('--full', 'do not shorten long outputs and lines')
    .option('--json', 'print the events as NDJSON')
    .action(async (turn: string, options: ShowTurnOptions) => {
      const { showTurn } = await import('../commands/turns/show.js');
      onExit(await showTurn(turn, options, terminal));
    });
  turns
    .command('cancel')
    .description('stop a turn, from any terminal, and wait until nothing of it is left')
    .argument('<turn>', 'its id, or the beginning of it')
    .option('--reason <words>', 'why, for its journal')
    .action(async (turn: string, options: CancelOptions) => {
      const { cancelTurn } = await import('../commands/turns/cancel.js');
      onExit(await cancelTurn(turn, options, terminal));
    });
}

function count(text: string): number {
  if (!/^[1-9]\d*$/.test(text)) throw new InvalidArgumentError('Give a whole number from 1.');
  return Math.min(Number(text), Number.MAX_SAFE_INTEGER);
}
