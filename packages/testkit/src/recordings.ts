import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { basename, dirname, join, sep } from 'node:path';
import { fileURLToPath } from 'node:url';
import { type AgentName, agentNames, type View } from '@dragoman/agents';
import { DragomanError, type UsageFigures } from '@dragoman/protocol';

/** What a real CLI wrote in one scenario, in one of its two views. */
export interface Recording {
  readonly agent: AgentName;
  /** As exact as it was written down: `0.166.0`, or only `2.1`. */
  readonly version: string;
  readonly scenario: string;
  /** `live` is what came on stdout, `saved` is the session file of the same run. */
  readonly view: View;
  readonly path: string;
  bytes(): Uint8Array;
  /** The same, turn by turn, where it was written down what each turn printed. */
  turns(): readonly RecordedTurn[];
  /** What was written down about the run. Recordings from before there was a script have less of it. */
  meta(): Partial<RecordingMeta>;
}

/** What the process of one turn printed. */
export interface RecordedTurn {
  readonly bytes: Uint8Array;
  /** What the session had used before, for a CLI that goes on counting when it resumes. */
  readonly usageBefore?: UsageFigures | undefined;
}

/** What `<scenario>.meta.json` says of a run. */
export interface RecordingMeta {
  readonly agent: string;
  readonly version: string;
  /** Its name in full. */
  readonly scenario: string;
  /** How the process of each turn ended: its exit code, or the signal. */
  readonly exitCodes: readonly (number | string | null)[];
  readonly prompts: readonly string[];
  /** What a person typed, in their order, where the prompts aren't that. */
  readonly typed?: readonly string[];
  /** How many bytes each turn printed, and what its session had used before. */
  readonly turns: readonly { readonly bytes: number; readonly usageBefore?: UsageFigures }[];
  readonly stderr: string;
}

/** How the file of each view ends. */
const VIEWS: Readonly<Record<string, View>> = {
  stdout: 'live',
  rollout: 'saved',
  session: 'saved',
};

/** Where the recordings are that come with the testkit. */
export const recordingsFolder = fileURLToPath(new URL('../recordings', import.meta.url));

/** All recordings that come with the testkit, or those in another folder, in a fixed order. */
export function recordings(folder = recordingsFolder): readonly Recording[] {
  return readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .sort()
    .map((name) => toRecording(folder, name))
    .filter((recording) => recording !== undefined);
}

/** `<scenario>.<view>.jsonl` or `.json` in `<agent>/<version>` or `<agent>-<version>`; other files are none. */
function toRecording(folder: string, name: string): Recording | undefined {
  const [scenario, suffix, extension] = basename(name).split('.');
  const view = VIEWS[suffix ?? ''];
  if (scenario === undefined || view === undefined || !isKept(extension)) return undefined;
  const path = join(folder, name);
  const bytes = () => readFileSync(path);
  const meta = () => readMeta(join(dirname(path), `${scenario}.meta.json`));
  const turns = () => (view === 'live' ? turnsOf(bytes(), meta()) : [{ bytes: bytes() }]);
  return { ...originOf(folder, dirname(name)), scenario, view, path, bytes, turns, meta };
}

/** Lines, or a session that is one document. */
function isKept(extension: string | undefined): boolean {
  return extension === 'jsonl' || extension === 'json';
}

function originOf(folder: string, name: string): Pick<Recording, 'agent' | 'version'> {
  const origin = name.split(sep).join('-');
  const agent = agentNames.find((known) => origin.startsWith(`${known}-`));
  if (agent === undefined) {
    const path = join(folder, name);
    throw new DragomanError('recording_misplaced', `${path} names no agent and version.`);
  }
  return { agent, version: origin.slice(agent.length + 1) };
}

/** A recording may be without. */
function readMeta(path: string): Partial<RecordingMeta> {
  return existsSync(path) ? JSON.parse(readFileSync(path, 'utf8')) : {};
}

/** A recording of which it isn't said where its turns begin is read as one. */
function turnsOf(bytes: Uint8Array, meta: Partial<RecordingMeta>): readonly RecordedTurn[] {
  let at = 0;
  const turns = meta.turns?.map(({ bytes: length, usageBefore }) => {
    at += length;
    return { bytes: bytes.subarray(at - length, at), usageBefore };
  });
  return turns ?? [{ bytes }];
}
