import { mkdir, writeFile } from 'node:fs/promises';
import { dirname, extname, join } from 'node:path';
import { isDeepStrictEqual } from 'node:util';
import { type AgentName, agents } from '@dragoman/agents';
import { parseJson } from '@dragoman/protocol';
import type { Recording, RecordingMeta } from '../recordings.js';
import type { FinishedTurn } from '../run-scenario.js';
import type { FreshRun, FreshSession } from '../views/fresh-run.js';
import { createScrubber } from './scrub-text.js';
import { shortenMetadata } from './shorten-metadata.js';

/** A file of a recording. */
export interface RecordingFile {
  /** Its path below the folder of all recordings. */
  readonly name: string;
  readonly text: string;
}

/** A run that is to be kept. */
export interface RecordedRun {
  readonly agent: AgentName;
  /** The name of the scenario. */
  readonly scenario: string;
  readonly run: FreshRun;
}

/** How the saved view is called, where it isn't `session`. */
const SAVED: Readonly<Partial<Record<AgentName, string>>> = { codex: 'rollout' };

/** The part of a file's name that says which scenario it is of. */
export function scenarioSlug(scenario: string): string {
  return scenario
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '-')
    .replace(/^-|-$/g, '');
}

/** The scenario of a recording: `a-fork` of `a-fork_2`. */
export function slugOf({ scenario }: Pick<Recording, 'scenario'>): string {
  return scenario.replace(/_\d+$/, '');
}

/**
 * A run as recordings, three files for each of its sessions, without what names the machine. The
 * second session of a scenario, such as a fork, is called after it, with a number.
 */
export function recordingFiles({ agent, scenario, run }: RecordedRun): readonly RecordingFile[] {
  const scrub = createScrubber(run.surroundings);
  const inOrder = [...run.sessions].sort((one, other) => lastTurn(run, one) - lastTurn(run, other));
  return inOrder.flatMap((session, index) => {
    const slug = `${scenarioSlug(scenario)}${index === 0 ? '' : `_${index + 1}`}`;
    const base = `${agent}/${run.version}/${slug}`;
    const printed = session.turns.map((turn, at) =>
      scrub(at < session.turns.length - 1 ? closed(turn.stdout) : turn.stdout),
    );
    const saved = savedText(agent, session);
    const { interpreter } = agents[agent];
    const meta: RecordingMeta = {
      agent,
      version: run.version,
      scenario,
      exitCodes: session.turns.map(endOf),
      ...promptsOf(session),
      turns: session.turns.map(({ usageBefore }, at) => ({
        bytes: Buffer.byteLength(printed[at] ?? ''),
        ...(usageBefore && { usageBefore }),
      })),
      stderr: scrub(session.turns.at(-1)?.stderr ?? '').slice(0, MOST_STDERR),
    };
    const isOne = isDocument(printed[0] ?? '');
    return [
      { name: `${base}.stdout.${isOne ? 'json' : 'jsonl'}`, text: printed.join('') },
      {
        name: `${base}.${SAVED[agent] ?? 'session'}.${saved.extension}`,
        text: shortenMetadata(scrub(saved.text), interpreter.saved()),
      },
      { name: `${base}.meta.json`, text: `${JSON.stringify(meta, null, 1)}\n` },
    ];
  });
}

/** What the CLI was given, and what a person typed, if that is something else. */
function promptsOf({
  turns,
  prompts: typed,
}: FreshSession): Pick<RecordingMeta, 'prompts' | 'typed'> {
  const prompts = turns.map(({ prompt }) => prompt);
  return { prompts, ...(!isDeepStrictEqual(prompts, typed) && { typed }) };
}

const MOST_STDERR = 2000;

/** Writes recordings and says where. */
export async function writeRecordings(
  folder: string,
  files: readonly RecordingFile[],
): Promise<void> {
  for (const { name, text } of files) {
    const path = join(folder, name);
    await mkdir(dirname(path), { recursive: true });
    await writeFile(path, text);
  }
}

/** Sessions in the order in which their last turn ran: a fork behind what it was made of. */
function lastTurn({ turns }: FreshRun, session: FreshSession): number {
  const last = session.turns.at(-1);
  return last === undefined ? -1 : turns.indexOf(last);
}

/** A line that a killed process left open must not run into the next turn. */
function closed(stdout: string): string {
  return stdout === '' || stdout.endsWith('\n') ? stdout : `${stdout}\n`;
}

function endOf({ exitCode, signal }: FinishedTurn): number | string | null {
  return exitCode ?? signal;
}

/** Lines as they are; a document on one line, unless the CLI itself keeps it in a file. */
function savedText(agent: AgentName, { summary, text }: FreshSession) {
  const { sessions } = agents[agent].interpreter;
  const isFile = sessions.isLocation?.(summary.path) !== true;
  if (!isDocument(text)) return { text, extension: 'jsonl' };
  if (isFile && extname(summary.path) === '.json') return { text, extension: 'json' };
  return { text: `${JSON.stringify(JSON.parse(text))}\n`, extension: 'jsonl' };
}

/** Whether a text is one JSON document over several lines. */
function isDocument(text: string): boolean {
  return text.trim().includes('\n') && parseJson(text).ok;
}
