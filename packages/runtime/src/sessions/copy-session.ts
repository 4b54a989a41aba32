import { copyFileSync, mkdirSync, writeFileSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { DragomanError } from '@dragoman/protocol';
import { liesIn } from '@dragoman/sandbox';
import type { AdoptOptions } from './adopt-session.js';
import { copyLines } from './copy-lines.js';
import type { SessionEntry } from './session-registry.js';

const IMPORTED = '.dragoman-import.json';

/** Copies a session, and says which others were copied with it. */
export async function copySession(
  { agent, path, home: from, run, runIn, signal }: Omit<AdoptOptions, 'stateDirectory'>,
  userHome: string,
  { sessionId, workspace }: Pick<SessionEntry, 'sessionId' | 'workspace'>,
): Promise<readonly string[]> {
  const { sessions } = agent.interpreter;
  const home = sessions.home({}, userHome);
  if (!sessions.isLocation?.(path)) {
    const copies = await sessions.copies(path, { home: from });
    for (const copy of copies) {
      const to = join(home, copy.to);
      if (!liesIn(home, to)) throw outside(copy.from, from);
      mkdirSync(dirname(to), { recursive: true, mode: 0o700 });
      if (copy.line === undefined) copyFileSync(copy.from, to);
      else await copyLines(copy.from, to, copy.line);
    }
    return copies.flatMap(({ origin = [] }) => origin);
  }
  const file = join(userHome, IMPORTED);
  writeFileSync(file, await sessions.text(path, { run, signal }), { mode: 0o600 });
  try {
    const store = { home, run: runIn(userHome, workspace), signal };
    await sessions.import?.(file, store);
    const found = await sessions.find(sessionId, store);
    if (found === undefined) throw notImported(sessionId, agent.name);
    return [];
  } finally {
    await rm(file, { force: true });
  }
}

function outside(path: string, home: string): DragomanError {
  return new DragomanError(
    'session_elsewhere',
    `${path} lies outside of ${home}, so that its agent would not find a copy of it.`,
  );
}

function notImported(sessionId: string, agent: string): DragomanError {
  return new DragomanError(
    'session_damaged',
    `${agent} has not taken the session ${sessionId} into another HOME.`,
  );
}
