/** What is wrong with the address of an upstream, to follow on its name. */
export function baseUrlProblem(baseUrl: unknown): string | undefined {
  if (typeof baseUrl !== 'string' || !URL.canParse(baseUrl)) return 'is not a URL';
  const url = new URL(baseUrl);
  if (url.protocol !== 'https:' && url.protocol !== 'http:') {
    return 'must begin with http:// or https://';
  }
  if (url.username !== '' || url.password !== '' || url.search !== '' || url.hash !== '') {
    return 'must have no user, password, query or fragment';
  }
  return undefined;
}
