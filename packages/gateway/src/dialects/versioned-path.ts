/**
 * Puts a base URL's path before a client path that begins with a version (`/v1/messages`). A base
 * URL that already ends in that version is taken as it is meant: the version is not doubled.
 */
export function joinVersionedPath(basePath: string, pathname: string): string {
  const version = /^\/[^/]+/.exec(pathname)?.[0] ?? '';
  return version !== '' && basePath.endsWith(version)
    ? basePath + pathname.slice(version.length)
    : basePath + pathname;
}
