import type { UsageFigures } from '@dragoman/protocol';
import { createFactFinder } from './fact-finder.js';
import type { OpenFile } from './open-file.js';
import type { SessionFormat } from './session-format.js';
import { showAllRecords } from './show-all-records.js';

/** What a session used: as the format tells it at once, else by going through all of it. */
export async function totalUsage(
  file: OpenFile,
  format: SessionFormat,
): Promise<UsageFigures | undefined> {
  if (format.usage !== undefined) return format.usage(file);
  const finder = createFactFinder(format);
  await showAllRecords(file, format, ({ record }) => {
    if (record !== undefined) finder.push(record);
  });
  finder.flush();
  return finder.usage();
}
