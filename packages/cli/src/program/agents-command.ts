import type { Command } from 'commander';
import type { CommandContext } from './command-context.js';

export function addAgents(program: Command, { terminal, onExit }: CommandContext): void {
  const agents = program.command('agents').description('install agent CLIs and find them');
  agents
    .command('list')
    .description('show the known agents, their default versions and what is installed')
    .option('--json', 'as JSON, for programs')
    .action(async (options: { json?: boolean }) => {
      const { listAgents } = await import('../commands/agents/list.js');
      onExit(await listAgents(options, terminal));
    });
  agents
    .command('install')
    .description('install agents through npm, each version beside the others')
    .argument('[agents...]', 'such as codex or codex@0.58.0')
    .option('--all', 'the default version of every agent')
    .addHelpText(
      'after',
      '\nExamples:\n  $ dragoman agents install codex\n  $ dragoman agents install codex@0.58.0 gemini\n  $ dragoman agents install --all\n\nThe cache is $DRAGOMAN_CACHE, or dragoman in your cache folder.\n',
    )
    .action(async (references: string[], options: { all?: boolean }) => {
      const { installAgents } = await import('../commands/agents/install.js');
      onExit(await installAgents(references, options, terminal));
    });
  agents
    .command('which')
    .description('print the path of an installed agent')
    .argument('<agent>', 'such as codex or codex@0.58.0')
    .addHelpText('after', '\nExample:\n  $ "$(dragoman agents which codex)" --version\n')
    .action(async (reference: string) => {
      const { whichAgent } = await import('../commands/agents/which.js');
      onExit(await whichAgent(reference, terminal));
    });
}
