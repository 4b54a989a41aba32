import { isDeepStrictEqual } from 'node:util';
import { addUsageFigures, type CanonicalBlock, type UsageFigures } from '@dragoman/protocol';
import type { FinishedTurn } from '../run-scenario.js';
import { type FreshRun, type FreshSession, usualReply } from './fresh-run.js';
import { possibleSums } from './uncounted.js';

/** How much of a block is shown. */
const SHOWN = 300;

/** What the scripted model says when it can't do what its script says, or was asked too often. */
const ASTRAY =
  /No offered tool can do the action|Nothing in the conversation fits|steps?; the agent asked for number/;

/**
 * What is wrong with a fresh run, in words: views that differ, records that no rule reads, a list
 * that says something else, and tokens that nobody counted. `uncounted`: the last is known.
 */
export function freshComplaints(run: FreshRun, known: KnownLack = {}): readonly string[] {
  return [...viewComplaints(run, known), ...tokenComplaints(run, known)];
}

interface KnownLack {
  readonly uncounted?: string | undefined;
  readonly unsaved?: string | undefined;
}

/** All but the tokens. */
export function viewComplaints(run: FreshRun, known: KnownLack = {}): readonly string[] {
  const found = new Set(run.sessions.map(({ id }) => id));
  const lost = run.turns.filter(({ sessionId }) => !found.has(sessionId ?? ''));
  const elsewhere = run.turns.filter(isElsewhere);
  const astray = run.turns.filter(({ stdout, stderr }) => ASTRAY.test(stdout + stderr));
  const late = run.turns.filter(({ reason }) => reason === 'timeout');
  return [
    ...lost.map(({ prompt }) => `The session of the turn "${prompt}" is not in both views.`),
    ...elsewhere.map(({ prompt }) => `The turn "${prompt}" did not resume its session.`),
    ...astray.map(({ prompt }) => `The turn "${prompt}" did not go as its script says.`),
    ...late.map(({ prompt }) => `The turn "${prompt}" took too long.`),
    ...run.sessions.flatMap((session) => sessionComplaints(session, known)),
  ];
}

/** Whether a turn was to resume a session, and went into another that is no copy of it. */
function isElsewhere({ resumed, sessionId, forkOf }: FinishedTurn): boolean {
  return resumed !== undefined && resumed !== sessionId && resumed !== forkOf;
}

/** What neither view says of the tokens that the model counted, or says twice. */
export function tokenComplaints(run: FreshRun, { uncounted }: KnownLack = {}): readonly string[] {
  return uncounted === undefined ? countComplaints(run) : surplusComplaints(run);
}

/** A view may lack what nobody counted, but no token is counted twice. */
function surplusComplaints({
  counted,
  printed,
  kept,
  uncounted: { estimated },
}: FreshRun): readonly string[] {
  const most = figuresOf({ ...counted, outputTokens: counted.outputTokens + estimated });
  const isMore = (usage: UsageFigures | undefined) =>
    figures(usage).some((figure, index) => figure > (most[index] ?? 0));
  return Object.entries({ printed, saved: kept })
    .filter(([, usage]) => isMore(usage))
    .map(
      ([view, usage]) =>
        `The model counted ${most.join(', ')}; ${view} is more: ${figures(usage).join(', ')}.`,
    );
}

function sessionComplaints(session: FreshSession, known: KnownLack): readonly string[] {
  const { live, saved } = session.levelled;
  const { summary, unknown, notes } = session;
  return [
    ...emptyComplaints(session, known),
    ...blockComplaints(live.blocks, saved.blocks),
    ...differences('used', live.usage, saved.usage),
    ...differences('used, listed and', summary.usage, session.listed.usage),
    ...unknown.map((name) => `No rule reads ${name}.`),
    ...notes.map((note) => `The session has a note: ${note}`),
    ...listComplaints(session),
  ];
}

function emptyComplaints(
  { views: { live, saved } }: FreshSession,
  { unsaved }: KnownLack,
): readonly string[] {
  const isSaved = saved.blocks.length > 0;
  return [
    ...(live.blocks.length === 0 ? ['The session is empty, live.'] : []),
    ...(!isSaved && unsaved === undefined ? ['The session is empty, saved.'] : []),
    ...(isSaved && unsaved !== undefined ? [`The session is saved, and not so: ${unsaved}`] : []),
  ];
}

/** The CLI may take several prompts that wait into one turn. */
function listComplaints(session: FreshSession): readonly string[] {
  const { summary, quickSummary } = session;
  const { prompts, firstPrompt, turns } = session.listed;
  const count = Math.min(Math.max(summary.turns ?? 0, turns), prompts.length);
  const expected = { firstPrompt: wellFormed(firstPrompt), turns: count };
  // A quick list may not know how many there are.
  const quick = { turns: count, ...quickSummary };
  return Object.entries({ list: summary, 'quick list': quick }).flatMap(([name, listed]) => {
    const { firstPrompt, turns: listedTurns } = listed;
    const found = { firstPrompt, turns: listedTurns };
    return isDeepStrictEqual(found, expected)
      ? []
      : [`The ${name} has ${shown(found)} instead of ${shown(expected)}.`];
  });
}

