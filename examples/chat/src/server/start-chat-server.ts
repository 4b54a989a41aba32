import { rm } from 'node:fs/promises';
import { basename, join, resolve } from 'node:path';
import { parseAgentReference } from '@dragoman/agents';
import { createDragoman } from '@dragoman/ai-sdk';
import { makeTemporaryFolder, realFolder } from '@dragoman/sandbox';
import type { Place } from '../shared/location.js';
import { createChats } from './chats.js';
import { chooseAccess } from './choose-access.js';
import { chooseSandbox } from './choose-sandbox.js';
import { createApp } from './create-app.js';
import { installShown } from './install-shown.js';
import { listen } from './listen.js';
import type { ChatOptions } from './read-options.js';
import { suggestedPieces } from './script/find-piece.js';
import type { Tempo } from './script/scripted-access.js';
import { turnsEnded } from './turns-ended.js';

export interface ChatServerOptions extends ChatOptions {
  /** The folder with the built page. */
  readonly page: string;
  /** Where agents are installed. Default: Dragoman's own cache. */
  readonly cacheDir?: string;
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
  const { agent, live, port, page, cacheDir, signal, tempo = LIKE_A_MODEL } = options;
  const { say = () => undefined } = options;
  const reference = parseAgentReference(agent);
  const access = chooseAccess(options, reference, tempo);
  const sandbox = await chooseSandbox(options.sandbox);
  const workspace = options.workspace && (await ownProject(options.workspace));
  if (sandbox !== 'container') await installShown({ agent: reference, cacheDir, say, signal });
  const folder = await makeTemporaryFolder('dragoman-chat-');
  const stateDirectory = join(folder, 'state');
  const remove = () => rm(folder, { recursive: true, force: true, maxRetries: 3 });

  const chats = createChats({ workspace, folder, sampleName: SAMPLE_NAME });
  const dragoman = createDragoman({
    sandbox,
    stateDirectory,
    ...(cacheDir !== undefined && { cacheDir }),
    // What a script runs is written in it; a real model in no sandbox must ask.
    ...(!live && { permission: 'bypass' }),
  });
  const app = createApp({
    page,
    desk: {
      chats,
      model: (chat, asked) => dragoman(agent, { cwd: chat.workspace, access: access(asked) }),
    },
    place: {
      agent: reference.name,
      version: reference.version,
      model: live ? 'live' : 'scripted',
      sandbox,
      project: workspace === undefined ? SAMPLE_NAME : basename(workspace),
      suggestions: workspace === undefined ? suggestions() : [],
    },
  });
  try {
    const { url, close } = await listen(app, port);
    return {
      url,
      folder,
      async close() {
        chats.stopAll();
        await close();
        // Whoever still has to end one needs what is written there.
        if (await turnsEnded(stateDirectory)) await remove();
        else say(`An agent doesn't stop. What is known of it is in ${folder}.`);
      },
    };
  } catch (error) {
    await remove();
    throw error;
  }
}

/** A real model can do what the script can. */
function suggestions(): Place['suggestions'] {
  return suggestedPieces.map(({ title, prompt }) => ({ title, prompt }));
}

function ownProject(path: string): Promise<string> {
  return realFolder(resolve(path), 'workspace_missing', 'The workspace');
}
