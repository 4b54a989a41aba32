import type { GapChange } from './compare-gaps.js';
import { cutExample, type FieldChange, type ShapeDifference } from './compare-shapes.js';
import type { RecordShape } from './record-shapes.js';

/** What a version did in all scenarios, and what is new in it. */
export interface VersionReport {
  readonly agent: string;
  readonly version: string;
  /** The version that it is compared with. */
  readonly known: string;
  /** The scenarios that were played, with what is wrong in each. */
  readonly rows: readonly ScenarioRow[];
  /** The scenarios that the version can't go through. */
  readonly unsupported: readonly string[];
  /** Those that both versions went through, which alone are compared. */
  readonly compared: number;
  readonly unknown: readonly RecordShape[];
  readonly difference: ShapeDifference;
  /** The other recorded versions that have a type of record, in words, by view and name. */
  readonly seenIn: (shape: RecordShape) => string;
  readonly gaps: readonly GapChange[];
  /** Where the recordings were written, and how much. */
  readonly folder: string;
  readonly files: number;
  readonly bytes: number;
}

export interface ScenarioRow {
  readonly scenario: string;
  /** Views that differ, or a list that says something else. */
  readonly laws: readonly string[];
  /** Tokens that the model counted and nobody else. */
  readonly tokens: readonly string[];
}

/** Whether something has to be done before the version can be trusted. */
export function needsWork({ rows, unknown }: VersionReport): boolean {
  return unknown.length > 0 || rows.some(({ laws, tokens }) => laws.length + tokens.length > 0);
}

/** The page to act on, in Markdown. What to do about each section is in CONTRIBUTING.md. */
export function versionPage(report: VersionReport): string {
  const { agent, version, known, rows, unsupported, compared, difference } = report;
  const bad = rows.filter(({ laws, tokens }) => laws.length + tokens.length > 0).length;
  const { newTypes, goneTypes, newFields, goneFields } = difference;
  return [
    `# ${agent} ${version}, compared with ${known}\n`,
    `${counted(rows.length, 'scenario')} played, ${bad} with something wrong; ${compared} of them compared with ${known}.${cannot(unsupported)}`,
    `${counted(report.files, 'file')} (${Math.ceil(report.bytes / 1024)} KB) in ${report.folder}.\n`,
    ...section('Laws that fail', wrongIn(rows, 'laws')),
    ...section('Tokens that nobody counted', wrongIn(rows, 'tokens')),
    ...section('Records that no rule reads', report.unknown.map(unknownRow)),
    ...section(
      'New types of records',
      newTypes.map((shape) => typeRow(shape, report.seenIn(shape))),
    ),
    ...section(
      'Types of records that are gone',
      goneTypes.map(({ view, native }) => `- ${view} \`${native}\``),
    ),
    ...section('New fields', fieldRows(newFields)),
    ...section('Fields that are gone', goneFields.map(goneRow)),
    ...section(
      'Gaps',
      report.gaps.map((change) => gapRow(change, report)),
    ),
    'What to do about each: CONTRIBUTING.md, "Take in a new version of a CLI".\n',
  ].join('\n');
}

function section(title: string, rows: readonly string[]): string[] {
  return [`## ${title}\n`, ...(rows.length === 0 ? ['None.'] : rows), ''];
}

function cannot(unsupported: readonly string[]): string {
  if (unsupported.length === 0) return '';
  return ` It can't go through: ${unsupported.join('; ')}.`;
}

function wrongIn(rows: readonly ScenarioRow[], kind: 'laws' | 'tokens'): string[] {
  return rows
    .filter((row) => row[kind].length > 0)
    .flatMap(({ scenario, [kind]: words }) => [
      `- **${scenario}**`,
      ...words.map((each) => `  - ${inline(each)}`),
    ]);
}

function unknownRow({ view, native, unknown, count, scenarios, fields }: RecordShape): string {
  const of = unknown === count ? `${count}` : `${unknown} of ${count}`;
  const examples = [...fields].slice(0, 6).map(([path, value]) => fieldText(path, value));
  return `- ${view} \`${native}\` (${of}), in ${firstOf(scenarios)}: ${examples.join(', ')}`;
}

function typeRow({ view, native, disposition, count, scenarios }: RecordShape, seenIn: string) {
  const where = seenIn === '' ? 'in no other recording' : `also in ${seenIn}`;
  return `- ${view} \`${native}\`: ${disposition}, ${counted(count, 'record')} in ${firstOf(scenarios)}; ${where}`;
}

/** A field that so many types of a view have got is listed once. */
const MANY_TYPES = 3;

function fieldRows(changes: readonly FieldChange[]): string[] {
  const common = commonFields(changes);
  return [
    ...[...common.values()].map(
      ({ view, path, types, example }) =>
        `- ${view}, in ${types} types of records: ${fieldText(path, example)}`,
    ),
    ...changes.flatMap(({ view, native, disposition, fields }) => {
      const own = fields.filter(({ path }) => !common.has(`${view} ${path}`));
      if (own.length > 0 && disposition === 'metadata') {
        return [`- ${view} \`${native}\`, metadata: ${pathsOf(own)}`];
      }
      const rows = own.map(({ path, example }) => `  - ${fieldText(path, example)}`);
      return rows.length === 0 ? [] : [`- ${view} \`${native}\``, ...rows];
    }),
  ];
}

/** The fields that many types of a view have got, by view and path. */
function commonFields(changes: readonly FieldChange[]) {
  const all = changes.flatMap(({ view, fields }) => fields.map((field) => ({ ...field, view })));
  const seen = new Map<string, (typeof all)[number] & { readonly types: number }>();
  for (const field of all) {
    const key = `${field.view} ${field.path}`;
    seen.set(key, { ...field, types: (seen.get(key)?.types ?? 0) + 1 });
  }
  return new Map([...seen].filter(([, { types }]) => types >= MANY_TYPES));
}

function goneRow({ view, native, fields }: FieldChange): string {
  return `- ${view} \`${native}\`: ${pathsOf(fields)}`;
}

function pathsOf(fields: FieldChange['fields']): string {
  return fields.map(({ path }) => `\`${path}\``).join(', ');
}

function fieldText(path: string, example: unknown): string {
  return `\`${path}\`: ${inline(cutExample(example))}`;
}

const GAP_WORDS: Readonly<Record<GapChange['change'], string>> = {
  opened: 'shows here, and not in the other version',
  closed: 'no longer shows',
  beyond: 'would make the views agree, but its versions leave this one out',
};

function gapRow({ gap, change }: GapChange, { agent, version, known }: VersionReport): string {
  const bisect = `npm run agents:bisect -- ${agent} ${gap.id} ${known} ${version}`;
  return `- \`${gap.id}\` (${gap.what}; missing in ${gap.missingIn}) ${GAP_WORDS[change]}: \`${bisect}\``;
}

const MOST_SCENARIOS = 3;

function firstOf(scenarios: ReadonlySet<string>): string {
  const more = scenarios.size - MOST_SCENARIOS;
  const named = [...scenarios].slice(0, MOST_SCENARIOS).join(', ');
  return more > 0 ? `${named} and ${more} more` : named;
}

/** Text of a CLI within a line of Markdown. */
function inline(text: string): string {
  return `\`\` ${text.replaceAll('`', "'").replaceAll('\n', '⏎')} \`\``;
}

function counted(count: number, what: string): string {
  return `${count} ${what}${count === 1 ? '' : 's'}`;
}
