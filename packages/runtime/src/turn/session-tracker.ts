import { addUsageFigures, type EndEvent, type Redactor } from '@dragoman/protocol';
import type { BaseChatRequest } from '../chat/chat-agent.js';
import type { ModelAccess } from '../model/model-access.js';
import { type SessionEntry, wasConfined } from '../sessions/session-registry.js';
import type { TurnPlan } from './plan-turn.js';
import type { TurnInProgress } from './turn-in-progress.js';
import { type TurnRecord, writeTurnRecord } from './turn-record.js';

/** Why the session that an agent names isn't the turn's. */
interface SessionProblem {
  readonly code: 'resume_lost' | 'session_id_changed';
  readonly message: string;
}

/** What becomes of an id that an agent says. */
type HeardSession =
  /** It is that of the turn. */
  | { readonly isOwn: true }
  /** It is another, and nothing comes of it. What is wrong is said the first time that it shows. */
  | { readonly isOwn: false; readonly problem?: SessionProblem };

/** Keeps the session's id from the moment the agent says it. */
export interface SessionTracker {
  readonly id: string | undefined;
  /** Whether the agent began another session than the one asked for. */
  readonly isLost: boolean;
  /** Whether the turn's sandbox is noted. */
  readonly hasSandbox: boolean;
  heard(sessionId: string): HeardSession;
  /** The agent has named its model. */
  noteModel(modelId: string): void;
  noteSandbox(sandboxId: string): void;
  /** The end is in the journal. */
  noteEnd(end: EndEvent, seq: number): void;
}

/** No agent has longer ids, and each is written into files. */
const LONGEST_ID = 1000;
/** As much as a list shows. */
const LONGEST_PROMPT = 2000;

/**
 * One turn has one session: the first that its agent names. Whatever gets hold of the agent's output
 * can name any number of them, so a second one is an `error` event and never written down. The one
 * exception is an agent that goes on under a new id and names the old one first.
 */
export function createSessionTracker<Request extends BaseChatRequest>(
  plan: TurnPlan<Request>,
  redactor: Pick<Redactor, 'text'>,
): SessionTracker {
  const { agent } = plan.options;
  let entry: SessionEntry | undefined;
  let modelId: string | undefined;
  let record = plan.record;
  let known: string | undefined;
  let lost = false;
  let wasRefused = false;

  const update = (changes: Partial<TurnRecord>): void => {
    record = { ...record, ...changes };
    writeTurnRecord(plan.directory, record);
  };

  return {
    get id() {
      return record.sessionId;
    },
    get isLost() {
      return lost;
    },
    get hasSandbox() {
      return record.sandboxId !== undefined;
    },
    noteSandbox: (sandboxId) => update({ sandboxId }),
    noteModel(name) {
      modelId = name.slice(0, LONGEST_ID);
    },
    noteEnd(end, seq) {
      update({ end: { ...end, seq } });
      if (entry === undefined) return;
      const usage = end.usage == null ? entry.usage : addUsageFigures(entry.usage, end.usage);
      plan.registry.note({ ...entry, modelId: modelId ?? entry.modelId, usage });
    },
    heard(sessionId) {
      if (sessionId === known) return { isOwn: true };
      if (lost || !mayBecome(sessionId)) return refuse(sessionId);
      if (isAnother(plan, sessionId)) {
        lost = true;
        const message = resumeLost(plan.session?.sessionId, sessionId);
        return { isOwn: false, problem: { code: 'resume_lost', message } };
      }
      known = sessionId;
      if (agent.name !== undefined && agent.keepsSessions !== false) note(agent.name, sessionId);
      return { isOwn: true };
    },
  };

  /** Whether the turn has no session yet, or only the one that it began with under another id. */
  function mayBecome(sessionId: string): boolean {
    if (sessionId.length > LONGEST_ID) return false;
    if (known === undefined) return true;
    return agent.keepsSessionId !== true && known === plan.session?.sessionId;
  }

  function refuse(sessionId: string): HeardSession {
    if (lost || wasRefused) return { isOwn: false };
    wasRefused = true;
    const message = `The agent named a second session, ${short(sessionId)}, in a turn of the session ${known ?? 'that it has yet to name'}. It was left out, as any further one is: something else may be writing to its output.`;
    return { isOwn: false, problem: { code: 'session_id_changed', message } };
  }

  function note(name: string, sessionId: string): void {
    const now = new Date().toISOString();
    const before = sessionId === plan.session?.sessionId ? plan.session : undefined;
    // What a fork begins with is in the HOME of both.
    const hadWalls = plan.session !== undefined && wasConfined(plan.session);
    entry = {
      agent: name,
      sessionId,
      ...(agent.version !== undefined && { version: agent.version }),
      home: record.home,
      workspace: record.workspace,
      sandbox: record.sandbox,
      movesPaths: plan.provider.abilities.movesPaths ?? false,
      ...(plan.repository && { pathBase: plan.repository.base }),
      confinesFiles: hadWalls || plan.provider.abilities.confinesFiles,
      firstPrompt: before?.firstPrompt ?? plan.session?.firstPrompt ?? promptOf(plan, redactor),
      modelId: before?.modelId,
      usage: before?.usage,
      unpaid: unpaidIn(plan.options.access, before),
      origins: plan.session?.origins,
      // Those that a fork continues are in it, too.
      turns: (plan.session?.turns ?? 0) + 1,
      createdAt: before?.createdAt ?? now,
      updatedAt: now,
    };
    plan.registry.note(entry);
    update({ sessionId });
  }
}

