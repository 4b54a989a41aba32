import type { StoredTurn } from '../store/turn-store.js';
import {
  type ControlReceipt,
  type ControlRequest,
  type ControlRequestsOptions,
  createControlRequests,
} from './control-requests.js';
import { type HomeRequest, LOAD_MS } from './home-requests.js';
import type { KnownTurn } from './known-turn.js';
import type { Membership } from './membership.js';
import { claimReceipt, type OwnerClaims } from './owner-claims.js';
import { isUnavailable, unavailable } from './unavailable.js';

/** What only the node of a turn can do: asked of it, and done here for others. */
export interface OwnerRequests {
  /** `gone`: the turn has ended, and its node isn't there any more. */
  ask(known: KnownTurn, request: ControlRequest): Promise<ControlReceipt | 'gone'>;
  /**
   * Asks the servers of the machine that has the folder of a turn; `gone` where there is none, or none has it
   * any more.
   */
  askHome(folder: string, turnId: string, request: HomeRequest): Promise<ControlReceipt | 'gone'>;
  /** Whether a turn is at work, by the word of its node: its end may not have got here. */
  isAtWork(known: KnownTurn): Promise<boolean>;
  close(): void;
}

export interface OwnerRequestsOptions
  extends Pick<ControlRequestsOptions, 'link' | 'keys' | 'onFailure' | 'onNews'> {
  readonly membership: Membership;
  /** Reads what this machine has for another. */
  readonly readHere: (turnId: string, request: HomeRequest) => Promise<ControlReceipt>;
  readonly findHere: (turnId: string) => Promise<StoredTurn | undefined>;
  /** Which pages have which requests, of a turn that this process conducts. */
  readonly claimsHere: OwnerClaims['here'];
}

/** So long a node may take to answer another. */
const DEADLINE_MS = 10_000;

export function createOwnerRequests(options: OwnerRequestsOptions): OwnerRequests {
  const { link, keys, membership, findHere, onFailure, onNews } = options;

  const handle = async (id: string, request: ControlRequest): Promise<ControlReceipt> => {
    if (request.kind === 'artifact' || request.kind === 'messages') {
      return options.readHere(id, request);
    }
    if (request.kind === 'claim' || request.kind === 'release' || request.kind === 'claimant') {
      return claimReceipt(options.claimsHere(id), request);
    }
    const turn = await findHere(id);
    if (turn === undefined) return 'gone';
    switch (request.kind) {
      case 'answer':
        return turn.answer(request.requestId, request.answer);
      case 'input':
        await turn.input(request.text);
        return 'taken';
      case 'cancel':
        // Whoever asked waits for the end by itself.
        void turn.cancel(request.reason).catch(onFailure);
        return 'ok';
      case 'state':
        return (await turn.status()).end === undefined ? 'at work' : 'over';
    }
  };

  const controls = createControlRequests({
    ...{ link, keys, node: membership.id, onFailure, onNews, handle },
  });
  const opened = controls.open();

  const ask: OwnerRequests['ask'] = async ({ node, epoch, entry, status }, request) => {
    await opened;
    const send = () => controls.ask(node, entry.id, request, DEADLINE_MS);
    const isHere = membership.records.isHere(node, epoch);
    // What may be sent again is sent at once: to a node that isn't there it does no harm.
    const sent = request.kind === 'input' ? undefined : send();
    sent?.catch(() => {});
    if (await isHere) return sent ?? send();
    if (status.end !== undefined) return 'gone';
    throw unavailable(undefined, 'The server that conducts the turn isn’t there: try again soon.');
  };

  const askHome: OwnerRequests['askHome'] = async (folder, turnId, request) => {
    await opened;
    const nodes = await membership.records.ofFolder(folder);
    if (nodes.length === 0) return 'gone';
    const deadlineMs = request.kind === 'messages' ? LOAD_MS : DEADLINE_MS;
    // One that has just died is among them for the time of a lease: the first that answers counts.
    const answers = nodes.map(async ({ id }) => {
      const asked = controls.ask(id, turnId, request, deadlineMs);
      return asked.then((receipt) => ({ receipt }), refusedWith);
    });
    const first = await Promise.any(answers).catch((error: AggregateError) => {
      throw error.errors[0];
    });
    if ('refused' in first) throw first.refused;
    return first.receipt;
  };

  return {
    ...{ ask, askHome },
    async isAtWork(known) {
      const state = await ask(known, { kind: 'state' }).catch((error: unknown) => {
        if (isUnavailable(error)) return 'at work';
        throw error;
      });
      return state === 'at work';
    },
    close: () => controls.close(),
  };
}

/** What a node said counts; one that says nothing may not be there. */
function refusedWith(error: unknown): { readonly refused: unknown } {
  if (isUnavailable(error)) throw error;
  return { refused: error };
}
