import type { TokenCounts } from '@dragoman/gateway';
import type { TurnReply } from '../../run-scenario.js';
import { namesReply, type UncountedEvidence, type UncountedReply } from '../uncounted.js';

const ON_THE_SIDE =
  'a reply to what the CLI asks on the side, such as for the prefix of a command,';

/** What Claude Code neither prints nor saves of the tokens that were used. */
export const claudeUncounted: readonly UncountedReply[] = [
  {
    // Up to 1.0.107 no pieces are printed, and of sub-agents none.
    what: 'a reply that broke off and of which no piece is printed',
    until: '2.1.197',
    in: repliesOf(isUnprinted),
  },
  {
    what: 'a reply that comes while the CLI is being stopped, and of which it writes nothing',
    in: repliesOf(isUnread),
  },
  {
    what: 'a reply that comes while the CLI is being stopped, and of which it prints the beginning and keeps nothing,',
    isChance: true,
    in: repliesOf(isReadInPart),
  },
  {
    // It is given up, and asked for in one piece or not at all. What went into it counts.
    what: 'the output of a reply that came whole, with a call that is no JSON,',
    until: '2.1.1',
    in: outputOfGivenUp,
  },
  {
    what: 'the output of the last reply in a turn that ended because its answers did not follow the schema',
    isChance: true,
    in: outputBeforeSchemaEnd,
  },
  {
    what: 'a reply that broke off',
    since: '2.1.326',
    isEstimate: true,
    in: repliesOf(({ kind, isWhole }) => kind === 'step' && !isWhole),
  },
  {
    // Live it is in no count, and in these versions the file doesn't know what the others wrote.
    what: 'a reply to a sub-agent that came in one piece, after another broke off,',
    since: '2.1.8',
    until: '2.1.58',
    in: repliesOf(isInOnePiece),
  },
  {
    // The file doesn't know it in these versions, and only pieces or the result would print it.
    what: 'the output of replies, without partial messages, in a turn that is cut off before its result',
    since: '2.1.8',
    until: '2.1.58',
    in: outputOfCutOff,
  },
  { what: ON_THE_SIDE, until: '1.0.112', in: repliesOf(({ kind }) => kind === 'aside') },
  {
    what: ON_THE_SIDE,
    since: '2.0.22',
    until: '2.0.34',
    in: repliesOf(({ kind }) => kind === 'aside'),
  },
  {
    what: 'a sub-agent that the CLI only warms up (it has a file that no session names)',
    since: '2.0.30',
    until: '2.0.32',
    in: repliesOf(({ kind }) => kind === 'warm-up'),
  },
  {
    what: 'a reply to what the CLI asks on the side in a turn that is cut off before its result',
    since: '1.0.113',
    until: '2.0.21',
    in: repliesOf(isAsideOfCutOff),
  },
  {
    what: 'a reply to what the CLI asks on the side in a turn that is cut off before its result',
    since: '2.0.35',
    until: '2.1.276',
    in: repliesOf(isAsideOfCutOff),
  },
  {
    // It comes while the turn is under way, or after it.
    what: 'a sub-agent that the CLI only warms up in a turn that is over as soon',
    since: '2.0.19',
    until: '2.0.29',
    isChance: true,
    in: repliesOf(isWarmUpOfWhole),
  },
  {
    what: 'a sub-agent that the CLI only warms up in a turn that is over as soon',
    since: '2.0.33',
    until: '2.1.5',
    isChance: true,
    in: repliesOf(isWarmUpOfWhole),
  },
  {
    what: 'a sub-agent that the CLI only warms up in a turn that is cut off before its result',
    since: '2.0.19',
    until: '2.0.29',
    in: repliesOf(isWarmUpOfCutOff),
  },
  {
    what: 'a sub-agent that the CLI only warms up in a turn that is cut off before its result',
    since: '2.0.33',
    until: '2.1.5',
    in: repliesOf(isWarmUpOfCutOff),
  },
];

function isUnprinted(
  { kind, isWhole, tag, turn }: TurnReply,
  { turns }: UncountedEvidence,
): boolean {
  return kind === 'step' && !isWhole && !namesReply(turns[turn]?.stdout ?? '', tag);
}

/** The CLI asked for it and ended before it read it. */
function isUnread(reply: TurnReply, run: UncountedEvidence): boolean {
  const { stdout = '' } = run.turns[reply.turn] ?? {};
  return isUnsaved(reply, run) && !namesReply(stdout, reply.tag);
}

