import { realPath } from '@dragoman/sandbox';
import type { ChatAgent } from '../chat/chat-agent.js';
import { defaultCacheDirectory } from '../install/cache-directory.js';

/**
 * The folders in which Dragoman keeps what it relies on, by their real paths: sessions and journals, and
 * the agents that it starts. No agent that is confined may change them.
 */
export function ownFolders(
  stateDirectory: string,
  { hidden = [] }: Pick<ChatAgent<never>, 'hidden'>,
): Promise<readonly string[]> {
  return Promise.all([stateDirectory, defaultCacheDirectory(), ...hidden].map(realPath));
}
