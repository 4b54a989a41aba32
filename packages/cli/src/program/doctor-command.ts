import type { Command } from 'commander';
import type { DoctorOptions } from '../commands/doctor/doctor.js';
import type { CommandContext } from './command-context.js';

const MORE = `
Examples:
  $ dragoman doctor
  $ dragoman doctor --reap          what would be removed
  $ dragoman doctor --reap --yes    removes it

Only what has no living owner is ever removed: sandboxes with their processes, turns that never got
their end, locks, HOMEs that no session has, half-done installs. Sessions stay (see: dragoman clean).
It exits with 1 when no agent could run here in a sandbox that confines it.
`;

export function addDoctor(program: Command, { terminal, onExit }: CommandContext): void {
  program
    .command('doctor')
    .description('see what works here, what does not and why, and what was left behind')
    .option('--json', 'as JSON, for programs')
    .option('--reap', 'show what was left behind by processes that died, to remove it with --yes')
    .option('--yes', 'with --reap: really remove it')
    .addHelpText('after', MORE)
    .action(async (options: DoctorOptions) => {
      const { doctor } = await import('../commands/doctor/doctor.js');
      onExit(await doctor(options, terminal));
    });
}
