import { agentNames, agents as registry } from '@dragoman/agents';
import type { Command } from 'commander';
import type { BuildImageOptions } from '../commands/agents/image-build.js';
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
    .option('--again', 'install anew what is there')
    .addHelpText(
      'after',
      '\nExamples:\n  $ dragoman agents install codex\n  $ dragoman agents install codex@0.58.0 gemini\n  $ dragoman agents install --all\n\nThe packages of the default versions must have the hashes that are pinned in Dragoman; those of other\nversions must stay what they were at their first install. What changes in an install later is not run.\n\nThe cache is $DRAGOMAN_CACHE, or dragoman in your cache folder.\n',
    )
    .action(async (references: string[], options: { all?: boolean; again?: boolean }) => {
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
  addImage(agents, { terminal, onExit });
}

function addImage(agents: Command, { terminal, onExit }: CommandContext): void {
  const image = agents.command('image').description('make images of agents for containers');
  const build = image
    .command('build')
    .description('build an image with the agents in it, by podman or docker')
    .option('--engine <name>', 'podman or docker (default: the first that is there)')
    .option('--base-image <image>', 'a Linux with Node (default: node:22-bookworm-slim)')
    .option('--tag <name>', 'what to call it (default: after the versions in it)')
    .option('--tools <packages>', 'what else to install, by the names of its packages')
    .option('--no-tools', 'nothing else')
    .option('--network <mode>', 'the network of the build, such as host')
    .option('--npmrc <file>', "npm's settings for the build, which don't stay in the image")
    .addHelpText(
      'after',
      '\nExamples:\n  $ dragoman agents image build\n  $ dragoman agents image build --codex 0.58.0 --gemini none --tag my-agents\n\nA certificate that $NODE_EXTRA_CA_CERTS names is trusted in the build, too. The name of the image is printed.\n',
    )
    .action(async (options: BuildImageOptions) => {
      const { buildImageCommand } = await import('../commands/agents/image-build.js');
      onExit(await buildImageCommand(options, terminal));
    });
  for (const name of agentNames) {
    build.option(
      `--${name} <version>`,
      `its version, or none (default: ${registry[name].version})`,
    );
  }
}
