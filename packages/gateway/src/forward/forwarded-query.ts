import type { Dialect } from '../contract.js';

/** The query parameters that go upstream, each with what it may say. Keys are never among them. */
const PARAMETERS: Readonly<Record<Dialect, Readonly<Record<string, RegExp>>>> = {
  openai: {
    // Azure's version of the language.
    'api-version': /^[\w.-]+$/,
    // Codex asks for the models that this version of it knows.
    client_version: /^[\w.+-]+$/,
  },
  anthropic: {
    after_id: /^[\w.:-]+$/,
    before_id: /^[\w.:-]+$/,
    beta: /^true$/,
    limit: /^\d+$/,
  },
  gemini: {
    // Others would give files, or answers without their usage.
    alt: /^(sse|json)$/,
    pageSize: /^\d+$/,
    pageToken: /^[\w.:=/+-]+$/,
  },
};

/** A URL's query as it goes upstream: with its question mark; empty when nothing of it does. */
export function forwardedQuery(url: URL, dialect: Dialect): string {
  const query = new URLSearchParams();
  for (const [name, form] of Object.entries(PARAMETERS[dialect])) {
    const value = url.searchParams.get(name);
    if (value !== null && form.test(value)) query.set(name, value);
  }
  return query.size === 0 ? '' : `?${query}`;
}
