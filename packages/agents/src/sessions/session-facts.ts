import {
  addUsageFigures,
  type DragomanEvent,
  type JsonObject,
  type MessageEvent,
  type UsageFigures,
} from '@dragoman/protocol';
import { createDriver } from '../interpret/driver.js';
import { NO_USAGE } from '../interpret/usage-figures.js';
import type { OpenFile } from './open-file.js';
import { readAllRecords } from './positioned-records.js';
import type { SessionFacts, SessionFormat } from './session-format.js';

export type { SessionFacts } from './session-format.js';

/** Collects what a list shows of a session: from its first records who and what, from all how much. */
export interface FactCollector {
  readonly facts: Readonly<SessionFacts>;
  push(record: JsonObject): void;
  /** There are no more records. */
  end(): void;
  /** What all records so far used. */
  usage(): UsageFigures | undefined;
  /** What the whole file used, where its last bytes say so. */
  usageInTail(tail: Buffer): UsageFigures | undefined;
}

export function createFactCollector({ interpreter, summary }: SessionFormat): FactCollector {
  const reader = summary?.createReader();
  const facts: SessionFacts = { isSession: false, turns: 0 };
  let used: UsageFigures | undefined;
  /** The command of the CLI that was given last, until something else is said. */
  let command: string | undefined;

  /** A command that the model answers is a prompt; most are for the CLI alone. */
  const hear = (event: DragomanEvent & { type: 'message' }): void => {
    if (isPrompt(event)) {
      command = commandLine(event);
      if (event.content !== '') facts.firstPrompt ??= event.content;
    } else if (isAnswer(event)) facts.firstPrompt ??= command;
  };

  const learn = (event: DragomanEvent): void => {
    facts.startedAt ??= event.ts;
    if (event.type === 'init') {
      facts.id ??= event.session_id;
      facts.version ??= event.version;
      facts.cwd ??= event.cwd;
      facts.modelId ??= event.modelId;
    } else if (event.type === 'turn') {
      if (event.status === 'started') facts.turns += 1;
    } else if (event.type === 'message') {
      hear(event);
    } else if (event.type === 'reasoning' || event.type === 'tool_use') {
      if (event.parent_tool_id === undefined) facts.firstPrompt ??= command;
    } else if (event.type === 'usage') {
      used = addUsageFigures(used ?? NO_USAGE, event);
    }
  };
  const driver = createDriver(interpreter(), learn);

  return {
    facts,
    push(record) {
      reader?.push(record, facts);
      if (driver.record(record) !== 'unknown') facts.isSession = true;
    },
    end: driver.end,
    usage: () => (reader === undefined ? used : reader.usage()),
    usageInTail: (tail) => reader?.usageInTail?.(tail, facts),
  };
}

/** True for what a person said to the agent itself. */
function isPrompt(event: DragomanEvent & { type: 'message' }): boolean {
  const { role, synthetic, parent_tool_id } = event;
  return role === 'user' && synthetic === undefined && parent_tool_id === undefined;
}

/** True for what the agent itself says. */
function isAnswer(event: DragomanEvent & { type: 'message' }): boolean {
  const { role, synthetic, parent_tool_id } = event;
  return role === 'assistant' && synthetic === undefined && parent_tool_id === undefined;
}

/** A command of the CLI, as it was typed. */
function commandLine({ slash_command }: MessageEvent): string | undefined {
  if (slash_command === undefined) return undefined;
  const { command, args } = slash_command;
  return args === undefined ? command : `${command} ${args}`;
}

/** A session's file with its parts. */
export async function withParts(file: OpenFile, { parts }: SessionFormat): Promise<OpenFile> {
  return (await parts?.join(file)) ?? file;
}

/** The facts of a whole session, of which the file holds all parts. */
export async function collectFacts(file: OpenFile, format: SessionFormat): Promise<FactCollector> {
  const collector = createFactCollector(format);
  await readAllRecords(file, format, ({ record }) => {
    if (record !== undefined) collector.push(record);
  });
  collector.end();
  return collector;
}

/** What a session used: as the format says it at once, else by reading all of it. */
export async function totalUsage(
  file: OpenFile,
  format: SessionFormat,
): Promise<UsageFigures | undefined> {
  return format.usage === undefined
    ? (await collectFacts(await withParts(file, format), format)).usage()
    : format.usage(file);
}
