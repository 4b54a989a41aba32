import { isJsonObject, parseJson } from '@dragoman/protocol';
import type { TurnEntry, TurnStatus } from '../store/turn-store.js';
import type { KeyNames } from './key-names.js';
import type { RedisLink } from './redis-link.js';

/** A turn as Redis has it. */
export interface KnownTurn {
  readonly entry: TurnEntry;
  readonly node: string;
  readonly epoch: number;
  /** The id of the state folder with its journal, and what people call its node. */
  readonly folder: string;
  readonly name: string;
  readonly status: TurnStatus;
  /** Whether others ended it because its node was lost. */
  readonly isLost: boolean;
}

const FIELDS = ['entry', 'node', 'epoch', 'folder', 'name', 'last', 'over', 'status', 'lost'];

/** What Redis knows of a turn; nothing where it knows none. */
export async function readKnownTurn(
  link: RedisLink,
  keys: KeyNames,
  id: string,
): Promise<KnownTurn | undefined> {
  const reply = await link.command(['HMGET', keys.turn(id), ...FIELDS]);
  const texts = Array.isArray(reply)
    ? reply.map((one) => (typeof one === 'string' ? one : ''))
    : [];
  const [written = '', node = '', epoch, folder = '', name = '', last, over, status, lost] = texts;
  const entry = jsonIn<TurnEntry>(written);
  if (entry === undefined || node === '') return undefined;
  return {
    entry,
    node,
    epoch: Number(epoch),
    folder,
    name,
    status: statusIn(status, Number(last), lost),
    isLost: over === '1' && lost !== undefined && lost !== '',
  };
}

const BEGUN: TurnStatus = {
  state: 'running',
  sessionId: undefined,
  lastSeq: 0,
  requests: [],
  usage: undefined,
  end: undefined,
};

/** As its node wrote it, and as it ended where that was lost. */
function statusIn(written = '', lastSeq: number, lost = ''): TurnStatus {
  const status = { ...BEGUN, ...jsonIn<Partial<TurnStatus>>(written), lastSeq };
  const end = jsonIn<NonNullable<TurnStatus['end']>>(lost);
  return end === undefined ? status : { ...status, state: end.status, requests: [], end };
}

/** What a node of this program has written itself. */
export function jsonIn<Value>(text: string): Value | undefined {
  const json = parseJson(text);
  return json.ok && isJsonObject(json.value) ? (json.value as Value) : undefined;
}

/** A status as others read it. How far the turn is, is known without it. */
export function writtenStatus({ lastSeq: _lastSeq, ...status }: TurnStatus): string {
  return JSON.stringify(status);
}
