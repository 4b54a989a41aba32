import { open, readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { isJournaled, type JournaledEvent, parseEvent, parseJson } from '@dragoman/protocol';

const MOST_READ = 4 * 1024 * 1024;
/** A flood of events is not to be read again and again: the last of them is looked for very often. */
const MOST_READ_FOR_LAST = 64 * 1024;

/**
 * The last events of the only turn in a state folder, read off its file: whoever asks the library for
 * them gives a turn its end whose owner has died, and that is the watchdog's to do.
 */
export async function journalOnDisk(
  stateDirectory: string,
  mostBytes = MOST_READ,
): Promise<JournaledEvent[]> {
  const turns = join(stateDirectory, 'turns');
  const [turn] = await readdir(turns).catch(() => []);
  if (turn === undefined) return [];
  const text = await lastText(join(turns, turn, 'events.ndjson'), mostBytes).catch(() => '');
  return text.split('\n').flatMap((line) => {
    const parsed = parseJson(line);
    const event = parsed.ok ? parseEvent(parsed.value) : undefined;
    return event?.ok && isJournaled(event.event) ? [event.event] : [];
  });
}

/** Whether the last event is an `end`. */
export async function hasEndOnDisk(stateDirectory: string): Promise<boolean> {
  return (await journalOnDisk(stateDirectory, MOST_READ_FOR_LAST)).at(-1)?.type === 'end';
}

async function lastText(path: string, mostBytes: number): Promise<string> {
  const file = await open(path);
  try {
    const { size } = await file.stat();
    const bytes = Buffer.alloc(Math.min(size, mostBytes));
    await file.read(bytes, 0, bytes.length, size - bytes.length);
    return bytes.toString('utf8');
  } finally {
    await file.close();
  }
}
