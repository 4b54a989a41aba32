import { homedir } from 'node:os';
import { join } from 'node:path';
import type { AgentName } from '@dragoman/agents';
import type { Leftover } from '@dragoman/runtime';
import type { FolderSize } from '@dragoman/runtime/internal';
import type { SandboxCheck } from '@dragoman/sandbox';
import { userConfigFolder } from '../../config/find-config.js';
import { BLANK, type Line, painted } from '../../terminal/line.js';
import { wrapLine } from '../../terminal/text/fit-text.js';
import { formatBytes, formatCount, shortPath } from '../../terminal/text/formats.js';
import { harmlessLine } from '../../terminal/text/harmless-text.js';
import type { FoundToolchain } from './find-toolchains.js';
import { leftoverLines } from './reap.js';

/** A program that Dragoman uses. */
export interface FoundProgram {
  readonly name: string;
  /** Undefined if it is not installed. */
  readonly version: string | undefined;
  /** What Dragoman needs it for. */
  readonly use: string;
  /** Why it is not run although it is installed. */
  readonly problem?: string;
  /** What else there is to know of it. */
  readonly note?: string;
}

export interface DiagnosedAgent {
  readonly name: AgentName;
  readonly defaultVersion: string;
  /** All versions that are installed. */
  readonly installed: readonly string[];
  /** Why installed versions are not run: one sentence each. */
  readonly changed: readonly string[];
  /** The variables for its key, and those of them that are set. Never a value. */
  readonly keyVariables: readonly string[];
  readonly keysSet: readonly string[];
}

export interface DiagnosedSandbox {
  readonly kind: string;
  readonly confinesFiles: boolean;
  /** Whether it is used without `--sandbox`. */
  readonly isDefault: boolean;
  readonly check: SandboxCheck;
}

export interface DiagnosedFolder extends FolderSize {
  readonly name: string;
  readonly path: string;
  /** The variable that sets the folder. */
  readonly variable: string;
  /** Why nothing can be written to it. */
  readonly problem: string | undefined;
}

/** A Redis that servers are to share. */
export interface DiagnosedRedis {
  /** Without what is secret. */
  readonly address: string;
  readonly version: string | undefined;
  /** Why servers can't use it. */
  readonly problem: string | undefined;
}

/** All that `dragoman doctor` finds. */
export interface Diagnosis {
  readonly version: string;
  readonly node: string;
  readonly programs: readonly FoundProgram[];
  readonly agents: readonly DiagnosedAgent[];
  readonly sandboxes: readonly DiagnosedSandbox[];
  readonly folders: readonly DiagnosedFolder[];
  /** Programs that no sandbox shows unless they are given to it. */
  readonly toolchains: readonly FoundToolchain[];
  /** Only where one was named. */
  readonly redis?: DiagnosedRedis;
  /** The number of running turns of all processes; undefined if it can't be determined. */
  readonly running: number | undefined;
  readonly leftovers: readonly Leftover[];
  /** Why running turns and leftovers can't be determined. */
  readonly turnsProblem: string | undefined;
  /** The journals of turns that can't be read, and why. */
  readonly unreadableTurns: readonly string[];
  /** Whether an agent can run here in a sandbox that confines it. */
  readonly usable: boolean;
}

const NAME_COLUMNS = 12;
const INDENT = ' '.repeat(4 + NAME_COLUMNS);
const PROSE_COLUMNS = 100;

type Verdict = 'good' | 'bad' | 'neutral';

const MARKS = {
  good: { text: '✓', format: 'green' },
  bad: { text: '✗', format: 'red' },
  neutral: { text: '·', format: 'dim' },
} as const;

/** The lines of a diagnosis: each check with a mark, and below it what to do. */
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
    ...programs.flatMap(({ name, version: found, use, problem, note }) =>
      row(found === undefined ? 'bad' : 'good', name, [
        found ?? problem ?? `not found; it ${use}`,
        ...(note === undefined ? [] : [note]),
      ]),
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
    ...toolchainLines(diagnosis.toolchains, row),
    ...redisLines(diagnosis.redis, row),
    BLANK,
    painted('bold', 'Turns'),
    ...turnRows(diagnosis).flatMap((each) => row(...each)),
    ...leftovers.flatMap((leftover) => leftoverLines(leftover, columns)),
    ...(diagnosis.usable
      ? []
      : [BLANK, painted('red', 'No agent can run here in a sandbox: see what is marked with ✗.')]),
  ];
}

type Row = (verdict: Verdict, name: string, texts: readonly string[]) => Line[];

/** Programs of the user's own, and the one line that gives them to agents. */
function toolchainLines(toolchains: readonly FoundToolchain[], row: Row): Line[] {
  if (toolchains.length === 0) return [];
  const short = (path: string) => shortPath(path, { home: homedir() });
  const missing = toolchains.filter(({ isGiven }) => !isGiven);
  const list = toolchains.map(({ folder }) => short(folder)).join(', ');
  return [
    BLANK,
    painted('bold', 'Programs in your folders'),
    ...toolchains.flatMap(({ folder, programs, isGiven }) =>
      row(isGiven ? 'good' : 'neutral', isGiven ? 'given' : 'not given', [
        `${short(folder)}: ${programs.join(', ')}, …`,
      ]),
    ),
    ...(missing.length === 0
      ? []
      : row('neutral', 'give them', [
          `→ In ${short(join(userConfigFolder(), 'config.yaml'))}: path: [${list}]`,
        ])),
  ];
}

function redisLines(redis: DiagnosedRedis | undefined, row: Row): Line[] {
  if (redis === undefined) return [];
  const { address, version, problem } = redis;
  const words = version === undefined ? address : `${version} at ${address}`;
  return [
    BLANK,
    painted('bold', 'Shared by servers'),
    ...row(problem === undefined ? 'good' : 'bad', 'redis', [
      words,
      ...(problem === undefined ? [] : [problem]),
    ]),
  ];
}

function turnRows(diagnosis: Diagnosis): [Verdict, string, string[]][] {
  const { running, leftovers, turnsProblem, unreadableTurns } = diagnosis;
  if (turnsProblem !== undefined) return [['bad', 'unknown', [turnsProblem]]];
  const things = `${formatCount(leftovers.length, 'thing')} of processes that died`;
  return [
    ['neutral', 'running', [String(running)]],
    leftovers.length === 0
      ? ['good', 'left behind', ['nothing']]
      : ['bad', 'left behind', [`${things}: dragoman doctor --reap`]],
    ...(unreadableTurns.length === 0
      ? []
      : [['bad', 'unreadable', [...unreadableTurns]] satisfies [Verdict, string, string[]]]),
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
