import { createHash } from 'node:crypto';
import { mkdirSync } from 'node:fs';
import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { DragomanError } from '@dragoman/protocol';
import { readJsonFile, writeJsonFile } from '@dragoman/sandbox';
import { type SessionEntry, sessionEntry } from './session-entry.js';

/** Which HOME and workspace each session has. */
export interface SessionBook {
  find(agent: string, sessionId: string): Promise<SessionEntry | undefined>;
  /** As `find`, and throws `session_unknown` when there is none. */
  require(agent: string, sessionId: string): Promise<SessionEntry>;
  /** At once: a session is only good for a resume when it is known before its owner can die. */
  note(entry: SessionEntry): void;
}

const PLAIN_NAME = /^[A-Za-z0-9][A-Za-z0-9._-]{0,99}$/;

/** The book of a state folder. */
export function createSessionBook(stateDirectory: string): SessionBook {
  const root = join(stateDirectory, 'sessions');
  const fileOf = (agent: string, sessionId: string): string =>
    join(root, fileName(agent), `${fileName(sessionId)}.json`);
  const find = (agent: string, sessionId: string) =>
    readJsonFile(
      fileOf(agent, sessionId),
      (value): value is SessionEntry => sessionEntry.safeParse(value).success,
    );
  return {
    find,
    async require(agent, sessionId) {
      const entry = await find(agent, sessionId);
      if (entry !== undefined) return entry;
      throw new DragomanError(
        'session_unknown',
        `There is no session ${sessionId} of ${agent} in ${root}${await othersWith(sessionId)}.`,
      );
    },
    note(entry) {
      mkdirSync(join(root, fileName(entry.agent)), { recursive: true, mode: 0o700 });
      writeJsonFile(fileOf(entry.agent, entry.sessionId), entry);
    },
  };

  async function othersWith(sessionId: string): Promise<string> {
    for (const agent of await readdir(root).catch(() => [])) {
      if ((await find(agent, sessionId)) !== undefined) return `; it is one of ${agent}`;
    }
    return '';
  }
}

/** Ids come from programs: one that isn't plainly a file's name is named by its hash. */
function fileName(id: string): string {
  return PLAIN_NAME.test(id) ? id : createHash('sha256').update(id).digest('hex');
}
