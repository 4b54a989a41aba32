import { basename, join } from 'node:path';
import { isJsonObject, type JsonObject, parseJson } from '@dragoman/protocol';
import { createSessionStore } from '../sessions/create-session-store.js';
import type { PagedFormat, SessionLayout } from '../sessions/session-format.js';
import type {
  LoadedSession,
  LoadOptions,
  SessionCopy,
  SessionStore,
} from '../sessions/session-store.js';
import { OWN_PROVIDER } from './command/settings.js';
import { createCodexSaved } from './saved.js';
import { codexPaging } from './sessions/paging.js';
import { codexSummary } from './sessions/summary.js';
import { lastCount, totalUsage } from './sessions/total-usage.js';

const NAME = /^rollout-\d{4}-\d\d-\d\dT\d\d-\d\d-\d\d-.+\.jsonl(?:\.zst)?$/;
const BEFORE_TIME = 'rollout-'.length;
const BEFORE_ID = 'rollout-2026-01-01T00-00-00-'.length;

/** Where Codex keeps its sessions. */
const codexLayout: SessionLayout = {
  home: ({ CODEX_HOME }, userHome) => CODEX_HOME || join(userHome, '.codex'),
  folders: (home) => [
    { path: join(home, 'sessions'), archived: false },
    { path: join(home, 'archived_sessions'), archived: true },
  ],
  // `sessions/YYYY/MM/DD`; the very first versions put all files into `sessions`.
  depth: 3,
  idOf: (name) => (NAME.test(name) ? name.slice(BEFORE_ID, name.lastIndexOf('.jsonl')) : undefined),
  startOf: startOfName,
};

/** The name has the local time at which the session began. */
function startOfName(name: string): string | undefined {
  const [day, time = ''] = name.slice(BEFORE_TIME, BEFORE_ID - 1).split('T');
  const local = new Date(`${day}T${time.replaceAll('-', ':')}`);
  return Number.isNaN(local.getTime()) ? undefined : local.toISOString();
}

/** Codex goes on only with what is in `sessions`, by the day in the name; what was archived returns there. */
function copiesOf(path: string): readonly SessionCopy[] {
  const name = basename(path);
  const day = name.slice(BEFORE_TIME, BEFORE_TIME + 'YYYY-MM-DD'.length);
  const to = join('sessions', ...day.split('-'), name);
  return [name.endsWith('.jsonl') ? { from: path, to, line: withOwnProvider } : { from: path, to }];
}

/** Codex 0.166 goes on with a session only under the provider that the session names. */
function withOwnProvider(line: string): string {
  if (!line.includes('"model_provider')) return line;
  const parsed = parseJson(line);
  if (!parsed.ok || !isJsonObject(parsed.value)) return line;
  const { payload } = parsed.value;
  if (!isJsonObject(payload)) return line;
  const { model_provider, thread_settings: settings } = payload;
  const changed: JsonObject = {
    ...payload,
    ...(typeof model_provider === 'string' && { model_provider: OWN_PROVIDER }),
    ...(isJsonObject(settings) && {
      thread_settings: { ...settings, model_provider_id: OWN_PROVIDER },
    }),
  };
  return JSON.stringify({ ...parsed.value, payload: changed });
}

/** How the session files of Codex are found, listed, paged and read. */
export const codexSessionFormat: PagedFormat = {
  agent: 'codex',
  title: 'Codex',
  layout: codexLayout,
  interpreter: createCodexSaved,
  summary: codexSummary,
  paging: codexPaging,
  usage: totalUsage,
  count: lastCount,
  copies: copiesOf,
};

/** The sessions that Codex keeps. */
export const codexSessions: SessionStore = createSessionStore(codexSessionFormat);

/**
 * A saved session of Codex as messages, whatever version wrote it.
 *
 * @example
 * const { messages } = await loadSession(path);
 *
 * @example
 * let page = await loadSession(path, { last: 50 });
 * while (page.earlier !== undefined) {
 *   page = await loadSession(path, { last: 50, before: page.earlier });
 * }
 */
export function loadSession(path: string, options?: LoadOptions): Promise<LoadedSession> {
  return codexSessions.load(path, options);
}
