import { defaultStateDirectory } from '@dragoman/sandbox';
import { createKeyStore, type ListedKey } from '@dragoman/server';
import { EXIT, type ExitCode } from '../../exit-code.js';
import type { Terminal } from '../../terminal/terminal.js';
import { formatTable } from '../../terminal/text/format-table.js';
import { harmlessLine } from '../../terminal/text/harmless-text.js';
import { jsonLine } from '../../terminal/text/json-line.js';

export interface ListKeysOptions {
  readonly json?: boolean;
}

/** `dragoman keys add`: the key is the only thing on stdout. */
export async function addKey(name: string, terminal: Terminal): Promise<ExitCode> {
  const { id, key } = createKeyStore(defaultStateDirectory()).add(name);
  await terminal.write(`${key}\n`);
  terminal.say(`${id}: keep it now, it is not shown again.`);
  return EXIT.success;
}

/** `dragoman keys list` */
export async function listKeys({ json }: ListKeysOptions, terminal: Terminal): Promise<ExitCode> {
  const keys = await createKeyStore(defaultStateDirectory()).list();
  if (json) {
    await terminal.write(keys.map((key) => jsonLine(key)).join(''));
    return EXIT.success;
  }
  await terminal.write(formatTable(['ID', 'NAME', 'CREATED', 'LAST USED', 'STATE'], keys.map(row)));
  return EXIT.success;
}

function row({ id, name, createdAt, lastUsed = 'never', revokedAt }: ListedKey): string[] {
  const state = revokedAt === undefined ? 'in use' : `revoked ${revokedAt.slice(0, 10)}`;
  return [id, harmlessLine(name), createdAt.slice(0, 10), lastUsed, state];
}

/** `dragoman keys revoke` */
export async function revokeKey(id: string, terminal: Terminal): Promise<ExitCode> {
  const { name } = await createKeyStore(defaultStateDirectory()).revoke(id);
  terminal.say(`${id} (${harmlessLine(name)}) is revoked.`);
  return EXIT.success;
}
