import type { Command } from 'commander';
import type { CommandContext } from './command-context.js';

export function addDemo(program: Command, { terminal, onExit }: CommandContext): void {
  program
    .command('demo')
    .description('see a real agent work under a scripted model: no key, no network')
    .option('--json', 'as events in NDJSON, for programs')
    .addHelpText('after', '\nExamples:\n  $ dragoman demo\n  $ dragoman demo --json | jq .type\n')
    .action(async (options: { json?: boolean }) => {
      const { demo } = await import('../commands/demo/demo.js');
      onExit(await demo(options, terminal));
    });
}
