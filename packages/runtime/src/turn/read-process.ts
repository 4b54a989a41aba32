import { createLineFramer, type Frame, type StderrEvent } from '@dragoman/protocol';
import type { LooseEvent } from '@dragoman/protocol/internal';
import type { SandboxProcess } from '@dragoman/sandbox';
import type { AddDiffs } from '../changes/edit-diffs.js';
import type { BaseChatRequest, EventReader } from '../chat/chat-agent.js';
import { eventReaderOf } from '../chat/event-reader.js';
import { createReadingPace, type ReadingPace } from '../limits/reading-pace.js';
import { turnLimitsOf } from '../limits/turn-limits.js';
import { createTurnTimers } from '../limits/turn-timers.js';
import { createEchoFilter, emitEvents } from './publish-events.js';
import type { TurnInProgress } from './turn-in-progress.js';
import type { ConductOptions } from './turn-options.js';

/**
 * Stage: reads all that the agent writes until it is gone. Every event is in the journal before the
 * next byte is read, so an agent that writes faster than the disk takes it has to wait, as has one
 * that writes more events than other turns of this process can bear.
 */
export async function readProcess<Request extends BaseChatRequest>(
  turn: TurnInProgress<Request>,
  process: SandboxProcess,
  addDiffs: AddDiffs = async (events) => events,
): Promise<void> {
  const { plan, evidence, stop } = turn;
  const limits = limitsOf(plan.options);
  const timers = createTurnTimers(limits, stop.stop, turn.tools?.requests.waiting);
  timers.started();
  const pace = createReadingPace({
    eventsPerSecond: limits.eventsPerSecond,
    onWait: timers.heard,
    isOver: () => stop.requested,
  });
  const reader = eventReaderOf(plan.options.agent, plan.prepared);
  const readings = await Promise.allSettled([
    readStdout(turn, process, { reader, timers, pace, addDiffs }).catch(endProcess),
    readStderr(turn, process, timers, pace).catch(endProcess),
  ]);
  const exit = await process.exit;
  evidence.exited(exit);
  turn.input.end();
  timers.stop();
  for (const reading of readings) if (reading.status === 'rejected') throw reading.reason;
  emitEvents(turn, timers, reader.exited?.(exit) ?? []);

  /** With nobody to read it an agent would wait for ever. */
  async function endProcess(error: unknown): Promise<never> {
    evidence.failed(error);
    await process.kill();
    throw error;
  }
}

/** A build may say nothing until it is done. */
const SILENT = { neverStartedMs: Number.POSITIVE_INFINITY, idleMs: Number.POSITIVE_INFINITY };

function limitsOf<Request extends BaseChatRequest>({ agent, limits }: ConductOptions<Request>) {
  return turnLimitsOf(agent.isProgram ? { ...SILENT, ...limits } : limits);
}

type Timers = ReturnType<typeof createTurnTimers>;

interface StdoutReading {
  readonly reader: EventReader;
  readonly timers: Timers;
  readonly pace: ReadingPace;
  readonly addDiffs: AddDiffs;
}

async function readStdout<Request extends BaseChatRequest>(
  turn: TurnInProgress<Request>,
  process: SandboxProcess,
  { reader, timers, pace, addDiffs }: StdoutReading,
): Promise<void> {
  const { input } = turn.plan.options;
  const withoutEcho = createEchoFilter(input.message);
  for await (const chunk of process.stdout) {
    timers.heard();
    const events = reader.push(chunk);
    emitEvents(turn, timers, await addDiffs(withoutEcho(events)));
    await pace.taken({ events: events.length, bytes: chunk.length });
  }
  emitEvents(turn, timers, await addDiffs(withoutEcho(reader.flush())));
  turn.evidence.unparsed(reader.unparsed());
}

async function readStderr<Request extends BaseChatRequest>(
  { journal, evidence, plan }: TurnInProgress<Request>,
  process: SandboxProcess,
  timers: Timers,
  pace: ReadingPace,
): Promise<void> {
  const events = createStderrEvents();
  const { agent } = plan.options;
  const said = createDiagnosticReader((line, at) => agent.readDiagnostic?.(line, at) ?? []);
  const emit = (found: ReturnType<typeof events.push>): void => {
    for (const { content } of found) evidence.stderr(content);
    const shown = found.flatMap((event) => [event, ...said(event.content)]);
    if (shown.length > 0) journal.append(shown);
  };
  for await (const chunk of process.stderr) {
    timers.heard();
    emit(events.push(chunk));
    await pace.taken({ events: 1, bytes: chunk.length });
  }
  emit(events.flush());
}

/** What whole lines of stderr say of the conversation. A position is that of a line among all of them. */
export function createDiagnosticReader(
  read: (line: string, position: number) => readonly LooseEvent[],
): (content: string) => readonly LooseEvent[] {
  let lines = 0;
  return (content) =>
    // Each line has its end, also the last one.
    content
      .replace(/\n$/, '')
      .split('\n')
      .flatMap((line) => {
        lines += 1;
        return read(line, lines);
      });
}

/** What a program writes to stderr, as events. */
interface StderrEvents {
  push(chunk: Uint8Array): readonly StderrEvent[];
  flush(): readonly StderrEvent[];
}

/** Diagnostics, not the conversation: after so much the journal only says that there was more. */
const MOST_BYTES = 1024 * 1024;
const LONGEST_LINE_BYTES = 64 * 1024;

/** Whole lines, so that nothing in them is hidden by where a chunk happens to end. */
export function createStderrEvents(): StderrEvents {
  const framer = createLineFramer({ maxLineBytes: LONGEST_LINE_BYTES });
  let written = 0;
  let leftOut = 0;

  const read = (frames: readonly Frame[]): StderrEvent[] => {
    let content = '';
    for (const frame of frames) {
      const text = frame.kind === 'line' ? `${frame.text}\n` : '[a line too long to show]\n';
      if (written >= MOST_BYTES) leftOut += text.length;
      else content += text;
      written += text.length;
    }
    return content === '' ? [] : [{ type: 'stderr', content }];
  };

  return {
    push: (chunk) => read(framer.push(chunk)),
    flush() {
      const last = read(framer.flush());
      if (leftOut === 0) return last;
      const content = `[${leftOut} more characters of stderr were left out]\n`;
      return [...last, { type: 'stderr', content }];
    },
  };
}
