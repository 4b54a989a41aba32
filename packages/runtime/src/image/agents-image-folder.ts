import { existsSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { DragomanError } from '@dragoman/protocol';

/**
 * The folder with the Containerfile of the agents' image and what it copies. It is looked for upwards:
 * this may run from its source, its build, or the one file that the command is put into.
 */
export function agentsImageFolder(): string {
  const own = dirname(fileURLToPath(import.meta.url));
  for (let folder = own; folder !== dirname(folder); folder = dirname(folder)) {
    const candidate = join(folder, 'containers', 'agents');
    if (existsSync(join(candidate, 'Containerfile'))) return candidate;
  }
  throw new DragomanError(
    'image_files_missing',
    `There is no containers/agents/Containerfile above ${own}: images of agents are built from a clone of Dragoman's repository.`,
  );
}
