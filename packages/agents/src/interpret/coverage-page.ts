import { compareVersions } from '../compare-versions.js';
import type { NativesSeen } from './natives-seen.js';
import type { Rules } from './rule.js';
import { shortVersion, versionRanges } from './version-ranges.js';
import type { ViewGap } from './view-gap.js';

/** What is known of one view of an agent: its rules, and what the recordings hold. */
export interface ViewCoverage {
  readonly title: string;
  readonly introduction: string;
  readonly rules: Rules<never>;
  readonly seen: NativesSeen;
}

export interface Coverage {
  /** The agent as people call it. */
  readonly agent: string;
  readonly introduction: string;
  /** The versions whose recordings were looked at. */
  readonly versions: ReadonlySet<string>;
  readonly views: readonly ViewCoverage[];
  /** The versions whose recordings show each gap. */
  readonly gaps: ReadonlyMap<ViewGap, ReadonlySet<string>>;
  readonly limits: readonly string[];
}

/** How an agent's native records are carried, by version, in Markdown. */
export function coveragePage(coverage: Coverage): string {
  const { agent, introduction, versions, views, gaps, limits } = coverage;
  const recorded = [...versions].sort(compareVersions).map(shortVersion).join(', ');
  return [
    `# ${agent}: coverage\n`,
    '<!-- Generated from the rule tables, the gaps and the recordings. Change those, then run `npm run docs`. -->\n',
    `${introduction}\n`,
    `Recorded versions: ${recorded}. A range leaves none of them out.\n`,
    ...views.flatMap((view) => viewSection(view, versions)),
    ...gapSection(gaps, versions),
    '## Known limits\n',
    ...limits.map((limit) => `- ${limit}`),
    '',
  ].join('\n');
}

function viewSection(view: ViewCoverage, versions: ReadonlySet<string>): string[] {
  const { title, introduction, seen } = view;
  const rows: string[][] = [];
  /** What no recording holds, by what would become of it. */
  const unrecorded = new Map<string, string[]>();
  for (const [native, { disposition, becomes }] of Object.entries(view.rules)) {
    const name = `\`${native}\``;
    const carried = disposition === 'mapped' ? becomes : `*not told:* ${becomes}`;
    const recorded = seen.get(native);
    const others = unrecorded.get(carried);
    if (recorded !== undefined) rows.push([name, carried, versionRanges(recorded, versions)]);
    else if (others === undefined) unrecorded.set(carried, [name]);
    else others.push(name);
  }
  return [
    `## ${title}\n`,
    `${introduction}\n`,
    ...table(['native', 'carried as', 'recorded in'], rows),
    '',
    ...unrecordedSection(unrecorded),
  ];
}

function unrecordedSection(unrecorded: ReadonlyMap<string, readonly string[]>): string[] {
  if (unrecorded.size === 0) return [];
  return [
    'Read as well, should it come: by the public source, or by what is like it, since no recording holds it.\n',
    ...table(
      ['native', 'carried as'],
      Array.from(unrecorded, ([carried, names]) => [names.join(', '), carried]),
    ),
    '',
  ];
}

function gapSection(gaps: Coverage['gaps'], versions: ReadonlySet<string>): string[] {
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
  ];
}

function spanText(since: string | undefined, until: string | undefined): string {
  if (until === undefined) return since === undefined ? 'all' : `from ${shortVersion(since)}`;
  if (since === undefined) return `up to ${shortVersion(until)}`;
  return since === until ? shortVersion(since) : `${shortVersion(since)} – ${shortVersion(until)}`;
}

function table(head: readonly string[], rows: readonly (readonly string[])[]): string[] {
  const line = (cells: readonly string[]) =>
    `| ${cells.map((cell) => cell.replaceAll('|', '\\|')).join(' | ')} |`;
  return [line(head), line(head.map(() => '---')), ...rows.map(line)];
}
