/** Query parameters by which clients carry keys. */
const KEY_PARAMETERS = ['key', 'api_key', 'access_token'];

/** A URL's query as it goes upstream: with its question mark, without keys; empty when nothing is left. */
export function forwardedQuery(url: URL): string {
  const query = new URLSearchParams(url.searchParams);
  for (const name of KEY_PARAMETERS) query.delete(name);
  return query.size === 0 ? '' : `?${query}`;
}
