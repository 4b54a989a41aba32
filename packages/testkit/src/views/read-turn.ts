import {
  type AgentName,
  agents,
  createTranslator,
  type LoadedSession,
  type TranslationStats,
} from '@dragoman/agents';
import type { DragomanEvent, UsageFigures } from '@dragoman/protocol';
import type { FinishedTurn } from '../run-scenario.js';
import { isNotice } from './level-views.js';
import { type SessionView, viewOfEvents } from './session-views.js';

/** What a list shows of a session: all of it, or of a fork that is kept apart from its origin its own turns. */
export interface ListedPart {
  readonly prompts: readonly string[];
  /** The first of them that the session holds. */
  readonly firstPrompt: string;
  readonly turns: number;
  readonly usage: UsageFigures | undefined;
}

/** The agents that copy a session into the fork of it, and so read it there, too. */
const FORKS_HOLD_ALL: ReadonlySet<AgentName> = new Set(['claude', 'opencode']);

/** The agents that are given images by their names, below the prompt. */
const NAME_IMAGES: ReadonlySet<AgentName> = new Set(['gemini']);

/** What a turn printed, as events. */
export interface ReadTurn {
  readonly turn: FinishedTurn;
  readonly typed: readonly string[];
  readonly sessionId: string | undefined;
  readonly forkOf: string | undefined;
  readonly events: readonly DragomanEvent[];
  readonly stats: TranslationStats;
}

export function readTurn(
  name: AgentName,
  version: string,
  turn: FinishedTurn,
  index: number,
): ReadTurn {
  const { stdout, images, sessionId, forkOf, usageBefore } = turn;
  const named = NAME_IMAGES.has(name) ? (images ?? []).map((path) => `@${path}`) : [];
  const typed = turn.typed.map((text) =>
    named.length > 0 ? [text, '', ...named].join('\n') : text,
  );
  const turnId = `turn-${index}`;
  const live = agents[name].interpreter.live({
    version,
    turnId,
    ...(usageBefore && { usageBefore }),
  });
  const translator = createTranslator(live);
  const events = [...translator.push(stdout), ...translator.flush()];
  return { turn, typed, sessionId, forkOf, events, stats: translator.stats() };
}

/** The turns that went into a session, in their order. */
export function streamsOf(
  name: AgentName,
  { session, messages }: LoadedSession,
  streams: readonly ReadTurn[],
): readonly ReadTurn[] {
  const own = streams.filter(({ sessionId }) => sessionId === session?.id);
  // Before 0.148.0 Codex copied, too.
  const holdsAll = FORKS_HOLD_ALL.has(name) || messages.filter(isPrompt).length > own.length;
  return holdsAll ? withOrigins(session?.id, streams) : own;
}

export function listedPart(
  { session }: LoadedSession,
  {
    own,
    isApart,
    saved: { usage, blocks },
  }: { own: readonly ReadTurn[]; isApart: boolean; saved: SessionView },
): ListedPart {
  const listed = isApart ? own.filter(({ sessionId }) => sessionId === session?.id) : own;
  const isAll = listed.length === own.length;
  const prompts = listed.flatMap(({ typed }) => typed);
  return {
    prompts,
    firstPrompt: firstPromptOf(prompts, blocks) ?? '',
    turns: listed.length - Math.max(0, compactionBefore(prompts, blocks)),
    usage: isAll ? usage : viewOfEvents(listed.flatMap(({ events }) => events)).usage,
  };
}

/** The first prompt that a file holds: the fork of a session that was compacted begins there. */
export function firstPromptOf(
  prompts: readonly string[],
  blocks: SessionView['blocks'],
): string | undefined {
  return prompts[compactionBefore(prompts, blocks) + 1];
}

/** Which prompt asked for the compaction with which a file begins; -1: it doesn't begin with one. */
function compactionBefore(prompts: readonly string[], [first]: SessionView['blocks']): number {
  const isRest = first !== undefined && isNotice('compacted')(first);
  return isRest ? prompts.findIndex((prompt) => prompt.startsWith('/compact')) : -1;
}

/** The turns of a session, behind those of the session it was forked from. */
function withOrigins(id: string | undefined, streams: readonly ReadTurn[]): readonly ReadTurn[] {
  const own = streams.filter(({ sessionId }) => sessionId === id);
  const [first] = own;
  if (first?.forkOf === undefined) return own;
  return [...withOrigins(first.forkOf, streams.slice(0, streams.indexOf(first))), ...own];
}

function isPrompt({ role, synthetic }: LoadedSession['messages'][number]): boolean {
  return role === 'user' && synthetic === undefined;
}