/** The same, where the CLI had begun to read. */
function isReadInPart(reply: TurnReply, run: UncountedEvidence): boolean {
  return isUnsaved(reply, run) && !isUnread(reply, run) && !hasResult(reply, run);
}

/** Whether a reply came whole in a turn that was interrupted, and no file names it. */
function isUnsaved({ kind, isWhole, tag, turn }: TurnReply, run: UncountedEvidence): boolean {
  if (kind !== 'step' || !isWhole || run.turns[turn]?.isInterrupted !== true) return false;
  return !run.sessions.some(({ text }) => namesReply(text, tag));
}

/** Nobody stopped the turn, and no file has a reply that it had begun to print. */
function outputOfGivenUp(run: UncountedEvidence): readonly TokenCounts[] {
  return run.replies.flatMap((reply) => {
    const { kind, isWhole, tag, turn, tokens } = reply;
    const { stdout, isInterrupted } = run.turns[turn] ?? { stdout: '', isInterrupted: true };
    const isKept = run.sessions.some(({ text }) => namesReply(text, tag));
    const isGivenUp = kind === 'step' && isWhole && !isInterrupted && !isKept;
    return isGivenUp && hasNoEnd(stdout, tag) ? [outputOnly(tokens)] : [];
  });
}

/** Whether a stream of pieces has the beginning of a reply, and another or nothing where its end would be. */
function hasNoEnd(stdout: string, tag: string): boolean {
  const lines = stdout.split('\n');
  const start = lines.findIndex((line) => namesReply(line, tag));
  const rest = lines.slice(start + 1);
  const next = rest.findIndex((line) => line.includes('"message_start"'));
  const own = rest.slice(0, next === -1 ? undefined : next);
  return start !== -1 && !own.some((line) => line.includes('"message_delta"'));
}

function outputOfCutOff(run: UncountedEvidence): readonly TokenCounts[] {
  const isUnsaid = (reply: TurnReply) => {
    const { kind, isWhole, tag, turn } = reply;
    const isSaved = run.sessions.some(({ text }) => namesReply(text, tag));
    const hasPieces = run.turns[turn]?.stdout.includes('"stream_event"') ?? false;
    return kind === 'step' && isWhole && isSaved && !hasPieces && !hasResult(reply, run);
  };
  return run.replies.filter(isUnsaid).map(({ tokens }) => outputOnly(tokens));
}

/** Of the output, the first token counts: it is in the beginning of a reply. */
function outputOnly({ outputTokens }: TokenCounts): TokenCounts {
  const unread = { inputTokens: 0, cachedInputTokens: 0, reasoningTokens: 0 };
  return { ...unread, outputTokens: Math.max(0, outputTokens - 1) };
}

/** The CLI may end such a turn before it reads how much the reply wrote. */
function outputBeforeSchemaEnd({ turns, replies }: UncountedEvidence): readonly TokenCounts[] {
  return turns.flatMap(({ stdout }, at) => {
    const last = replies.filter(({ turn, kind }) => turn === at && kind === 'step').at(-1);
    if (last === undefined || !stdout.includes('error_max_structured_output_retries')) return [];
    return [outputOnly(last.tokens)];
  });
}

function isInOnePiece(reply: TurnReply, run: UncountedEvidence): boolean {
  const broken = run.replies.filter((other) => isUnprinted(other, run));
  return reply.isWhole && broken.some(({ tag }) => reply.tag.startsWith(`${tag}-`));
}

function isAsideOfCutOff(reply: TurnReply, run: UncountedEvidence): boolean {
  return reply.kind === 'aside' && !hasResult(reply, run);
}

function isWarmUpOfCutOff(reply: TurnReply, run: UncountedEvidence): boolean {
  return reply.kind === 'warm-up' && !hasResult(reply, run);
}

function isWarmUpOfWhole(reply: TurnReply, run: UncountedEvidence): boolean {
  return reply.kind === 'warm-up' && hasResult(reply, run);
}

function hasResult({ turn }: TurnReply, { turns }: UncountedEvidence): boolean {
  return turns[turn]?.stdout.includes('"type":"result"') ?? false;
}

function repliesOf(
  which: (reply: TurnReply, run: UncountedEvidence) => boolean,
): (run: UncountedEvidence) => readonly TokenCounts[] {
  return (run) => run.replies.filter((reply) => which(reply, run)).map(({ tokens }) => tokens);
}
