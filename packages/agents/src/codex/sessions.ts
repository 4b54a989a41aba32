import { basename } from 'node:path';
import { DragomanError, isJsonObject, type JsonObject, parseJson } from '@dragoman/protocol';
import { createSessionStore } from '../sessions/create-session-store.js';
import { loadSessionFile } from '../sessions/load-session-file.js';
import { textOf } from '../sessions/open-file.js';
import type { PagedFormat } from '../sessions/session-format.js';
import type {
  LoadedSession,
  LoadOptions,
  SessionCopy,
  SessionStore,
} from '../sessions/session-store.js';
import { withSessionFile } from '../sessions/with-session-file.js';
import { OWN_PROVIDER } from './command/settings.js';
import { createCodexSaved } from './saved.js';
import {
  isForkHead,
  joinForkHistory,
  originsOf,
  type WholeSession,
  withForkHistory,
} from './sessions/fork-history.js';
import { codexLayout, resumedPath } from './sessions/layout.js';
import { codexPaging } from './sessions/paging.js';
import { codexSummary } from './sessions/summary.js';
import { lastCount, totalUsage } from './sessions/total-usage.js';

const PACKED = '.zst';

/**
 * Codex goes on only with what is in `sessions`, by the day in the name; what was archived returns there. A
 * fork needs the sessions that it continues. They stay as they are: it knows by the byte where they end.
 */
async function copiesOf(path: string): Promise<readonly SessionCopy[]> {
  const { origins, missing } = await originsOf(path);
  if (missing !== undefined) throw originMissing(path, missing);
  const own = { from: path, to: resumedPath(basename(path, PACKED)), line: withOwnProvider };
  const others = origins.map(({ path: from, sessionId: origin }) => ({
    from,
    to: resumedPath(basename(from)),
    origin,
  }));
  return [own, ...others];
}

function originMissing(path: string, missing: string): DragomanError {
  return new DragomanError(
    'session_damaged',
    `${path} is a fork of the session ${missing}, whose file is not there. Codex can't resume a fork without it.`,
  );
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
  parts: { comeFirst: true, areNamedIn: isForkHead, join: joinForkHistory },
  usage: totalUsage,
  count: lastCount,
  copies: copiesOf,
};

/** The sessions that Codex keeps. A fork is loaded together with what it continues. */
export const codexSessions: SessionStore = {
  ...createSessionStore(codexSessionFormat),
  load: (path, options = {}) =>
    withWhole(path, (whole) => loadWhole(whole, options), options.signal),
  text: (path, { signal } = {}) => withWhole(path, ({ file }) => textOf(file), signal),
  usage: (path, { signal } = {}) => withWhole(path, ({ file }) => totalUsage(file), signal),
};

function withWhole<T>(
  path: string,
  use: (whole: WholeSession) => Promise<T>,
  signal: AbortSignal | undefined,
): Promise<T> {
  return withSessionFile(path, (file) => withForkHistory(file, use, { signal }), signal);
}

async function loadWhole(
  { file, missing }: WholeSession,
  options: LoadOptions,
): Promise<LoadedSession> {
  const loaded = await loadSessionFile(file, codexSessionFormat, options);
  if (missing === undefined) return loaded;
  const note = `The session is a fork, and what it continues is left out: there is no file of the session ${missing} beside it.`;
  return { ...loaded, notes: [...loaded.notes, note] };
}

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
