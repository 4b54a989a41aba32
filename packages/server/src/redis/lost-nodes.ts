import type { EndEvent } from '@dragoman/protocol';
import { REDIS_DEFAULTS } from './contract.js';
import { encodeEndParts } from './end-line.js';
import type { KeyNames } from './key-names.js';
import { type NodeRecord, textsIn } from './node-records.js';
import type { RedisLink } from './redis-link.js';
import { endLostTurn } from './scripts.js';
import { TURN_KEPT_MS } from './turn-publisher.js';

const END: EndEvent = {
  type: 'end',
  status: 'failed',
  exit_code: null,
  signal: null,
  code: 'owner_lost',
  reason:
    'The server that conducted the turn was not heard of for too long, and the others have ended it.',
};

/** Gives each turn of a node that is given up its one end. Any number of nodes may do so at once. */
export async function endTurnsOfLost(
  link: RedisLink,
  keys: KeyNames,
  { id: node, epoch, folder }: NodeRecord,
  keepEventsMs: number = REDIS_DEFAULTS.keepEventsMs,
): Promise<void> {
  for (const id of textsIn(await link.command(['SMEMBERS', keys.nodeTurns(node)]))) {
    const [before, after] = encodeEndParts(END, new Date());
    const isEnded = await link.script(
      endLostTurn,
      [keys.turn(id), keys.events(id), ...keys.relay(id)],
      [
        ...[node, String(epoch), before, after, JSON.stringify(END), keys.news(id)],
        ...[String(keepEventsMs), String(TURN_KEPT_MS)],
      ],
    );
    // For the machine of its journal, should it come back.
    if (isEnded === 1) await link.command(['SADD', keys.folderLost(folder), id]);
    await link.command(['SREM', keys.nodeTurns(node), id]);
  }
}
