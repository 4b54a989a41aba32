import { homedir } from 'node:os';
import { BLANK, type Line, painted } from '../../terminal/conversation/line.js';
import { formatBytes, formatCount } from '../../terminal/text/format-amount.js';
import { harmlessLine } from '../../terminal/text/harmless-text.js';
import { shortPath } from '../../terminal/text/short-path.js';
import { wrapLine } from '../../terminal/text/wrap-line.js';
import type { DiagnosedAgent, DiagnosedFolder, DiagnosedSandbox, Diagnosis } from './diagnosis.js';
import { leftoverLines } from './leftover-lines.js';

const NAME_COLUMNS = 12;
const INDENT = ' '.repeat(4 + NAME_COLUMNS);
const PROSE_COLUMNS = 100;

type Verdict = 'good' | 'bad' | 'neutral';

const MARKS = {
  good: { text: '✓', format: 'green' },
  bad: { text: '✗', format: 'red' },
  neutral: { text: '·', format: 'dim' },
} as const;

/** A diagnosis for a person: each finding with a mark, and below it what to do. */
export function diagnosisLines(diagnosis: Diagnosis, columns: number | undefined): Line[] {
  const { version, node, programs, agents, sandboxes, folders, leftovers } = diagnosis;
  const room = Math.max(20, Math.min(columns ?? PROSE_COLUMNS, PROSE_COLUMNS) - INDENT.length);
  const row = (verdict: Verdict, name: string, texts: readonly string[]): Line[] =>
    texts
      .flatMap((text) => wrapLine(harmlessLine(text), room))
      .map((text, index) =>
        index === 0
          ? [{ text: '  ' }, MARKS[verdict], { text: ` ${name.padEnd(NAME_COLUMNS)}${text}` }]
          : [{ text: `${INDENT}${text}` }],
      );
  return [
    painted('bold', `dragoman ${version} on Node ${node}`),
    ...programs.flatMap(({ name, version: found, use, problem }) =>
      row(found === undefined ? 'bad' : 'good', name, [found ?? problem ?? `not found; it ${use}`]),
    ),
    BLANK,
    painted('bold', 'Agents'),
    ...agents.flatMap((agent) => row(...agentRow(agent))),
    BLANK,
    painted('bold', 'Sandboxes'),
    ...sandboxes.flatMap((sandbox) => row(...sandboxRow(sandbox))),
    BLANK,
    painted('bold', 'Folders'),
    ...folders.flatMap((folder) => row(...folderRow(folder))),
    BLANK,
    painted('bold', 'Turns'),
    ...turnRows(diagnosis).flatMap((each) => row(...each)),
    ...leftovers.flatMap((leftover) => leftoverLines(leftover, columns)),
    ...(diagnosis.usable
      ? []
      : [BLANK, painted('red', 'No agent can run here in a sandbox: see what is marked with ✗.')]),
  ];
}

function turnRows({ running, leftovers, turnsProblem }: Diagnosis): [Verdict, string, string[]][] {
  if (turnsProblem !== undefined) return [['bad', 'unknown', [turnsProblem]]];
  const things = `${formatCount(leftovers.length, 'thing')} of processes that died`;
  return [
    ['neutral', 'running', [String(running)]],
    leftovers.length === 0
      ? ['good', 'left behind', ['nothing']]
      : ['bad', 'left behind', [`${things}: dragoman doctor --reap`]],
  ];
}

function agentRow(agent: DiagnosedAgent): [Verdict, string, string[]] {
  const { name, installed, changed, defaultVersion, keyVariables, keysSet } = agent;
  const versions = installed.map((version) =>
    version === defaultVersion ? `${version} (default)` : version,
  );
  const missing = `${defaultVersion} is not installed: dragoman agents install ${name}`;
  const key =
    keysSet.length > 0 ? `key: ${keysSet.join(', ')}` : `no key: set ${keyVariables.join(' or ')}`;
  const verdict = versions.length > 0 ? 'good' : 'neutral';
  return [
    changed.length > 0 ? 'bad' : verdict,
    name,
    [versions.length > 0 ? versions.join(', ') : missing, ...changed, key],
  ];
}

function sandboxRow(sandbox: DiagnosedSandbox): [Verdict, string, string[]] {
  const { kind, isDefault, check } = sandbox;
  if (!check.works) return ['bad', kind, [check.why, `→ ${check.remedy}`]];
  const facts = [check.version ?? 'works', ...(isDefault ? ['default'] : [])].join(', ');
  return ['good', kind, [facts, ...check.notes]];
}

function folderRow(folder: DiagnosedFolder): [Verdict, string, string[]] {
  const { name, path, variable, problem, exists, bytes, isWhole } = folder;
  const short = shortPath(path, { home: homedir() });
  if (problem !== undefined) {
    return ['bad', name, [`${short}: ${problem}`, `→ Set ${variable} to another folder.`]];
  }
  const size = exists ? `${isWhole ? '' : 'more than '}${formatBytes(bytes)}` : 'not there yet';
  return ['neutral', name, [`${short}, ${size}`]];
}
