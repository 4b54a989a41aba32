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
