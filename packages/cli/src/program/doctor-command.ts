import { type Command, Option } from 'commander';
import type { DoctorOptions } from '../commands/doctor/doctor.js';
import type { CommandContext } from '../program.js';

const MORE = `
Examples:
  $ dragoman doctor
  $ dragoman doctor --reap          list what would be removed
  $ dragoman doctor --reap --yes    remove it

Leftovers have no living owner: sandboxes with their processes, turns without an end, locks, HOMEs
without a session, partial installs. Sessions are not removed (see: dragoman clean).
The exit code is 1 if no agent can run here in a sandbox that confines it, or Redis can't be used.
`;

export function addDoctor(program: Command, { terminal, onExit }: CommandContext): void {
  program
    .command('doctor')
    .description('check what works here, explain what does not, and find leftovers')
    .option('--json', 'print JSON')
    .option('--reap', 'list the leftovers of processes that died')
    .option('--yes', 'with --reap: remove them')
    .addOption(
      new Option('--redis <url>', 'also check the Redis that servers are to share').env(
        'DRAGOMAN_REDIS',
      ),
    )
    .addHelpText('after', MORE)
    .action(async (options: DoctorOptions) => {
      const { doctor } = await import('../commands/doctor/doctor.js');
      onExit(await doctor(options, terminal));
    });
}