/** What answers in a turn, and has answered in all turns before, if nobody is paid for it. */
function unpaidIn(
  access: ModelAccess | undefined,
  before: SessionEntry | undefined,
): SessionEntry['unpaid'] {
  if (access === undefined || access.kind === 'forward') return undefined;
  const now = access.kind === 'script' ? 'scripted' : 'replayed';
  return before === undefined ? now : before.unpaid && now;
}

/** A session that goes on has had its first prompt before. */
function promptOf<Request extends BaseChatRequest>(
  { options, session }: TurnPlan<Request>,
  redactor: Pick<Redactor, 'text'>,
): string | undefined {
  if (session !== undefined) return undefined;
  return redactor.text(options.input.message).slice(0, LONGEST_PROMPT);
}

function short(sessionId: string): string {
  return sessionId.length > 100 ? `${sessionId.slice(0, 100)}…` : sessionId;
}

function isAnother<Request extends BaseChatRequest>(
  { options, session }: TurnPlan<Request>,
  sessionId: string,
): boolean {
  if (session === undefined || options.agent.keepsSessionId !== true) return false;
  return sessionId !== session.sessionId;
}

function resumeLost(asked: string | undefined, begun: string): string {
  return `The agent was asked to go on with the session ${asked} and began ${begun} instead, without its memory.`;
}

/**
 * Stage: finds the session of an agent that never said its id (Codex before 0.44), by what lies in
 * HOME when it is gone. A resume that left a second session there began anew.
 */
export async function noteLateSession<Request extends BaseChatRequest>({
  plan,
  session,
  journal,
  evidence,
}: TurnInProgress<Request>): Promise<void> {
  const { agent } = plan.options;
  if (session.id !== undefined || session.isLost || agent.savedSessions === undefined) return;
  const saved = await agent.savedSessions(plan.record.home);
  const asked = plan.session?.sessionId;
  const others = saved.filter((id) => id !== asked);
  const sessionId = saved.length === 1 ? saved[0] : asked === undefined ? undefined : others[0];
  if (sessionId === undefined) return;
  const heard = session.heard(sessionId);
  if (heard.isOwn) {
    journal.append({ type: 'init', session_id: sessionId });
    return;
  }
  const { problem } = heard;
  if (problem === undefined) return;
  const isLost = problem.code === 'resume_lost';
  if (isLost) evidence.stopped('resume_lost', problem.message);
  journal.append({ type: 'error', fatal: isLost, ...problem });
}
