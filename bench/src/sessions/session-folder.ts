import { closeSync, mkdirSync, mkdtempSync, openSync, rmSync, writeSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { longSession, sessionVersions } from './long-session.js';

export interface SessionFolder {
  /** The folder in which Codex would keep them. */
  readonly home: string;
  readonly paths: readonly string[];
}

/** Writes sessions of all versions in turn, of at least so many bytes each, for as long as they are used. */
export async function withSessionFolder<T>(
  count: number,
  bytesEach: number,
  use: (folder: SessionFolder) => Promise<T>,
): Promise<T> {
  const home = mkdtempSync(join(tmpdir(), 'dragoman-bench-'));
  try {
    const day = join(home, 'sessions', '2026', '01', '01');
    mkdirSync(day, { recursive: true });
    const versions = sessionVersions();
    const paths = Array.from({ length: count }, (_, index) => {
      const id = `01a1e0ae-0000-7000-8000-${index.toString(16).padStart(12, '0')}`;
      const path = join(day, `rollout-2026-01-01T00-00-00-${id}.jsonl`);
      writeSession(path, versions[index % versions.length] ?? '', bytesEach);
      return path;
    });
    return await use({ home, paths });
  } finally {
    rmSync(home, { recursive: true, force: true });
  }
}

function writeSession(path: string, version: string, bytes: number): void {
  const file = openSync(path, 'w');
  try {
    for (const piece of longSession(version, bytes)) writeSync(file, piece);
  } finally {
    closeSync(file);
  }
}
