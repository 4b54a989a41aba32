/** A path as a person in a folder would write it: relative below the folder, `~` for the home. */
export function shortPath(
  path: string,
  { cwd, home }: { cwd?: string | undefined; home?: string | undefined },
): string {
  const below = cwd === undefined ? undefined : partBelow(path, cwd);
  if (below !== undefined && below !== '') return below;
  const inHome = home === undefined ? undefined : partBelow(path, home);
  if (inHome === undefined) return path;
  return inHome === '' ? '~' : `~/${inHome}`;
}

function partBelow(path: string, folder: string): string | undefined {
  const trimmed = folder.replace(/\/$/, '');
  if (trimmed === '') return undefined;
  if (path === trimmed) return '';
  return path.startsWith(`${trimmed}/`) ? path.slice(trimmed.length + 1) : undefined;
}
