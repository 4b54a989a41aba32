import type { Command } from 'commander';
import type { CommandContext } from '../program.js';

export function addDemo(program: Command, { terminal, onExit }: CommandContext): void {
  program
    .command('demo')
    .description('watch a real agent work with a scripted model: no key, no network')
    .option('--json', 'print the events as NDJSON')
    .addHelpText('after', '\nExamples:\n  $ dragoman demo\n  $ dragoman demo --json | jq .type\n')
    .action(async (options: { json?: boolean }) => {
      const { demo } = await import('../commands/demo/demo.js');
      onExit(await demo(options, terminal));
    });
}
