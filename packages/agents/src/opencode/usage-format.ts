import { join, sep } from 'node:path';
import { findUsageFiles } from '../usage/session-units.js';
import type { UsageFormat, UsageUnit, UsageUnits } from '../usage/usage-format.js';
import { databaseFiles, hasDatabase, messagesInDatabase } from './sessions/database.js';
import { callsOf, createOpencodeUsageReader } from './usage-reader.js';

/** The messages of OpenCode: in a database from 1.2 on, before that a file each. */
export const opencodeUsage: UsageFormat = {
  async find({ home, ...options }) {
    if (await hasDatabase(home)) {
      const [path = '', ...others] = databaseFiles(home);
      return { units: [{ kind: 'database', path, files: [path, ...others] }], problems: [] };
    }
    const messages = await findUsageFiles({
      ...options,
      folders: [join(home, 'storage', 'message')],
      depth: 1,
      isWanted: (name) => name.endsWith('.json'),
      isDocument: () => true,
    });
    return bySession(messages);
  },
  createReader: createOpencodeUsageReader,
  query: async (_path, options) => callsOf(await messagesInDatabase(options)),
};

/** The messages of a session are in a folder. */
function bySession({ units, problems }: UsageUnits): UsageUnits {
  const folders = new Map<string, string[]>();
  for (const { path } of units) {
    // There may be a hundred thousand.
    const name = path.slice(0, path.lastIndexOf(sep));
    const folder = folders.get(name);
    if (folder === undefined) folders.set(name, [path]);
    else folder.push(path);
  }
  const sessions = [...folders].map<UsageUnit>(([path, files]) => ({
    kind: 'documents',
    path,
    files: files.sort(),
  }));
  return { units: sessions, problems };
}
