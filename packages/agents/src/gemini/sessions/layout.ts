import { basename, dirname, join } from 'node:path';
import type { SessionFile } from '../../sessions/session-files.js';
import type { SessionLayout } from '../../sessions/session-layout.js';
import { workspaceOf } from './workspace-of.js';

/** `session-2026-01-01T02-22-9ab0ba72.jsonl`: when it began, in UTC, and how its id begins. */
const NAME = /^session-(\d{4}-\d\d-\d\d)T(\d\d)-(\d\d)-([^-.]+)\.jsonl?$/;
const AGENT_NAME = /^(.+)\.jsonl$/;
const CHATS = 'chats';
/** `tmp/<project>/chats/<session>/<sub-agent>.jsonl`. */
const DEEPEST = 3;

/** Where Gemini CLI keeps its sessions. */
export const geminiLayout: SessionLayout = {
  home: ({ GEMINI_CLI_HOME }, userHome) =>
    join(
      GEMINI_CLI_HOME === undefined || GEMINI_CLI_HOME === '' ? userHome : GEMINI_CLI_HOME,
      '.gemini',
    ),
  folders: (home) => [{ path: join(home, 'tmp'), archived: false }],
  depth: DEEPEST,
  idOf(name, path) {
    if (basename(dirname(path)) === CHATS) return NAME.exec(name)?.[4];
    return parentOf(path) === undefined ? undefined : AGENT_NAME.exec(name)?.[1];
  },
  namesAreBeginnings: true,
  choose,
  startOf(name) {
    const [, day, hours, minutes] = NAME.exec(name) ?? [];
    const began = new Date(`${day}T${hours}:${minutes}:00Z`);
    return Number.isNaN(began.getTime()) ? undefined : began.toISOString();
  },
  parentOf,
  workspaceOf,
};

/** The files of sub-agents lie in a folder that is named after the session that started them. */
function parentOf(path: string): string | undefined {
  const folder = dirname(path);
  return basename(dirname(folder)) === CHATS ? basename(folder) : undefined;
}

/**
 * Each resume in another minute than the session began in leaves a file of its own that holds nothing
 * but the context; the session goes on in its first file. One of an older version goes on in lines,
 * beside the document that it was.
 */
function choose(files: readonly SessionFile[]): readonly SessionFile[] {
  const firsts = new Map<string, SessionFile>();
  for (const file of files) {
    const key = join(dirname(file.path), file.id);
    const other = firsts.get(key);
    if (other === undefined || isBefore(file.name, other.name)) firsts.set(key, file);
  }
  return [...firsts.values()];
}

function isBefore(name: string, other: string): boolean {
  const [stem, otherStem] = [name, other].map((file) => file.slice(0, file.lastIndexOf('.')));
  if (stem === undefined || otherStem === undefined || stem === otherStem) {
    return name.length > other.length;
  }
  return stem < otherStem;
}
