import { basename } from 'node:path';
import { DragomanError, isJsonObject, parseJson } from '@dragoman/protocol';
import { findProgram, programVariable } from '../process/find-program.js';
import { type ProcessResult, runProcess } from '../process/run-process.js';
import { type EngineName, engineEnvironment, engineNames } from './engine-environment.js';
import { engineFailure } from './engine-failure.js';

/** A container engine of this machine, spoken to through its command-line client. */
export interface ContainerEngine {
  readonly name: EngineName;
  readonly executable: string;
  readonly environment: Readonly<Record<string, string>>;
  /** Runs the client to its end, whatever that is. */
  run(args: readonly string[]): Promise<ProcessResult>;
  /** The same for a call that must succeed: gives what it printed, or says what went wrong. */
  ask(args: readonly string[]): Promise<string>;
}

/** A client that hangs waits for a service that doesn't answer. */
const ANSWER_MS = 60_000;

/** Which engine is looked for, and where. */
export interface EngineSearch {
  /** Without one the first that is there. */
  readonly name?: EngineName | undefined;
  /** Where its client is. */
  readonly executable?: string | undefined;
  /** Settings, including those of the engine's client. */
  readonly environment: Readonly<Record<string, string | undefined>>;
  /** Folders that an agent can write to. */
  readonly writable?: readonly string[];
}

/** Finds an engine's client. One that an agent could have written is an error that names it. */
export async function findEngine(search: EngineSearch): Promise<ContainerEngine | undefined> {
  const { name, executable: path, environment, writable = [] } = search;
  for (const candidate of name === undefined ? candidates(search) : [name]) {
    const executable = await findProgram(candidate, { path, environment, writable });
    if (executable !== undefined) return createEngine(candidate, executable, environment);
  }
  return undefined;
}

/** An engine with a setting comes first; the name of a given client shows which engine it belongs to. */
function candidates({ executable, environment }: EngineSearch): readonly EngineName[] {
  if (executable !== undefined)
    return [basename(executable).includes('docker') ? 'docker' : 'podman'];
  const isSet = (name: EngineName) => Number(Boolean(environment[programVariable(name)]));
  return [...engineNames].sort((a, b) => isSet(b) - isSet(a));
}

function createEngine(
  name: EngineName,
  executable: string,
  environment: Readonly<Record<string, string | undefined>>,
): ContainerEngine {
  const env = engineEnvironment(environment);
  const run = (args: readonly string[]) =>
    runProcess({ executable, args, env, cwd: '/', timeoutMs: ANSWER_MS });
  return {
    name,
    executable,
    environment: env,
    run,
    async ask(args) {
      const result = await run(args);
      if (result.exitCode === 0) return result.stdout;
      const { why, remedy } = engineFailure(name, result);
      throw new DragomanError('sandbox_engine_failed', `${why} ${remedy}`);
    },
  };
}

/** What a client printed as JSON. What isn't JSON is an engine that we don't know. */
export function parseAnswer(engine: ContainerEngine, text: string): unknown {
  const parsed = parseJson(text);
  if (parsed.ok) return parsed.value;
  throw new DragomanError(
    'sandbox_engine_failed',
    `${engine.name} (${engine.executable}) answered what is not JSON: ${text.slice(0, 200)}`,
  );
}

/** The objects in what `inspect` printed. */
export function objectsIn(value: unknown): readonly Readonly<Record<string, unknown>>[] {
  return Array.isArray(value) ? value.filter(isJsonObject) : [];
}
