import { open, readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { isJournaled, type JournaledEvent, parseEvent, parseJson } from '@dragoman/protocol';

/** A flood of events is not to be read again and again. */
const MOST_READ = 4 * 1024 * 1024;

/**
 * The last events of the only turn in a state folder, read off its file: whoever asks the library for
 * them gives a turn its end whose owner has died, and that is the watchdog's to do.
 */
export async function journalOnDisk(stateDirectory: string): Promise<JournaledEvent[]> {
  const turns = join(stateDirectory, 'turns');
  const [turn] = await readdir(turns).catch(() => []);
  if (turn === undefined) return [];
  const text = await lastText(join(turns, turn, 'events.ndjson')).catch(() => '');
  return text.split('\n').flatMap((line) => {
    const parsed = parseJson(line);
    const event = parsed.ok ? parseEvent(parsed.value) : undefined;
    return event?.ok && isJournaled(event.event) ? [event.event] : [];
  });
}

async function lastText(path: string): Promise<string> {
  const file = await open(path);
  try {
    const { size } = await file.stat();
    const bytes = Buffer.alloc(Math.min(size, MOST_READ));
    await file.read(bytes, 0, bytes.length, size - bytes.length);
    return bytes.toString('utf8');
  } finally {
    await file.close();
  }
}
