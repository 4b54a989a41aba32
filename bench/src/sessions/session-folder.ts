import { closeSync, mkdirSync, mkdtempSync, openSync, rmSync, writeSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { AgentName } from '@dragoman/agents';
import { blownUp, blownUpVersions } from './blown-up.js';
import { longSession, sessionVersions } from './long-session.js';

export interface SessionFolder {
  readonly agent: AgentName;
  /** The folder in which the agent would keep them. */
  readonly home: string;
  readonly paths: readonly string[];
}

type Use<T> = (folder: SessionFolder) => Promise<T>;

/** Writes sessions of Codex, of all versions in turn, for as long as they are used. */
export function withSessionFolder<T>(count: number, bytesEach: number, use: Use<T>): Promise<T> {
  const versions = sessionVersions();
  return withFolder('codex', count, use, (home, index) => {
    const day = join(home, 'sessions', '2026', '01', '01');
    mkdirSync(day, { recursive: true });
    const id = `01a1e0ae-0000-7000-8000-${index.toString(16).padStart(12, '0')}`;
    const path = join(day, `rollout-2026-01-01T00-00-00-${id}.jsonl`);
    writePieces(path, longSession(versions[index % versions.length] ?? '', bytesEach));
    return path;
  });
}

/** The same of blown-up recordings of an agent. */
export function withBlownUpFolder<T>(
  agent: AgentName,
  count: number,
  bytesEach: number,
  use: Use<T>,
): Promise<T> {
  const versions = blownUpVersions(agent);
  return withFolder(agent, count, use, (home, index) => {
    const path = join(home, `session-${index}.jsonl`);
    writePieces(path, blownUp(agent, versions[index % versions.length] ?? '', bytesEach));
    return path;
  });
}

async function withFolder<T>(
  agent: AgentName,
  count: number,
  use: Use<T>,
  writeSession: (home: string, index: number) => string,
): Promise<T> {
  const home = mkdtempSync(join(tmpdir(), 'dragoman-bench-'));
  try {
    const paths = Array.from({ length: count }, (_, index) => writeSession(home, index));
    return await use({ agent, home, paths });
  } finally {
    rmSync(home, { recursive: true, force: true });
  }
}

function writePieces(path: string, pieces: Iterable<string>): void {
  const file = openSync(path, 'w');
  try {
    for (const piece of pieces) writeSync(file, piece);
  } finally {
    closeSync(file);
  }
}
