/** Whether JSON is nested no deeper than a limit, so that it can be walked without fear for the stack. */
export function isDepthWithin(value: unknown, limit: number): boolean {
  if (typeof value !== 'object' || value === null) return true;
  return limit > 0 && Object.values(value).every((item) => isDepthWithin(item, limit - 1));
}
