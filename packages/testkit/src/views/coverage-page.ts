import {
  type AgentInterpreter,
  createTranslator,
  type Interpreter,
  type View,
} from '@dragoman/agents';
import { compareVersions } from '@dragoman/agents/internal';
import { recordedSessions, type ViewRecording } from './recorded-sessions.js';
import { shownGaps, type ViewGap } from './view-gap.js';

/** What a coverage page says in words. */
export interface CoverageText {
  /** The agent as people call it. */
  readonly title: string;
  readonly introduction: string;
  readonly live: string;
  readonly saved: string;
  /** What a reader of its events should know. */
  readonly limits: readonly string[];
}

/** The versions in whose recordings each sort of record occurs, by its native name. */
export type NativesSeen = ReadonlyMap<string, ReadonlySet<string>>;

/** The rules of one view, and what the recordings hold. */
interface ViewCoverage {
  readonly title: string;
  readonly introduction: string;
  readonly rules: AgentInterpreter['rules'][View];
  readonly seen: NativesSeen;
}

/** What was recorded as of `2.1` may be of any version that begins so. */
const EXACT = /^\d+\.\d+\.\d+/;

/** How an agent's native records are read, by version, in Markdown. */
export function coveragePage(
  interpreter: Pick<AgentInterpreter, View | 'rules'>,
  text: CoverageText,
  gaps: readonly ViewGap[],
  all: readonly ViewRecording[],
): string {
  const recordings = all.filter(({ version }) => EXACT.test(version));
  const of = (wanted: View) => recordings.filter(({ view }) => view === wanted);
  const versions = new Set(recordings.map(({ version }) => version));
  const recorded = [...versions].sort(compareVersions).map(shortVersion).join(', ');
  const views: readonly ViewCoverage[] = [
    {
      title: 'Live',
      introduction: text.live,
      rules: interpreter.rules.live,
      seen: nativesSeen(of('live'), (version) => interpreter.live({ version })),
    },
    {
      title: 'Saved',
      introduction: text.saved,
      rules: interpreter.rules.saved,
      seen: nativesSeen(of('saved'), () => interpreter.saved()),
    },
  ];
  return [
    `# ${text.title}: coverage\n`,
    '<!-- Generated from the rule tables, the gaps and the recordings. Change those, then run `npm run docs`. -->\n',
    `${text.introduction}\n`,
    `Recorded versions: ${recorded}. A range leaves none of them out.\n`,
    ...views.flatMap((view) => viewSection(view, versions)),
    ...gapSection(shownGaps(recordedSessions(recordings, interpreter), gaps), versions),
    '## Known limits\n',
    ...text.limits.map((limit) => `- ${limit}`),
    '',
  ].join('\n');
}

/** Reads recordings of one view and notes what sorts of records each version wrote. */
export function nativesSeen(
  recordings: readonly Pick<ViewRecording, 'version' | 'bytes'>[],
  interpreter: (version: string) => Interpreter,
): NativesSeen {
  const seen = new Map<string, Set<string>>();
  for (const { version, bytes } of recordings) {
    const translator = createTranslator(interpreter(version));
    translator.push(bytes());
    translator.flush();
    for (const native of translator.stats().natives.keys()) {
      const versions = seen.get(native);
      if (versions === undefined) seen.set(native, new Set([version]));
      else versions.add(version);
    }
  }
  return seen;
}

function viewSection(view: ViewCoverage, versions: ReadonlySet<string>): string[] {
  const { title, introduction, seen } = view;
  const rows: string[][] = [];
  /** What no recording holds, by what it would become. */
  const unrecorded = new Map<string, string[]>();
  for (const [native, { disposition, becomes }] of Object.entries(view.rules)) {
    const name = `\`${native}\``;
    const result = disposition === 'mapped' ? becomes : `*no event:* ${becomes}`;
    const recorded = seen.get(native);
    const others = unrecorded.get(result);
    if (recorded !== undefined) rows.push([name, result, versionRanges(recorded, versions)]);
    else if (others === undefined) unrecorded.set(result, [name]);
    else others.push(name);
  }
  return [
    `## ${title}\n`,
    `${introduction}\n`,
    ...table(['native', 'becomes', 'recorded in'], rows),
    '',
    ...unrecordedSection(unrecorded),
  ];
}

function unrecordedSection(unrecorded: ReadonlyMap<string, readonly string[]>): string[] {
  if (unrecorded.size === 0) return [];
  return [
    'No recording holds these. They are read by the public source, or like similar records.\n',
    ...table(
      ['native', 'becomes'],
      Array.from(unrecorded, ([result, names]) => [names.join(', '), result]),
    ),
    '',
  ];
}

function gapSection(
  gaps: ReadonlyMap<ViewGap, ReadonlySet<string>>,
  versions: ReadonlySet<string>,
): string[] {
  const rows = Array.from(gaps, ([{ what, missingIn, since, until }, shown]) => [
    what,
    missingIn,
    spanText(since, until),
    versionRanges(shown, versions),
  ]);
  return [
    '## What only one view says\n',
    'Apart from this, a session seen live and the same session loaded from its file are equal. A test compares them, messages and usage, on every recording and on fresh runs.\n',
    ...table(['what', 'missing in', 'versions', 'seen in'], rows),
    '',
    ...unprovenEdges([...gaps.keys()]),
  ];
}

const EDGES = { since: 'The first', until: 'The last' } as const;

/** What isn't known for certain of the versions of the gaps. */
function unprovenEdges(gaps: readonly ViewGap[]): string[] {
  const edges = gaps.flatMap(({ what, unproven = {} }) =>
    (['since', 'until'] as const).flatMap((edge) =>
      unproven[edge] === undefined
        ? []
        : [`- ${EDGES[edge]} version with “${what}”: ${unproven[edge]}`],
    ),
  );
  const rule =
    'The first and the last version of each are those that real versions show: the one beside it was played, and is different or can’t do what would show it.';
  return edges.length === 0 ? [`${rule}\n`] : [`${rule} Not proven so:\n`, ...edges, ''];
}

/** The versions of a range in words. */
export function spanText(since: string | undefined, until: string | undefined): string {
  if (until === undefined) return since === undefined ? 'all' : `from ${shortVersion(since)}`;
  if (since === undefined) return `up to ${shortVersion(until)}`;
  return since === until ? shortVersion(since) : `${shortVersion(since)} – ${shortVersion(until)}`;
}

function table(head: readonly string[], rows: readonly (readonly string[])[]): string[] {
  const line = (cells: readonly string[]) =>
    `| ${cells.map((cell) => cell.replaceAll('|', '\\|')).join(' | ')} |`;
  return [line(head), line(head.map(() => '---')), ...rows.map(line)];
}

/** `0.42.0`, `0.44.0` and `0.58.0` of those and `0.20.0` as `0.42 – 0.58`: a dash leaves none out. */
export function versionRanges(some: ReadonlySet<string>, all: ReadonlySet<string>): string {
  const ranges: string[][] = [];
  let open: string[] | undefined;
  for (const version of [...all].sort(compareVersions)) {
    if (!some.has(version)) {
      open = undefined;
    } else if (open === undefined) {
      open = [version];
      ranges.push(open);
    } else {
      open.push(version);
    }
  }
  return ranges.map(rangeText).join(', ');
}

/** A version as people say it: without a patch number of zero. */
export function shortVersion(version: string): string {
  return version.replace(/\.0$/, '');
}

function rangeText(versions: readonly string[]): string {
  const [first = '', last = first] = [versions[0], versions.at(-1)];
  return first === last ? shortVersion(first) : `${shortVersion(first)} – ${shortVersion(last)}`;
}