/** A prompt as it reaches the CLI: UTF-8 has no half characters. */
function wellFormed(prompt: string): string {
  return Buffer.from(prompt).toString();
}

/** The first block that differs. */
function blockComplaints(
  live: readonly CanonicalBlock[],
  saved: readonly CanonicalBlock[],
): readonly string[] {
  const longer = live.length > saved.length ? live : saved;
  const index = longer.findIndex((_, at) => !isDeepStrictEqual(live[at], saved[at]));
  return index === -1 ? [] : differences(`block ${index}`, live[index], saved[index]);
}

function differences(what: string, live: unknown, saved: unknown): readonly string[] {
  if (isDeepStrictEqual(live, saved)) return [];
  return [`${what}, live:  ${shown(live)}`, `${what}, saved: ${shown(saved)}`];
}

/**
 * A turn that fails or is cut off doesn't get to print what it used, and some versions don't print all;
 * the session may hold it.
 */
function countComplaints(run: FreshRun): readonly string[] {
  const { printed, kept, recorded, turns } = run;
  const expected = expectedFigures(run);
  const areDone = turns.every(({ exitCode, isInterrupted }) => exitCode === 0 && !isInterrupted);
  const isPrinted = areDone && !run.sessions.some(isPrintedInPart);
  // A fork that holds its origin counts that again; all that was recorded is counted once.
  const accounts = isPrinted ? [printed] : [printed, kept, fullerOfEachTurn(run), recorded];
  const isExpected = (usage: UsageFigures | undefined) =>
    expected.some((each) => isCounted(figures(usage), each, run.uncounted.estimated));
  if (accounts.some(isExpected)) return [];
  const words = [figures(printed), figures(kept)].map((each) => each.join(', '));
  return [
    `The model counted ${expected.map((each) => each.join(', ')).join(', or ')} (input, cached, output); printed ${words[0]}, saved ${words[1]}.`,
  ];
}

/**
 * What all turns used, each by the view that counts more of it: what was asked on the side may be in the
 * stream alone, and a turn that was cut off in the file.
 */
function fullerOfEachTurn({ sessions }: FreshRun): UsageFigures | undefined {
  return sessions
    .flatMap(({ views: { live, saved } }) =>
      (live.turns ?? []).map(({ usage }, index) => fuller(usage, saved.turns?.[index]?.usage)),
    )
    .reduce((sum, usage) => (usage === undefined ? sum : addUsageFigures(sum, usage)), undefined);
}

function fuller(
  one: UsageFigures | undefined,
  other: UsageFigures | undefined,
): UsageFigures | undefined {
  return (other?.total_tokens ?? 0) > (one?.total_tokens ?? 0) ? other : one;
}

/** Whether figures are those that are expected, but for what an estimate adds to the output. */
function isCounted(
  found: readonly number[],
  expected: readonly number[],
  estimated: number,
): boolean {
  const [input, cached, output] = found.map((figure, at) => figure - (expected[at] ?? 0));
  return input === 0 && cached === 0 && isWithin(output ?? 0, estimated);
}

function isWithin(figure: number, most: number): boolean {
  return figure >= 0 && figure <= most;
}

/**
 * What is wrong with what `usage` adds up of a fresh run: each call of the model counts once.
 *
 * @param unrecorded how many of the usual replies the version records nowhere.
 */
export function recordedComplaints(run: FreshRun, unrecorded = 0): readonly string[] {
  const lacking = figuresOf(usualReply).map((figure) => figure * unrecorded);
  const expected = expectedFigures(run).map((each) =>
    each.map((figure, index) => figure - (lacking[index] ?? 0)),
  );
  const recorded = figures(run.recorded);
  if (expected.some((each) => isCounted(recorded, each, run.uncounted.estimated))) return [];
  return [
    `The model counted ${expected.map((each) => each.join(', ')).join(', or ')} (input, cached, output); recorded ${recorded.join(', ')}.`,
  ];
}

/** What the model counted, without what nobody does. */
function expectedFigures({ counted, uncounted }: FreshRun): readonly (readonly number[])[] {
  const all = figuresOf(counted);
  return possibleSums(uncounted).map((lacking) =>
    figuresOf(lacking).map((figure, index) => (all[index] ?? 0) - figure),
  );
}

type Counted = Pick<FreshRun['counted'], 'inputTokens' | 'cachedInputTokens' | 'outputTokens'>;

function figuresOf({ inputTokens, cachedInputTokens, outputTokens }: Counted): readonly number[] {
  return [inputTokens, cachedInputTokens, outputTokens];
}

/** Whether a gap of the version says that the file counts what was not printed, or says more of it. */
function isPrintedInPart({ views, levelled }: FreshSession): boolean {
  return !isDeepStrictEqual(views.saved.usage, levelled.saved.usage);
}

function figures(
  usage: Pick<UsageFigures, 'input_tokens' | 'cached_input_tokens' | 'output_tokens'> | undefined,
): readonly number[] {
  return [usage?.input_tokens, usage?.cached_input_tokens, usage?.output_tokens].map((n) => n ?? 0);
}

function shown(value: unknown): string {
  const text = JSON.stringify(value) ?? 'nothing';
  return text.length <= SHOWN ? text : `${text.slice(0, SHOWN)}…`;
}
