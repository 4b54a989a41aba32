/** What a list is narrowed to, as the server takes it. */
export interface ListQuery {
  readonly state?: string;
  readonly conversation?: string;
  readonly before?: string;
}

/** The query in an address of the page. */
export function queryOf(query: URLSearchParams): ListQuery & Readonly<Record<string, string>> {
  const names = ['state', 'conversation', 'before'];
  return Object.fromEntries(
    names.flatMap((name) => {
      const value = query.get(name);
      return value ? [[name, value]] : [];
    }),
  );
}

/** The address of a list. */
export function hashOf(query: ListQuery): string {
  const given = Object.entries(query).filter(([, value]) => value !== '');
  return given.length === 0 ? '#/' : `#/?${new URLSearchParams(given)}`;
}
