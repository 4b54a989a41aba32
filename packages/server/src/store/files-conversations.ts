import { createHash } from 'node:crypto';
import { rmSync } from 'node:fs';
import { rmdir, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { isJsonObject, parseJson } from '@dragoman/protocol';
import { errorCode } from '@dragoman/protocol/internal';
import { readLock } from '@dragoman/runtime/internal';
import {
  createFileOnce,
  isProcessOwner,
  makeFolder,
  namesIn,
  type ProcessOwner,
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
  /** What the turns of a conversation know of it, where its own file can't be read. */
  fromTurns(client: string, name: string): Promise<Conversation | undefined>;
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

export interface FilesConversations extends ConversationStore {
  /** Forgets those of long ago whose turn is gone. */
  prune(): Promise<void>;
}

/** Longer than sessions are kept: whoever goes on with one that is gone must learn that it is. */
const KEPT_MS = 90 * 24 * 60 * 60 * 1000;

/** Another turn has taken the conversation since, or another server has removed it. */
const NOT_REMOVED: ReadonlySet<string> = new Set(['ENOTEMPTY', 'ENOENT']);

const NAME = /^(\d{1,15})\.json$/;

/**
 * Conversations as folders with numbered files, of which the highest counts. To take a conversation is
 * to make the next one, which only one can, in whatever process: there is no lock that could be left.
 */
export function createFilesConversations(root: string, progress: TurnProgress): FilesConversations {
  const folderOf = (client: string, name: string): string =>
    join(root, createHash('sha256').update(`${client}\0${name}`).digest('hex'));

  /** The claim that counts, and the highest number that is taken, by whatever. */
  const latest = async (client: string, name: string) => {
    const folder = folderOf(client, name);
    let highest = 0;
    for (const number of (await numbersIn(folder)).reverse()) {
      const text = readLock(fileOf(folder, number));
      // One that was given up in between.
      if (text === undefined) continue;
      highest = Math.max(highest, number);
      const claim = claimIn(text) ?? (await restored(client, name));
      if (claim !== undefined) return { folder, highest, claim: { ...claim, number } };
    }
    return { folder, highest, claim: undefined };
  };

  /** For one that was cut off when the machine lost its power. */
  const restored = async (client: string, name: string) => {
    const conversation = await progress.fromTurns(client, name);
    return conversation && { conversation, owner: thisOwner(), hasBegun: true };
  };

  /** Whether nobody comes back to a conversation. One that can't be read may still be restored. */
  const isForgotten = async (folder: string): Promise<boolean> => {
    const status = await stat(folder).catch(() => undefined);
    if (status === undefined || Date.now() - status.mtimeMs < KEPT_MS) return false;
    const last = (await numbersIn(folder)).at(-1);
    if (last === undefined) return true;
    const claim = claimIn(readLock(fileOf(folder, last)) ?? '');
    return claim !== undefined && (await progress.knownOf(claim.conversation.turnId)) === undefined;
  };

  /** What is noted, and what its turn says: a process may die before it has noted that. */
  const known = async ({ conversation }: ConversationClaim): Promise<Conversation> => {
    const facts = await progress.knownOf(conversation.turnId);
    const sessionId = facts?.sessionId ?? conversation.sessionId;
    return { ...conversation, ...facts, ...(sessionId !== undefined && { sessionId }) };
  };

  /** The claim of the turn that is said to have a conversation, if it has. */
  const held = async ({ client, name, turnId }: Conversation) => {
    const { folder, claim } = await latest(client, name);
    return claim?.conversation.turnId === turnId ? { folder, claim } : undefined;
  };

  return {
    async find(client, name) {
      const { claim } = await latest(client, name);
      return claim && known(claim);
    },
    async take(asked) {
      for (;;) {
        const { folder, highest, claim } = await latest(asked.client, asked.name);
        if (claim !== undefined && (await progress.isAtWork(claim))) return claim.conversation;
        const before = claim && (await known(claim));
        const conversation = { ...asked, ...before, turnId: asked.turnId };
        const number = highest + 1;
        const content = { conversation, owner: thisOwner(), hasBegun: false };
        makeFolder(folder);
        if (!createFileOnce(fileOf(folder, number), JSON.stringify(content))) continue;
        // Whatever goes wrong from here on, the turn has the conversation. Old files are removed at the
        // next take, then.
        await removeBefore(folder, claim?.number ?? 0).catch(() => {});
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
    async prune() {
      for (const name of await namesIn(root)) {
        const folder = join(root, name);
        const numbers = await numbersIn(folder);
        if (!(await isForgotten(folder))) continue;
        for (const number of numbers) rmSync(fileOf(folder, number), { force: true });
        await rmdir(folder).catch((error: unknown) => {
          if (!NOT_REMOVED.has(errorCode(error) ?? '')) throw error;
        });
      }
    },
  };
}

function fileOf(folder: string, number: number): string {
  return join(folder, `${number}.json`);
}

/** The file of a number stays: it counts again if the turn after it can't begin. */
async function removeBefore(folder: string, number: number): Promise<void> {
  for (const old of await numbersIn(folder)) {
    if (old < number) rmSync(fileOf(folder, old), { force: true });
  }
}

async function numbersIn(folder: string): Promise<number[]> {
  const numbers = (await namesIn(folder)).flatMap((name) => {
    const number = NAME.exec(name)?.[1];
    return number === undefined ? [] : [Number(number)];
  });
  return numbers.sort((left, right) => left - right);
}

function claimIn(text: string): ConversationClaim | undefined {
  const json = parseJson(text);
  return json.ok && isClaim(json.value) ? json.value : undefined;
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
