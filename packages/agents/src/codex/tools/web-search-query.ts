import type { JsonObject } from '@dragoman/protocol';
import { listAt, textAt } from '../../interpret/json-fields.js';

/** How each action of a web search is told in one line, in the words of Codex's own live stream. */
const details: Readonly<Record<string, (action: JsonObject) => string>> = {
  search: searchDetail,
  open_page: (action) => textAt(action, 'url') ?? '',
  find_in_page: findDetail,
  find: findDetail,
};

/** What was looked for: the query of a live item, or what Codex makes of a saved action. */
export function webSearchQuery(
  action: JsonObject | undefined,
  query: string | undefined = undefined,
): string {
  if (query !== undefined && query !== '') return query;
  if (action === undefined) return '';
  const type = textAt(action, 'type') ?? 'search';
  return Object.hasOwn(details, type) ? (details[type]?.(action) ?? '') : '';
}

function searchDetail(action: JsonObject): string {
  const query = textAt(action, 'query');
  if (query !== undefined && query !== '') return query;
  const [first, ...others] = listAt(action, 'queries');
  if (typeof first !== 'string') return '';
  return others.length > 0 && first !== '' ? `${first} ...` : first;
}

function findDetail(action: JsonObject): string {
  const url = textAt(action, 'url');
  const pattern = textAt(action, 'pattern');
  if (pattern === undefined) return url ?? '';
  return url === undefined ? `'${pattern}'` : `'${pattern}' in ${url}`;
}
