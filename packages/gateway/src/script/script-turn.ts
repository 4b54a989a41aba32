import type { IncomingHttpHeaders } from 'node:http';
import { DragomanError } from '@dragoman/protocol';
import { z } from 'zod';
import type { TokenCounts } from '../contract.js';
import {
  type Budget,
  type CostOf,
  createLedger,
  hasPrices,
  type Ledger,
  limitsShape,
  pricesMissing,
} from '../forward/budget.js';
import { checkOptions } from '../server/check-options.js';
import { orAborted } from './or-aborted.js';
import type { Script } from './script.js';
import { createScriptPosition, type ScriptPosition } from './script-position.js';

/**
 * A call beside the conversation: one that offers no tool, such as for a title, or the one with which
 * Claude Code warms a sub-agent up that nobody asked for yet.
 */
export type Aside = 'aside' | 'warm-up';

/** How a turn is let in. */
export interface ScriptTurnOptions {
  /** What the model says in this turn. */
  script?: Script;
  /** What it may use, by what its replies report. */
  budget?: Budget;
  /** What its replies cost, for a budget in dollars. */
  costOf?: CostOf;
  /**
   * Sees every request of the turn before it is answered; a promise that it returns is waited for.
   * When it fails, so does the request (with a 500), and the gateway's `onFailure` gets the reason.
   */
  onRequest?(request: SeenRequest): unknown;
  /** Sees what each reply of the turn reported, when it is over. */
  onReply?(reply: PlayedReply): void;
}

/** A reply as it went out. */
export interface PlayedReply {
  /** Whether it took steps of the script, or answered a call beside the conversation. */
  readonly kind: 'step' | Aside;
  /** What names it: a part of the ids that it has for the client, where its dialect gives it any. */
  readonly tag: string;
  /** Whether it was delivered to its end. */
  readonly isWhole: boolean;
  /** What it reported; of one that broke off, as far as it got. */
  readonly tokens: TokenCounts;
}

/** A request as it came in, the token in its headers included. */
export interface SeenRequest {
  readonly method: string;
  /** With the query. */
  readonly path: string;
  readonly headers: IncomingHttpHeaders;
  /** Parsed; `undefined` when there was none or it was not JSON. */
  readonly body: unknown;
}

/** What the gateway keeps about a turn. */
export interface ScriptTurn {
  readonly script: Script;
  /** Which turn of the gateway this is, from 1. */
  readonly ordinal: number;
  readonly position: ScriptPosition;
  /**
   * Requests that take steps are answered one after the other: a client that gives up and asks
   * again must find the step where it left it, and not the next one.
   */
  readonly lane: Lane;
  readonly ledger: Ledger;
  readonly onRequest: ((request: SeenRequest) => unknown) | undefined;
  readonly onReply: ((reply: PlayedReply) => void) | undefined;
  /** Counts an aside of the turn, from 1. */
  nextAside(): number;
}

const limitsSchema = z.strictObject(limitsShape).refine(hasPrices, pricesMissing);

export function openScriptTurn(
  { script, budget, costOf, onRequest, onReply }: ScriptTurnOptions,
  ordinal: number,
): ScriptTurn {
  if (script === undefined) {
    throw new DragomanError(
      'script_missing',
      'The turn has no script: give one to `admit` or to `startScriptGateway`.',
    );
  }
  checkOptions(limitsSchema, { budget, costOf }, 'The options of a turn');
  const ledger = createLedger(budget ?? {}, costOf);
  const position = createScriptPosition(script);
  let asides = 0;
  const nextAside = () => {
    asides += 1;
    return asides;
  };
  return { script, ordinal, position, lane: createLane(), ledger, onRequest, onReply, nextAside };
}

/** A queue of one: whoever takes it has it until they give it back. */
interface Lane {
  /** Waits for its turn, or rejects when the signal aborts. Resolves to the way to give it back. */
  take(signal: AbortSignal): Promise<() => void>;
}

export function createLane(): Lane {
  let last: Promise<void> = Promise.resolve();
  return {
    async take(signal) {
      const before = last;
      let giveBack = () => {};
      const given = new Promise<void>((resolve) => {
        giveBack = resolve;
      });
      last = before.then(() => given);
      try {
        await orAborted(before, signal);
      } catch (error) {
        giveBack();
        throw error;
      }
      return giveBack;
    },
  };
}
