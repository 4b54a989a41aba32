import { DragomanError, type DragomanEvent } from '@dragoman/protocol';
import { agentNames, agents, parseAgentReference } from './agents.js';
import { createOriginDetector, type DetectedOrigin } from './detect.js';
import { createViewDetector, lookAhead, type SeenInput } from './interpret/detector.js';
import type { View } from './interpret/interpreter.js';
import { createTranslator, type TranslatorOptions } from './interpret/translator.js';
import { ownAgent, ownName } from './own-events.js';

/** How to read what an agent wrote. */
export interface TranslateOptions extends TranslatorOptions {
  /** The agent that wrote it, by name or as `codex@0.58.0`. Default: detected. */
  readonly agent?: string | undefined;
  /** `live` for the stdout of its CLI, `saved` for a session file. Default: detected. */
  readonly view?: View | undefined;
}

/** Text, bytes, or a stream of them. */
export type TranslatorInput =
  | string
  | Uint8Array
  | Iterable<string | Uint8Array>
  | AsyncIterable<string | Uint8Array>;

/**
 * Translates what a CLI printed or saved into events, as they come. Which agent wrote it, and whether
 * it is live output or a session file, is detected from the first records. Events of Dragoman's own are
 * given as they are.
 *
 * @example
 * for await (const event of translate(child.stdout)) console.log(event.type);
 */
export async function* translate(
  input: TranslatorInput,
  { agent, view, ...options }: TranslateOptions = {},
): AsyncGenerator<DragomanEvent, void, undefined> {
  const source = chunksOf(input);
  try {
    const { chunks, ...origin } = await recogniseInput(source, agent, view);
    if (origin.agent === undefined) return;
    const { interpreter } = origin.agent === ownName ? ownAgent : agents[origin.agent];
    const known = origin.version === undefined ? {} : { version: origin.version };
    const reader = origin.view === 'saved' ? interpreter.saved() : interpreter.live(known);
    const translator = createTranslator(reader, options);
    for await (const chunk of chunks) yield* translator.push(chunk);
    yield* translator.flush();
  } finally {
    // A reader that stops early, or an input that nobody recognises, leaves nothing open.
    await source.return(undefined);
  }
}

/** An input, and which agent and view its records are of. */
export interface RecognisedInput<Chunk> {
  /** Undefined for an input without any lines. */
  readonly agent: DetectedOrigin['agent'] | undefined;
  /** The version, if the caller named one. */
  readonly version?: string | undefined;
  readonly view: View | undefined;
  /** All of the input. Whoever opened it closes it. */
  readonly chunks: AsyncIterable<Chunk>;
}

/** Detects what the caller doesn't say of an input, from its first records. */
export async function recogniseInput<Chunk extends string | Uint8Array>(
  input: AsyncIterable<Chunk>,
  reference: string | undefined,
  view: View | undefined,
): Promise<RecognisedInput<Chunk>> {
  if (reference === undefined) {
    const seen = await lookAhead(input, createOriginDetector());
    if (seen.found === undefined && !isEmpty(seen))
      throw undetected('agent', agentNames.join(', '));
    return { agent: seen.found?.agent, view: view ?? seen.found?.view, chunks: seen.chunks };
  }
  const { name: agent, version } = parseAgentReference(reference);
  const known = { agent, version: reference.includes('@') ? version : undefined };
  if (view !== undefined) return { ...known, view, chunks: input };
  const seen = await lookAhead(input, createViewDetector(agents[agent].interpreter));
  if (isEmpty(seen)) return { agent: undefined, view: undefined, chunks: seen.chunks };
  if (seen.found === undefined) throw undetected('view', agent);
  return { ...known, view: seen.found, chunks: seen.chunks };
}

function isEmpty({ isOver, lines }: SeenInput<unknown>): boolean {
  return isOver && lines === 0;
}

function undetected(what: 'agent' | 'view', tried: string): DragomanError {
  return new DragomanError(
    `${what}_undetected`,
    `No record at the beginning of the input shows which ${what} it is of (tried: ${tried}). Pass \`${what}\`.`,
  );
}

async function* chunksOf(input: TranslatorInput): AsyncGenerator<string | Uint8Array> {
  if (typeof input === 'string' || input instanceof Uint8Array) yield input;
  else yield* input;
}
