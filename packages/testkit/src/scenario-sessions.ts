import { readdir, readFile, stat } from 'node:fs/promises';
import { join, relative } from 'node:path';
import { type AgentName, agents, createTranslator, parseAgentReference } from '@dragoman/agents';
import { NO_USAGE } from '@dragoman/agents/internal';
import type { UsageFigures } from '@dragoman/protocol';
import type { InstalledAgent } from '@dragoman/runtime';

// The sessions that a scenario leaves: which one a turn was about, and what its files hold.

/** A file in which the CLI keeps a session, or a part of one. */
export interface SessionFile {
  /** Its path below HOME. */
  readonly name: string;
  readonly text: string;
}

const SESSION_NAME = /\.jsonl?$/;

/** The session that a turn was about, by what it printed. */
export function sessionIn({ name, version }: InstalledAgent, stdout: string): string | undefined {
  const { interpreter } = agents[parseAgentReference(name).name];
  const translator = createTranslator(interpreter.live({ version }));
  const events = [...translator.push(stdout), ...translator.flush()];
  return events.find((event) => event.type === 'init')?.session_id;
}

/** Finds the session that is new since it was last asked, for a CLI that doesn't print its id. */
export function sessionFinder(
  name: AgentName,
  userHome: string,
): () => Promise<string | undefined> {
  const { sessions } = agents[name].interpreter;
  const known = new Set<string>();
  return async () => {
    const ids = await sessions.ids({ home: sessions.home({}, userHome) }).catch(() => []);
    const id = ids.find((each) => !known.has(each));
    for (const each of ids) known.add(each);
    return id;
  };
}

/** What a session has used so far, unless only the CLI itself could say. A new one has no id. */
export async function usageOf(
  name: string,
  userHome: string,
  id: string | undefined,
): Promise<UsageFigures | undefined> {
  if (id === undefined) return NO_USAGE;
  const { sessions } = agents[parseAgentReference(name).name].interpreter;
  const home = sessions.home({}, userHome);
  const path = await sessions.find(id, { home }).catch(() => undefined);
  return path === undefined
    ? undefined
    : (sessions.countOf ?? sessions.usage)(path).catch(() => undefined);
}

/** Where the CLI keeps sessions. */
export function sessionFolders(name: AgentName, home: string): readonly string[] {
  const { sessions } = agents[name].interpreter;
  return sessions.folders(sessions.home({}, home));
}

export async function readSessions(
  folders: readonly string[],
  home: string,
): Promise<SessionFile[]> {
  const files: (SessionFile & { readonly born: number })[] = [];
  for (const folder of folders) {
    const names = await readdir(folder, { recursive: true }).catch(() => []);
    for (const path of names.filter((name) => SESSION_NAME.test(name)).map(below(folder))) {
      const [{ birthtimeMs: born }, text] = await Promise.all([stat(path), readFile(path, 'utf8')]);
      files.push({ name: relative(home, path), text, born });
    }
  }
  return files
    .sort((left, right) => left.born - right.born || (left.name < right.name ? -1 : 1))
    .map(({ name, text }) => ({ name, text }));
}

function below(folder: string): (name: string) => string {
  return (name) => join(folder, name);
}
