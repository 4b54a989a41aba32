import type { CassetteRecorder } from '../cassette/cassette-recorder.js';
import { type Budget, type CostOf, createLedger, type Ledger } from './budget.js';
import { enforcePolicy, type PolicyInForce, type TurnPolicy } from './policy/turn-policy.js';
import { type BodyRoom, createBodyRoom } from './request/body-room.js';

/** What a turn is admitted with. */
export interface ForwardTurn {
  budget?: Budget;
  /** What answers cost, for a budget in dollars. */
  costOf?: CostOf;
  /** What the provider may do for it. Without a policy: all that it does. */
  policy?: TurnPolicy;
  /** Takes down the turn's exchanges for a later replay. */
  record?: CassetteRecorder;
}

/** What the gateway keeps about a turn. */
export interface OpenForwardTurn {
  readonly ledger: Ledger;
  readonly policy: PolicyInForce;
  readonly room: BodyRoom;
  readonly record: CassetteRecorder | undefined;
}

export function openForwardTurn(turn: ForwardTurn): OpenForwardTurn {
  const { budget = {}, costOf, policy, record } = turn;
  return {
    ledger: createLedger(budget, costOf),
    policy: enforcePolicy(policy),
    room: createBodyRoom(),
    record,
  };
}
