import { type FileChange, type JsonObject, type UsageFigures, writeJson } from '@dragoman/protocol';
import { createEmittedCalls, type EmittedCalls } from '../../interpret/emitted-calls.js';
import type { Emitter } from '../../interpret/emitter.js';
import type { LiveOptions } from '../../interpret/interpreter.js';
import { objectAt, textAt } from '../../interpret/json-fields.js';
import { createLegacyTexts, type LegacyTexts } from './legacy-texts.js';
import { createOutputPieces, type OutputPieces } from './output-pieces.js';
import { createRecentTexts, type RecentTexts } from './recent-texts.js';
import { createTurnUsage, type TurnUsage } from './turn-usage.js';

/** What an interpreter of the live stream remembers. All of it but the usage is of one turn. */
export interface LiveState {
  readonly options: LiveOptions;
  readonly usage: TurnUsage;
  readonly calls: EmittedCalls;
  readonly outputs: OutputPieces;
  readonly texts: LegacyTexts;
  /** What the patches that have begun will change, by call. */
  readonly patches: Map<string, FileChange[]>;
  readonly recentTexts: RecentTexts;
  threadId: string | undefined;
  /** The folder Codex works in, where the stream says it. */
  cwd: string | undefined;
  /** How many turns have begun. */
  turns: number;
  /** True between `turn.started` and the end of the turn. */
  isInTurn: boolean;
  /** How many items had no id. */
  unnamedItems: number;
  /** What the user asked, while no event has repeated it. */
  prompt: string | undefined;
  /** The plan of this turn, as it was last emitted. */
  plan: string | undefined;
}

export function createLiveState(options: LiveOptions, emitter: Emitter): LiveState {
  const state: LiveState = {
    options,
    usage: createTurnUsage(options),
    calls: createEmittedCalls(),
    outputs: createOutputPieces(),
    texts: createLegacyTexts(emitter, (name) => idInTurn(name, state)),
    patches: new Map(),
    recentTexts: createRecentTexts(),
    threadId: undefined,
    cwd: undefined,
    turns: 0,
    isInTurn: false,
    unnamedItems: 0,
    prompt: undefined,
    plan: undefined,
  };
  return state;
}

/** A process of Codex begins to write: it numbers its items from the start. */
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
  state.calls.endTurn();
  state.outputs.clear();
  state.texts.clear();
  state.patches.clear();
  state.recentTexts.clear();
  state.plan = undefined;
}

/** Emits what the turn has used since the last time. */
export function emitUsage({ usage }: LiveState, emitter: Emitter): void {
  const used: UsageFigures | undefined = usage.take();
  if (used !== undefined) emitter.emit({ type: 'usage', ...used });
}

/** The id Codex gave an item: `item_5`. It numbers them from the start in each process. */
export function itemId({ id }: JsonObject): string | undefined {
  return typeof id === 'string' || typeof id === 'number' ? String(id) : undefined;
}

/** The id of the call that an item is, among those of all turns of the thread. */
export function toolIdOf(item: JsonObject, state: LiveState): string {
  return idInTurn(itemId(item) ?? nextName(state), state);
}

/** The id of a call of the stream up to 0.42, which comes from the model. */
export function callIdOf(message: JsonObject, state: LiveState): string {
  return textAt(message, 'call_id') ?? nextName(state);
}

function nextName(state: LiveState): string {
  state.unnamedItems += 1;
  return `unnamed_${state.unnamedItems}`;
}

function idInTurn(name: string, { options: { turnId }, threadId, turns }: LiveState): string {
  const ordinal = Math.max(1, turns);
  if (turnId !== undefined) return [turnId, ...(ordinal === 1 ? [] : [ordinal]), name].join('.');
  return [...(threadId === undefined ? [] : [threadId]), ordinal, name].join('.');
}

/** The id of the turn that a record is about, as events have it. */
export function turnIdOf(record: JsonObject): { turn_id?: string } {
  const turnId = textAt(record, 'turn_id');
  return turnId === undefined ? {} : { turn_id: turnId };
}

/** The message of a record that reports something; the record as JSON where it has none. */
export function messageOf(record: JsonObject): string {
  return textAt(record, 'message') ?? writeJson(record);
}

/** What went wrong, where `error` is a text or an object with a message. */
export function errorMessageOf(record: JsonObject): string {
  const { error } = record;
  if (error === undefined || error === null) return 'The turn failed.';
  const object = objectAt(record, 'error');
  return object === undefined ? (textAt(record, 'error') ?? writeJson(error)) : messageOf(object);
}
