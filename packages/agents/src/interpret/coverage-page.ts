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
    `Recorded versions: ${recorded}. A range leaves none of them out; *source* is what no recording holds and only the public source tells.\n`,
    ...views.flatMap((view) => viewSection(view, versions)),
    ...gapSection(gaps, versions),
    '## Known limits\n',
    ...limits.map((limit) => `- ${limit}`),
    '',
  ].join('\n');
}

function viewSection(view: ViewCoverage, versions: ReadonlySet<string>): string[] {
  const rows = Object.entries(view.rules).map(([native, { carriage, carriedAs }]) => {
    const recorded = view.seen.get(native);
    return [
      `\`${native}\``,
      carriage === 'mapped' ? carriedAs : `*not told:* ${carriedAs}`,
      recorded === undefined ? '*source*' : versionRanges(recorded, versions),
    ];
  });
  return [
    `## ${view.title}\n`,
    `${view.introduction}\n`,
    ...table(['native', 'carried as', 'recorded in'], rows),
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
