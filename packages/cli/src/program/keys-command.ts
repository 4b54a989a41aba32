import type { Command } from 'commander';
import type { ListKeysOptions } from '../commands/keys/keys.js';
import type { CommandContext } from '../program.js';

const MORE = `
Examples:
  $ dragoman keys add "the web app"      prints the key, once
  $ dragoman keys list
  $ dragoman keys revoke key_3f2a91c04d7e

A server that runs takes a new key, and refuses a revoked one, from the next request on. One that began
without any key asks for one from the first key on. Only hashes of keys are kept.
`;

export function addKeys(program: Command, { terminal, onExit }: CommandContext): void {
  const keys = program
    .command('keys')
    .description('make, list and revoke the keys of `dragoman serve`')
    .addHelpText('after', MORE);
  keys
    .command('add')
    .description('make a key and print it; it is not shown again')
    .argument('<name>', 'who uses it')
    .action(async (name: string) => {
      const { addKey } = await import('../commands/keys/keys.js');
      onExit(await addKey(name, terminal));
    });
  keys
    .command('list')
    .description('list the keys, without the keys themselves')
    .option('--json', 'print NDJSON')
    .action(async (options: ListKeysOptions) => {
      const { listKeys } = await import('../commands/keys/keys.js');
      onExit(await listKeys(options, terminal));
    });
  keys
    .command('revoke')
    .description('make a key unknown, at once')
    .argument('<id>', 'its id, as `keys list` shows it')
    .action(async (id: string) => {
      const { revokeKey } = await import('../commands/keys/keys.js');
      onExit(await revokeKey(id, terminal));
    });
}
