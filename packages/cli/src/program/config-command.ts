import type { Command } from 'commander';
import type { PrintConfigOptions } from '../commands/config/print.js';
import type { TrustConfigOptions } from '../commands/config/trust.js';
import type { CommandContext } from '../program.js';

const MORE = `
Examples:
  $ dragoman config print
  $ dragoman config trust

Settings have the names of the options of exec:
  agent: claude
  network: none
  mount: [../shared, ~/data:rw]
  path: [~/.nvm/versions/node/v22.20.0/bin]

An option on the command line wins, then dragoman.config.json or .yaml of the project, then
~/.config/dragoman/config.yaml or .json. Lists of all of them add up.
`;

export function addConfig(program: Command, { terminal, onExit }: CommandContext): void {
  const config = program
    .command('config')
    .description('see where settings come from, and agree to those of a project')
    .addHelpText('after', MORE);
  config
    .command('print')
    .description('print every setting of a turn, its value, and where that comes from')
    .option('--cwd <folder>', 'the workspace (default: this folder)')
    .option('--json', 'print NDJSON')
    .action(async (options: PrintConfigOptions) => {
      const { printConfig } = await import('../commands/config/print.js');
      onExit(await printConfig(options, terminal));
    });
  config
    .command('trust')
    .description(
      'let the file of a project loosen the sandbox, for as long as its content stays the same',
    )
    .argument('[file]', 'the file (default: that of the project in this folder)')
    .option('--remove', 'no longer let it')
    .action(async (file: string | undefined, options: TrustConfigOptions) => {
      const { trustConfig } = await import('../commands/config/trust.js');
      onExit(await trustConfig(file, options, terminal));
    });
}
