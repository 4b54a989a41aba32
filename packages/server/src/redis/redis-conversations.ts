import type {
  Conversation,
  ConversationStore,
  StoredTurn,
  TurnStatus,
} from '../store/turn-store.js';
import type { KeyNames } from './key-names.js';
import { jsonIn } from './known-turn.js';
import type { Membership } from './membership.js';
import type { OwedWork } from './owed-work.js';
import type { RedisLink } from './redis-link.js';
import { compareAndSet } from './scripts.js';
import { isUnavailable } from './unavailable.js';

/** Which turn has a conversation, and what is known of that. */
interface Claim {
  readonly conversation: Conversation;
  /** The node that took it, and until when that counts. */
  readonly node: string;
  readonly epoch: number;
  /** Whether its turn has begun: if that isn't there, it is gone. */
  readonly hasBegun: boolean;
  /** Where its session and its folder are. */
  readonly home?: Home | undefined;
}

interface Home {
  /** The id of a state folder. */
  readonly folder: string;
  /** What people call its node. */
  readonly name: string;
}

/** What Redis has of a conversation: who has it, and who had it before, should that one give it up. */
interface WrittenConversation {
  readonly claim: Claim;
  readonly before?: Claim | undefined;
}

export interface RedisConversations extends ConversationStore {
  /** Makes known again which conversations the turns at work here have, where Redis has forgotten them. */
  refill(): Promise<void>;
  /** Makes a conversation of this state folder known, where Redis has none of its name. */
  restore(conversation: Conversation): Promise<void>;
  /** A turn has ended: this process no longer keeps its conversation known. */
  ended(turnId: string): void;
}

export interface RedisConversationsOptions {
  readonly link: RedisLink;
  readonly keys: KeyNames;
  readonly membership: Membership;
  readonly find: (turnId: string) => Promise<FoundTurn | undefined>;
  /** Whether a turn of another machine has not ended there. */
  readonly isAtWorkThere: (found: FoundTurn) => Promise<boolean>;
  readonly where: (home: Home) => Promise<string>;
  readonly owed: OwedWork;
}

/** A turn, and where it is: nothing if that is here. */
export interface FoundTurn {
  readonly turn: StoredTurn;
  readonly home: Home;
  readonly isHere: boolean;
}

const KEPT_MS = String(90 * 24 * 60 * 60 * 1000);

export function createRedisConversations(options: RedisConversationsOptions): RedisConversations {
  const { link, keys, membership, find, isAtWorkThere, where, owed } = options;
  /** Those of turns at work here. */
  const held = new Map<string, Claim>();

  const read = async (client: string, name: string) => {
    const key = keys.conversation(client, name);
    const reply = await link.command(['GET', key]);
    const text = typeof reply === 'string' ? reply : '';
    return { key, text, written: text === '' ? undefined : jsonIn<WrittenConversation>(text) };
  };
  const replace = async (key: string, from: string, to: WrittenConversation | undefined) => {
    const next = to === undefined ? '' : JSON.stringify(to);
    return (await link.script(compareAndSet, [key], [from, next, KEPT_MS])) === 1;
  };
  const ownHome = (): Home => ({ folder: membership.folder, name: membership.name });

  /** What is noted, and what its turn says: a process may die before it has noted that. */
  const known = async (
    claim: Claim,
  ): Promise<{ conversation: Conversation; home?: Home | undefined }> => {
    const { conversation } = claim;
    const found = await find(conversation.turnId);
    const status = await found?.turn.status().catch(() => undefined);
    if (found === undefined) return { conversation, home: claim.home };
    const { agent, workspace, folder } = found.turn.entry;
    const sessionId = status?.sessionId ?? conversation.sessionId;
    const isNews = status?.sessionId !== undefined || folder !== undefined;
    return {
      conversation: {
        ...conversation,
        ...{ agent, workspace },
        ...(folder !== undefined && { folder }),
        ...(sessionId !== undefined && { sessionId }),
      },
      home: isNews ? found.home : claim.home,
    };
  };

  const isAtWork = async ({ conversation, node, epoch, hasBegun }: Claim): Promise<boolean> => {
    const found = await find(conversation.turnId);
    if (found === undefined) return !hasBegun && (await membership.records.isHere(node, epoch));
    const status: TurnStatus | undefined = await found.turn.status().catch(() => undefined);
    if (status === undefined || status.end !== undefined) return false;
    // Its end may be on its way.
    return found.isHere || isAtWorkThere(found);
  };

  const release = async ({ client, name, turnId }: Conversation): Promise<void> => {
    held.delete(turnId);
    for (;;) {
      const { key, text, written } = await read(client, name);
      if (written?.claim.conversation.turnId !== turnId) return;
      const { before } = written;
      if (await replace(key, text, before && { claim: before })) return;
    }
  };

  return {
    async find(client, name) {
      const { written } = await read(client, name);
      if (written === undefined) return undefined;
      const { conversation, home } = await known(written.claim);
      const isBound = conversation.sessionId !== undefined || conversation.folder !== undefined;
      const isHere = home === undefined || home.folder === membership.folder;
      return isBound && !isHere ? { ...conversation, elsewhere: await where(home) } : conversation;
    },
    async take(asked) {
      await membership.join();
      for (;;) {
        const { key, text, written } = await read(asked.client, asked.name);
        const claim = written?.claim;
        if (claim !== undefined && (await isAtWork(claim))) return claim.conversation;
        const before = claim && (await known(claim));
        const next: Claim = {
          conversation: { ...asked, ...before?.conversation, turnId: asked.turnId },
          ...{ node: membership.id, epoch: membership.epoch, hasBegun: false },
          home: before?.home,
        };
        const isTaken = await replace(key, text, { claim: next, before: claim }).catch(
          async (error: unknown) => {
            // It may have been taken, and nobody would give it back.
            if (isUnavailable(error)) await owed.settle(() => release(asked));
            throw error;
          },
        );
        if (isTaken) return 'taken';
      }
    },
    async note({ elsewhere: _elsewhere, ...conversation }) {
      for (;;) {
        const { key, text, written } = await read(conversation.client, conversation.name);
        const claim = written?.claim;
        if (claim?.conversation.turnId !== conversation.turnId) return;
        const isBound = conversation.sessionId !== undefined || conversation.folder !== undefined;
        const noted: Claim = {
          ...claim,
          conversation,
          hasBegun: true,
          home: isBound ? (claim.home ?? ownHome()) : claim.home,
        };
        if (!(await replace(key, text, { claim: noted }))) continue;
        held.set(conversation.turnId, noted);
        return;
      }
    },
    release: (conversation) => owed.settle(() => release(conversation)),
    async restore(conversation) {
      const { client, name } = conversation;
      const { id: node, epoch } = membership;
      const claim: Claim = { conversation, node, epoch, hasBegun: true, home: ownHome() };
      await replace(keys.conversation(client, name), '', { claim });
    },
    async refill() {
      for (const claim of held.values()) {
        const { client, name } = claim.conversation;
        await replace(keys.conversation(client, name), '', { claim });
      }
    },
    ended: (turnId) => void held.delete(turnId),
  };
}
