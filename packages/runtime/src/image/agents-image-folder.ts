import { fileURLToPath } from 'node:url';

/** The folder with the Containerfile of the agents' image and what it copies. */
export function agentsImageFolder(): string {
  return fileURLToPath(new URL('../../../../containers/agents', import.meta.url));
}
