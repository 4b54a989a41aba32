import { refusal } from '../errors/refusal.js';
import { sessionElsewhere } from '../sessions/session-elsewhere.js';
import type { StoredTurn } from '../store/turn-store.js';
import { createNews } from './channel-news.js';
import type { ControlReceipt, ControlRequest } from './control-requests.js';
import { artifactElsewhere, type HomeRequest } from './home-requests.js';
import type { KeyNames } from './key-names.js';
import { type KnownTurn, readKnownTurn } from './known-turn.js';
import type { OwnerRequests } from './owner-requests.js';
import type { RedisLink } from './redis-link.js';
import { createRemoteEvents, POLL_MS, turnGone } from './remote-events.js';

export interface RemoteTurnOptions {
  readonly link: RedisLink;
  readonly keys: KeyNames;
  readonly known: KnownTurn;
  /** Asks the node that conducts the turn; `gone` where there is none any more. */
  readonly ask: (known: KnownTurn, request: ControlRequest) => Promise<ControlReceipt | 'gone'>;
  readonly askHome: OwnerRequests['askHome'];
  /** What clients are told where only the machine of the turn can do something. */
  readonly where: (known: KnownTurn) => Promise<string>;
}

/** What is known of a turn is good for so long where its node is asked, which knows more. */
const LATELY_MS = 500;

/** A turn that another machine conducts: its events come from Redis, and what is asked of it goes there. */
export function createRemoteTurn(options: RemoteTurnOptions): StoredTurn {
  const { link, keys, ask, askHome, where } = options;
  const { entry } = options.known;
  const { id } = entry;

  let latest = { known: options.known, at: performance.now() };
  const knownNow = async (): Promise<KnownTurn> => {
    const known = await readKnownTurn(link, keys, id);
    if (known === undefined) throw turnGone();
    latest = { known, at: performance.now() };
    return known;
  };
  /** Most turns are found just before something is asked of them. */
  const knownLately = async (): Promise<KnownTurn> =>
    performance.now() - latest.at < LATELY_MS ? latest.known : knownNow();
  const events = createRemoteEvents({ link, keys, id, knownNow });

  return {
    entry,
    status: async () => (await knownNow()).status,
    batches: events.batches,
    async *lines(asked) {
      for await (const { lines } of events.batches(asked)) {
        for (const line of lines) {
          yield line;
          if (asked.signal.aborted) return;
        }
      }
    },
    checkCursor: events.checkCursor,
    async artifact(path, from) {
      const known = await knownNow();
      const askIt = (request: HomeRequest) => askHome(known.folder, id, request);
      const artifact = await artifactElsewhere(askIt, path, from);
      if (artifact === 'gone') throw sessionElsewhere(await where(known));
      return artifact;
    },
    async answer(requestId, answer) {
      const receipt = await ask(await knownLately(), { kind: 'answer', requestId, answer });
      if (receipt === 'taken' || receipt === 'late' || receipt === 'unknown') return receipt;
      return (await events.wasAsked(requestId)) ? 'late' : 'unknown';
    },
    async input(text) {
      if ((await ask(await knownLately(), { kind: 'input', text })) === 'gone') {
        throw refusal('turn_over', 'The turn has ended: begin another in its conversation.');
      }
    },
    async cancel(reason) {
      const news = await createNews(link, keys.news(id));
      try {
        const known = await knownNow();
        if (known.status.end !== undefined) return;
        await ask(known, { kind: 'cancel', reason });
        // Its node ends it, or the others do for a node that is lost.
        while ((await knownNow()).status.end === undefined) await news.next(POLL_MS);
      } finally {
        news.close();
      }
    },
  };
}
