import type { FileChange } from '@dragoman/protocol';
import type { LiveOptions } from '../../interpret/agent-interpreter.js';
import { type CallRegister, createCallRegister } from '../../interpret/call-register.js';
import { createOutputPieces, type OutputPieces } from './output-pieces.js';
import { createTurnUsage, type TurnUsage } from './turn-usage.js';

/** What an interpreter of the live stream remembers. All of it but the usage is of one turn. */
export interface LiveState {
  readonly options: LiveOptions;
  readonly usage: TurnUsage;
  readonly calls: CallRegister;
  readonly pieces: OutputPieces;
  /** What the patches that have begun will change, by call. */
  readonly patches: Map<string, FileChange[]>;
  /** The texts told so far, so that one told twice under one id is one text. */
  readonly emittedTexts: Set<string>;
  threadId: string | undefined;
  /** The folder Codex works in, where the stream says it. */
  cwd: string | undefined;
  /** How many turns have begun. */
  turns: number;
  /** True between `turn.started` and the end of the turn. */
  isInTurn: boolean;
  /** How many items had no id of their own. */
  unnamedItems: number;
  /** What the user asked, while no event has repeated it. */
  prompt: string | undefined;
  /** The plan of this turn, as it was last told. */
  plan: string | undefined;
}

export function createLiveState(options: LiveOptions): LiveState {
  return {
    options,
    usage: createTurnUsage(options),
    calls: createCallRegister(),
    pieces: createOutputPieces(),
    patches: new Map(),
    emittedTexts: new Set(),
    threadId: undefined,
    cwd: undefined,
    turns: 0,
    isInTurn: false,
    unnamedItems: 0,
    prompt: undefined,
    plan: undefined,
  };
}

/** A process of Codex begins to write: it counts its items anew. */
export function beginProcess(
  state: LiveState,
  { threadId, countsAnew }: { threadId?: string | undefined; countsAnew?: boolean },
): void {
  if (threadId !== undefined) state.threadId = threadId;
  state.usage.beginProcess(state.threadId, countsAnew);
  state.isInTurn = false;
  forgetTurn(state);
}

export function beginTurn(state: LiveState): void {
  state.turns += 1;
  forgetTurn(state);
}

function forgetTurn(state: LiveState): void {
  state.calls.clear();
  state.pieces.clear();
  state.patches.clear();
  state.emittedTexts.clear();
  state.plan = undefined;
}
