import { rm } from 'node:fs/promises';
import { basename, join, resolve } from 'node:path';
import { parseAgentReference } from '@dragoman/agents';
import { createUiMapper } from '@dragoman/ai-sdk/ui';
import { makeTemporaryFolder, realFolder } from '@dragoman/sandbox';
import { createServer } from '@dragoman/server';
import { listen } from '@dragoman/server/node';
import type { ChatSetup } from '../shared/chat-setup.js';
import { chooseAccess } from './choose-access.js';
import { chooseSandbox } from './choose-sandbox.js';
import { createApp } from './create-app.js';
import { installShown } from './install-shown.js';
import { layOutSampleProject } from './lay-out-sample-project.js';
import type { ChatOptions } from './read-options.js';
import { suggestedPieces } from './script/find-piece.js';
import type { Tempo } from './script/scripted-access.js';

export interface ChatServerOptions extends ChatOptions {
  /** The folder with the built page. */
  readonly page: string;
  /** How fast the scripted model is. Default: about as fast as a real one. */
  readonly tempo?: Tempo;
  /** Hears what takes long. */
  readonly say?: (line: string) => void;
  /** Gives up while it is being prepared. */
  readonly signal?: AbortSignal;
}

export interface ChatServer {
  readonly url: string;
  /** Where sessions, journals and sample projects are. It goes with the server. */
  readonly folder: string;
  /** Stops all agents, and comes back when none is left. */
  close(): Promise<void>;
}

const SAMPLE_NAME = 'teahouse';
const LIKE_A_MODEL: Tempo = { delay: 500, pace: 30 };

/**
 * Page, API and agents, from one process. What can't work is refused at once; then the agent is
 * installed, if it isn't. A container has its own.
 */
export async function startChatServer(options: ChatServerOptions): Promise<ChatServer> {
  const { agent, live, port, page, signal, tempo = LIKE_A_MODEL } = options;
  const { say = () => undefined } = options;
  const reference = parseAgentReference(agent);
  const access = chooseAccess(options, reference, tempo);
  const sandbox = await chooseSandbox(options.sandbox);
  const workspace = options.workspace && (await ownProject(options.workspace));
  if (sandbox !== 'container') await installShown({ agent: reference, say, signal });
  const folder = await makeTemporaryFolder('dragoman-chat-');
  const remove = () => rm(folder, { recursive: true, force: true, maxRetries: 3 });
  try {
    const template = join(folder, 'template', SAMPLE_NAME);
    if (workspace === undefined) await layOutSampleProject(template);
    const server = createServer({
      stateDirectory: join(folder, 'state'),
      uiMapper: createUiMapper,
      policy: {
        agents: { [reference.name]: { agent, access: ({ prompt }) => access(prompt) } },
        workspaces: { [SAMPLE_NAME]: workspace === undefined ? { template } : { path: workspace } },
        sandbox,
        // What a script runs is written in it; a real model in no sandbox must ask.
        ...(!live && { permission: 'bypass' }),
      },
    });
    const app = createApp({
      page,
      server,
      setup: {
        agent: reference.name,
        version: reference.version,
        model: live ? 'live' : 'scripted',
        sandbox,
        project: workspace === undefined ? SAMPLE_NAME : basename(workspace),
        suggestions: workspace === undefined ? suggestions() : [],
      },
    });
    const { url, close } = await listen(
      { ...server, fetch: async (request) => app.fetch(request) },
      { port },
    );
    return {
      url,
      folder,
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

/** A real model can do what the script can. */
function suggestions(): ChatSetup['suggestions'] {
  return suggestedPieces.map(({ title, prompt }) => ({ title, prompt }));
}

function ownProject(path: string): Promise<string> {
  return realFolder(resolve(path), 'workspace_missing', 'The workspace');
}
