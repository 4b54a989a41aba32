import { isJsonObject, parseJson } from '@dragoman/protocol';
import type { KeyNames } from './key-names.js';
import type { RedisLink } from './redis-link.js';
import { compareAndSet } from './scripts.js';

/** A process that conducts turns, as the others see it. */
export interface NodeRecord {
  readonly id: string;
  /** What people call it. */
  readonly name: string;
  /** The id of its state folder: where that is, its sessions can go on. */
  readonly folder: string;
  /** Grows whenever the node has been given up. */
  readonly epoch: number;
  /** Grows as long as it lives. */
  readonly beat: number;
  /** `lost`: others have given it up. */
  readonly state: 'here' | 'lost';
}

/** So long a node that was given up learns of it. */
const KEPT_MS = 7 * 24 * 60 * 60 * 1000;

/** The records of nodes: each is changed only by who has seen what it was. */
export interface NodeRecords {
  /** The text of a record, by which it is known again. */
  read(id: string): Promise<string | undefined>;
  /** Whether it was still as expected, and is now as given. */
  replace(id: string, expected: string | undefined, next: NodeRecord | undefined): Promise<boolean>;
  ids(): Promise<readonly string[]>;
  /** One that has no record is none. One that lives makes itself known again. */
  forget(id: string): Promise<void>;
  /** Whether a node lives that has not been given up since an epoch. */
  isHere(id: string, epoch: number): Promise<boolean>;
  /** The nodes that have this state folder. */
  ofFolder(folder: string): Promise<readonly NodeRecord[]>;
}

export function createNodeRecords(link: RedisLink, keys: KeyNames): NodeRecords {
  const read = async (id: string): Promise<string | undefined> => {
    const text = await link.command(['GET', keys.node(id)]);
    return typeof text === 'string' ? text : undefined;
  };
  const ids = async (): Promise<readonly string[]> =>
    textsIn(await link.command(['SMEMBERS', keys.nodes]));
  return {
    read,
    ids,
    async forget(id) {
      await link.command(['SREM', keys.nodes, id]);
    },
    async replace(id, expected = '', next) {
      const text = next === undefined ? '' : JSON.stringify(next);
      // Before the record is there: whoever looks after nodes finds all of them.
      if (next !== undefined) await link.command(['SADD', keys.nodes, id]);
      const args = [expected, text, String(KEPT_MS)];
      const isReplaced = (await link.script(compareAndSet, [keys.node(id)], args)) === 1;
      if (isReplaced && next === undefined) await link.command(['SREM', keys.nodes, id]);
      return isReplaced;
    },
    async isHere(id, epoch) {
      const record = nodeIn(await read(id));
      return record?.state === 'here' && record.epoch === epoch;
    },
    async ofFolder(folder) {
      const records = (await Promise.all((await ids()).map(read))).map(nodeIn);
      return records.flatMap((one) =>
        one?.state === 'here' && one.folder === folder ? [one] : [],
      );
    },
  };
}

export function nodeIn(text: string | undefined): NodeRecord | undefined {
  const json = text === undefined ? undefined : parseJson(text);
  return json?.ok && isNodeRecord(json.value) ? json.value : undefined;
}

function isNodeRecord(value: unknown): value is NodeRecord {
  return (
    isJsonObject(value) &&
    ['id', 'name', 'folder'].every((key) => typeof value[key] === 'string') &&
    ['epoch', 'beat'].every((key) => typeof value[key] === 'number') &&
    (value.state === 'here' || value.state === 'lost')
  );
}

/** The texts of a reply that is a list of them. */
export function textsIn(reply: unknown): readonly string[] {
  return Array.isArray(reply) ? reply.filter((one): one is string => typeof one === 'string') : [];
}
