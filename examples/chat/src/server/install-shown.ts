import type { AgentReference } from '@dragoman/agents';
import { type InstallProgress, installAgent } from '@dragoman/runtime';

export interface InstallShownOptions {
  readonly agent: AgentReference;
  readonly say: (line: string) => void;
  readonly signal: AbortSignal | undefined;
}

const PHASES: Readonly<Record<InstallProgress['phase'], string>> = {
  waiting: 'waiting for another install of it',
  replacing: 'what is there is replaced by a new install',
  downloading: 'downloading (once)',
  verifying: 'checking that it runs',
  done: 'installed',
};

/** Makes sure that an agent is there, in exactly that version, and says what takes so long. */
export async function installShown(options: InstallShownOptions): Promise<void> {
  const { agent, say, signal } = options;
  let shown: string | undefined;
  await installAgent({
    agent,
    ...(signal !== undefined && { signal }),
    onProgress({ phase }) {
      if (phase !== shown) say(`${agent.name} ${agent.version}: ${PHASES[phase]}`);
      shown = phase;
    },
  });
}
