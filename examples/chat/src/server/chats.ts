import { join } from 'node:path';
import { layOutSampleProject } from './lay-out-sample-project.js';

/** What the server knows of a conversation. The messages themselves are the page's. */
export interface Chat {
  readonly workspace: string;
  /**
   * The agent's own session, once it has one: the next message goes on with it. It never leaves the
   * server, because whoever may choose it may go on with any session.
   */
  sessionId: string | undefined;
  /** Aborts when the agent is to stop: what it does now, or while it waits for an answer of the page. */
  readonly stopping: AbortSignal;
  stop(): void;
}

/** All conversations of this server, by the ids that the pages gave them. */
export interface Chats {
  open(id: string): Promise<Chat>;
  stop(id: string): void;
  stopAll(): void;
}

export interface ChatsOptions {
  /** The one folder that all of them work in. Otherwise each gets a sample project. */
  readonly workspace: string | undefined;
  /** Where sample projects are put. */
  readonly folder: string;
  readonly sampleName: string;
}

export function createChats({ workspace, folder, sampleName }: ChatsOptions): Chats {
  const chats = new Map<string, Promise<Chat>>();
  /** Aborts for good: a chat that begins after it stops before it has asked anything. */
  const closing = new AbortController();
  let begun = 0;

  const begin = async (): Promise<Chat> => {
    begun += 1;
    const own = join(folder, String(begun), sampleName);
    if (workspace === undefined) await layOutSampleProject(own);
    return createChat(workspace ?? own, closing.signal);
  };

  return {
    async open(id) {
      const chat = chats.get(id) ?? begin();
      chats.set(id, chat);
      try {
        return await chat;
      } catch (error) {
        // The next message tries again.
        chats.delete(id);
        throw error;
      }
    },
    stop(id) {
      // One that couldn't begin has nothing to stop.
      chats.get(id)?.then(
        (chat) => chat.stop(),
        () => undefined,
      );
    },
    stopAll: () => closing.abort(),
  };
}

function createChat(workspace: string, closing: AbortSignal): Chat {
  let stopping = new AbortController();
  return {
    workspace,
    sessionId: undefined,
    get stopping() {
      return AbortSignal.any([closing, stopping.signal]);
    },
    stop() {
      stopping.abort();
      stopping = new AbortController();
    },
  };
}
