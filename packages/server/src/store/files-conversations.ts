import { createHash } from 'node:crypto';
import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { isJsonObject } from '@dragoman/protocol';
import {
  createFileOnce,
  isProcessOwner,
  makeFolder,
  namesIn,
  type ProcessOwner,
  readJsonFile,
  removeTree,
  thisOwner,
  writeJsonFile,
} from '@dragoman/sandbox';
import type { Conversation, ConversationStore } from './turn-store.js';

/** How far a turn of a conversation is. */
export interface TurnProgress {
  /** Neither ended nor given up. */
  isAtWork(claim: ConversationClaim): Promise<boolean>;
  /** What a turn knows of itself, whoever could note it here. */
  knownOf(turnId: string): Promise<TurnFacts | undefined>;
}

/** What a conversation gets from its turns. */
export type TurnFacts = Pick<Conversation, 'agent' | 'workspace' | 'folder' | 'sessionId'>;

/** A conversation as its file has it. */
export interface ConversationClaim {
  readonly conversation: Conversation;
  /** The process that took it. */
  readonly owner: ProcessOwner;
  /** Whether its turn has begun: if that isn't there, it is gone. */
  readonly hasBegun: boolean;
}

interface NumberedClaim extends ConversationClaim {
  readonly number: number;
}

const NAME = /^(\d{1,15})\.json$/;

/**
 * Conversations as folders with numbered files, of which the highest counts. To take a conversation is
 * to make the next one, which only one can, in whatever process: there is no lock that could be left.
 */
export function createFilesConversations(root: string, progress: TurnProgress): ConversationStore {
  const folderOf = (client: string, name: string): string =>
    join(root, createHash('sha256').update(`${client}\0${name}`).digest('hex'));

  const latest = async (folder: string): Promise<NumberedClaim | undefined> => {
    for (const number of (await numbersIn(folder)).reverse()) {
      const claim = await readJsonFile(fileOf(folder, number), isClaim);
      // One that was given up in between.
      if (claim !== undefined) return { ...claim, number };
    }
    return undefined;
  };

  /** What is noted, and what its turn says: a process may die before it has noted that. */
  const known = async ({ conversation }: ConversationClaim): Promise<Conversation> => {
    const facts = await progress.knownOf(conversation.turnId);
    const sessionId = facts?.sessionId ?? conversation.sessionId;
    return { ...conversation, ...facts, ...(sessionId !== undefined && { sessionId }) };
  };

  /** The claim of the turn that is said to have a conversation, if it has. */
  const held = async ({ client, name, turnId }: Conversation) => {
    const folder = folderOf(client, name);
    const claim = await latest(folder);
    return claim?.conversation.turnId === turnId ? { folder, claim } : undefined;
  };

  return {
    async find(client, name) {
      const claim = await latest(folderOf(client, name));
      return claim && known(claim);
    },
    async take(asked) {
      const folder = folderOf(asked.client, asked.name);
      for (;;) {
        const claim = await latest(folder);
        if (claim !== undefined && (await progress.isAtWork(claim))) return claim.conversation;
        const before = claim && (await known(claim));
        const conversation = { ...asked, ...before, turnId: asked.turnId };
        const number = (claim?.number ?? 0) + 1;
        const content = { conversation, owner: thisOwner(), hasBegun: false };
        makeFolder(folder);
        if (!createFileOnce(fileOf(folder, number), JSON.stringify(content))) continue;
        // The one before stays: it counts again if this turn can't begin.
        for (const old of await numbersIn(folder)) {
          if (old < number - 1) rmSync(fileOf(folder, old), { force: true });
        }
        return 'taken';
      }
    },
    async note(conversation) {
      const found = await held(conversation);
      if (found === undefined) return;
      const { folder, claim } = found;
      const content = { conversation, owner: claim.owner, hasBegun: true };
      writeJsonFile(fileOf(folder, claim.number), content);
    },
    async release(conversation) {
      const found = await held(conversation);
      if (found === undefined) return;
      rmSync(fileOf(found.folder, found.claim.number), { force: true });
    },
    remove: (client, name) => removeTree(folderOf(client, name)),
  };
}

function fileOf(folder: string, number: number): string {
  return join(folder, `${number}.json`);
}

async function numbersIn(folder: string): Promise<number[]> {
  const numbers = (await namesIn(folder)).flatMap((name) => {
    const number = NAME.exec(name)?.[1];
    return number === undefined ? [] : [Number(number)];
  });
  return numbers.sort((left, right) => left - right);
}

function isClaim(value: unknown): value is ConversationClaim {
  return (
    isJsonObject(value) &&
    isProcessOwner(value.owner) &&
    typeof value.hasBegun === 'boolean' &&
    isJsonObject(value.conversation) &&
    ['client', 'name', 'agent', 'workspace', 'turnId'].every(
      (name) => isJsonObject(value.conversation) && typeof value.conversation[name] === 'string',
    )
  );
}
