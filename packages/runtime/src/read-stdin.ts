import { readFile } from 'node:fs/promises';
import { resolve } from 'node:path';
import type { AgentCommand } from '@dragoman/agents';

/** What a command's program is to read, with the files in it that it asks for. */
export async function readStdin(stdin: AgentCommand['stdin'], cwd: string): Promise<string> {
  if (typeof stdin === 'string') return stdin;
  const pieces = stdin.map((piece) =>
    typeof piece === 'string' ? piece : readFile(resolve(cwd, piece.base64Of), 'base64'),
  );
  return (await Promise.all(pieces)).join('');
}
