/**
 * The one base class of every error Dragoman raises on purpose.
 *
 * `code` is stable and for programs; `message` is for people and says what happened, to what, and
 * what to do. The underlying error, when there is one, is kept as `cause`.
 */
export class DragomanError extends Error {
  readonly code: string;

  constructor(code: string, message: string, options?: { cause?: unknown }) {
    super(message, options);
    this.name = 'DragomanError';
    this.code = code;
  }
}

/** The `code` that a caught value carries, as the errors of an operating system do. */
export function errorCode(error: unknown): string | undefined {
  const carries = error instanceof Error && 'code' in error && typeof error.code === 'string';
  return carries ? String(error.code) : undefined;
}

/** What a caught value says. Never throws: anything can be thrown, also what can't be made a text. */
export function errorMessage(error: unknown): string {
  try {
    return String(error instanceof Error ? error.message : error);
  } catch {
    return 'Something was thrown that has no words.';
  }
}
