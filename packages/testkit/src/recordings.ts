import { readdirSync, readFileSync } from 'node:fs';
import { basename, dirname, join, relative, sep } from 'node:path';
import { fileURLToPath } from 'node:url';
import { type AgentName, agentNames, type View } from '@dragoman/agents';
import { DragomanError } from '@dragoman/protocol';

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
}

/** How the file of each view ends. */
const VIEWS: Readonly<Record<string, View>> = {
  stdout: 'live',
  rollout: 'saved',
  session: 'saved',
};

const FOLDER = fileURLToPath(new URL('../recordings', import.meta.url));

/** All recordings that come with the testkit, in a fixed order. */
export function recordings(): readonly Recording[] {
  return readdirSync(FOLDER, { recursive: true, encoding: 'utf8' })
    .map((name) => join(FOLDER, name))
    .sort()
    .map(toRecording)
    .filter((recording) => recording !== undefined);
}

/** `<scenario>.<view>.jsonl` or `.json` in `<agent>/<version>` or `<agent>-<version>`; other files are none. */
function toRecording(path: string): Recording | undefined {
  const [scenario, suffix, extension] = basename(path).split('.');
  const view = VIEWS[suffix ?? ''];
  if (scenario === undefined || view === undefined || !isKept(extension)) return undefined;
  return { ...originOf(dirname(path)), scenario, view, path, bytes: () => readFileSync(path) };
}

/** Lines, or a session that is one document. */
function isKept(extension: string | undefined): boolean {
  return extension === 'jsonl' || extension === 'json';
}

function originOf(folder: string): Pick<Recording, 'agent' | 'version'> {
  const origin = relative(FOLDER, folder).split(sep).join('-');
  const agent = agentNames.find((name) => origin.startsWith(`${name}-`));
  if (agent === undefined) {
    throw new DragomanError('recording_misplaced', `${folder} names no agent and version.`);
  }
  return { agent, version: origin.slice(agent.length + 1) };
}
