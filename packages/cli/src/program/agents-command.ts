import { agentNames, agents as registry } from '@dragoman/agents';
import type { Command } from 'commander';
import type { BuildImageOptions } from '../commands/agents/image-build.js';
import type { CommandContext } from '../program.js';

export function addAgents(program: Command, { terminal, onExit }: CommandContext): void {
  const agents = program.command('agents').description('install agent CLIs and find them');
  agents
    .command('list')
    .description('list the known agents, their default versions and the installed versions')
    .option('--json', 'print NDJSON')
    .action(async (options: { json?: boolean }) => {
      const { listAgents } = await import('../commands/agents/list.js');
      onExit(await listAgents(options, terminal));
    });
  agents
    .command('install')
    .description('install agents with npm, several versions side by side')
    .argument('[agents...]', 'for example codex or codex@0.58.0')
    .option('--all', 'install the default version of every agent')
    .option('--again', 'install again what is already installed')
    .addHelpText(
      'after',
      '\nExamples:\n  $ dragoman agents install codex\n  $ dragoman agents install codex@0.58.0 gemini\n  $ dragoman agents install --all\n\nThe packages of default versions must have the hashes that are pinned in Dragoman. The packages of other\nversions must have the hashes of their first install. An install that has changed does not run.\n\nAgents are installed into $DRAGOMAN_CACHE, or dragoman in your cache folder.\n',
    )
    .action(async (references: string[], options: { all?: boolean; again?: boolean }) => {
      const { installAgents } = await import('../commands/agents/install.js');
      onExit(await installAgents(references, options, terminal));
    });
  agents
    .command('which')
    .description('print the path of an installed agent')
    .argument('<agent>', 'for example codex or codex@0.58.0')
    .addHelpText('after', '\nExample:\n  $ "$(dragoman agents which codex)" --version\n')
    .action(async (reference: string) => {
      const { whichAgent } = await import('../commands/agents/list.js');
      onExit(await whichAgent(reference, terminal));
    });
  addImage(agents, { terminal, onExit });
}

function addImage(
  agents: Command,
  { terminal, onExit }: Pick<CommandContext, 'terminal' | 'onExit'>,
): void {
  const image = agents.command('image').description('build container images with agents');
  const build = image
    .command('build')
    .description('build an image that contains the agents, with podman or docker')
    .option('--engine <name>', 'podman or docker (default: the first one found)')
    .option('--base-image <image>', 'a Linux image with Node (default: node:22-bookworm-slim)')
    .option('--tag <name>', 'the name of the image (default: made of the versions in it)')
    .option('--tools <packages>', 'the names of other packages to install')
    .option('--no-tools', 'install no other packages')
    .option('--network <mode>', 'the network of the build, for example host')
    .option('--npmrc <file>', 'npm settings for the build; the image does not keep them')
    .addHelpText(
      'after',
      '\nExamples:\n  $ dragoman agents image build\n  $ dragoman agents image build --codex 0.58.0 --gemini none --tag my-agents\n\nThe build also trusts the certificates of $NODE_EXTRA_CA_CERTS. The command prints the name of the image.\n',
    )
    .action(async (options: BuildImageOptions) => {
      const { buildImageCommand } = await import('../commands/agents/image-build.js');
      onExit(await buildImageCommand(options, terminal));
    });
  for (const name of agentNames) {
    build.option(
      `--${name} <version>`,
      `the version of ${name}, or none (default: ${registry[name].version})`,
    );
  }
}
