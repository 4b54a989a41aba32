/** An address without the slash at its end. */
export function withoutSlash(url: string): string {
  return url.endsWith('/') ? url.slice(0, -1) : url;
}

/** An address without the version at its end, for a CLI that adds that by itself. */
export function withoutVersion(url: string, version: string): string {
  const plain = withoutSlash(url);
  return plain.endsWith(`/${version}`) ? plain.slice(0, -version.length - 1) : plain;
}

/** An address with the version at its end, for a CLI that doesn't add it. */
export function withVersion(url: string, version: string): string {
  return `${withoutVersion(url, version)}/${version}`;
}
