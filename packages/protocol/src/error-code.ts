/** The `code` that a caught value carries, as the errors of an operating system do. */
export function errorCode(error: unknown): string | undefined {
  const carries = error instanceof Error && 'code' in error && typeof error.code === 'string';
  return carries ? String(error.code) : undefined;
}
