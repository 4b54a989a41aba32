import { createLineFramer, type Frame } from '@dragoman/protocol';
import type { RunningProcess } from '@dragoman/sandbox';
import type { Terminal } from '../../terminal/terminal.js';
import { printEvent } from './print-event.js';

/** Only the end of what a CLI says on stderr is kept, for when it fails. */
const STDERR_TAIL = 4000;

export interface ShownTurn {
  /** Codex says it in its last line; its exit code alone can't be relied on. */
  readonly completed: boolean;
  readonly stderr: string;
}

/** Passes a turn's raw events on to stdout as they come. */
export async function showTurn(turn: RunningProcess, terminal: Terminal): Promise<ShownTurn> {
  const [completed, stderr] = await Promise.all([
    showEvents(turn.stdout, terminal),
    tailOf(turn.stderr),
  ]);
  return { completed, stderr };
}

async function showEvents(bytes: AsyncIterable<Uint8Array>, terminal: Terminal): Promise<boolean> {
  const framer = createLineFramer();
  let completed = false;
  const show = async (frames: readonly Frame[]) => {
    for (const frame of frames) {
      if (frame.kind !== 'line') continue;
      completed ||= frame.text.startsWith('{"type":"turn.completed"');
      await terminal.write(printEvent(frame.text, terminal.paintData));
    }
  };
  for await (const chunk of bytes) await show(framer.push(chunk));
  await show(framer.flush());
  return completed;
}

async function tailOf(bytes: AsyncIterable<Uint8Array>): Promise<string> {
  const decoder = new TextDecoder();
  let tail = '';
  for await (const chunk of bytes) {
    tail = (tail + decoder.decode(chunk, { stream: true })).slice(-STDERR_TAIL);
  }
  return tail.trim();
}
