const ORIGIN = 'http://gateway';

/**
 * The path and query of a request line's target, or `undefined` for a target a gateway never
 * serves: absolute and authority forms, `*`, a path that begins with `//` or that a URL parser
 * would rewrite (`..`, `%2e%2e`, `\`). What is checked is therefore what is forwarded.
 */
export function requestUrl(target: string | undefined): URL | undefined {
  if (target === undefined || !/^\/(?!\/)/.test(target) || !URL.canParse(target, ORIGIN)) {
    return undefined;
  }
  const url = new URL(target, ORIGIN);
  const path = target.split(/[?#]/, 1)[0];
  return url.origin === ORIGIN && url.pathname === path ? url : undefined;
}
