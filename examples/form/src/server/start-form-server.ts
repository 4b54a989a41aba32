import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { parseAgentReference } from '@dragoman/agents';
import { installAgent, resolveModelAccess } from '@dragoman/runtime';
import { defaultSandboxKind, makeTemporaryFolder, type SandboxKind } from '@dragoman/sandbox';
import { createServer } from '@dragoman/server';
import { listen } from '@dragoman/server/node';
import { createRedisTurnStore } from '@dragoman/server/redis';
import { createApp } from './create-app.js';
import { letter } from './letter.js';
import type { FormOptions } from './read-options.js';
import { scriptedAccess, type Tempo } from './scripted-access.js';

export interface FormServerOptions extends Omit<FormOptions, 'redis'> {
  readonly redis?: string | undefined;
  /** The folder with the built page. */
  readonly page: string;
  /** Where turns are. Several servers may share it. Default: a folder that goes with the server. */
  readonly stateDirectory?: string;
  /** How fast the scripted model is. Default: about as fast as a real one. */
  readonly tempo?: Tempo;
  /** Hears what takes long. */
  readonly say?: (line: string) => void;
  /** Gives up while it is being prepared. */
  readonly signal?: AbortSignal;
}

export interface FormServer {
  readonly url: string;
  /** Stops all agents, and comes back when none is left. */
  close(): Promise<void>;
}

const LIKE_A_MODEL: Tempo = { delay: 700 };

/** Page, relay and agents, from one process. */
export async function startFormServer(options: FormServerOptions): Promise<FormServer> {
  const { agents, live, port, page, redis, tempo = LIKE_A_MODEL } = options;
  const references = agents.map(parseAgentReference);
  const policies = references.map(({ name }, index) => {
    const access = live
      ? resolveModelAccess({ agent: name, env: process.env })
      : scriptedAccess(tempo);
    return [name, { agent: agents[index] ?? name, access }] as const;
  });
  const sandbox = options.sandbox ?? (await defaultSandboxKind());
  await install(options, references, sandbox);
  const folder = await makeTemporaryFolder('dragoman-form-');
  const remove = () => rm(folder, { recursive: true, force: true, maxRetries: 3 });
  try {
    // What agents work in stands beside it, and goes with it.
    const stateDirectory = options.stateDirectory ?? join(folder, 'state');
    const server = createServer({
      stateDirectory,
      ...(redis !== undefined && {
        store: createRedisTurnStore({ url: redis, stateDirectory }),
      }),
      policy: {
        agents: Object.fromEntries(policies),
        // The agent works in the page. Its folder is an empty one.
        workspaces: { empty: { template: '' } },
        sandbox,
        // What a script does is written in it; a real model in no sandbox must ask.
        ...(!live && { permission: 'bypass' }),
      },
    });
    const setup = {
      agents: references.map(({ name }) => name),
      model: live ? 'live' : 'scripted',
      letter,
    } as const;
    const app = createApp({ page, server, setup });
    const served = { ...server, fetch: async (request: Request) => app.fetch(request) };
    const { url, close } = await listen(served, { port });
    return {
      url,
      async close() {
        await close();
        await remove();
      },
    };
  } catch (error) {
    await remove();
    throw error;
  }
}

/** A container has its own agents. */
async function install(
  { say, signal }: FormServerOptions,
  references: readonly ReturnType<typeof parseAgentReference>[],
  sandbox: SandboxKind,
): Promise<void> {
  if (sandbox === 'container') return;
  for (const agent of references) {
    let isSaid = false;
    await installAgent({
      agent,
      ...(signal !== undefined && { signal }),
      onProgress({ phase }) {
        if (phase !== 'downloading' || isSaid) return;
        isSaid = true;
        say?.(`${agent.name} ${agent.version}: downloading (once)`);
      },
    });
  }
}
