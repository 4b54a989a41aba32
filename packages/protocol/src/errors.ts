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

/** What the errors of an operating system mean. */
const REASONS: Readonly<Record<string, string>> = {
  EACCES: 'permission denied',
  EADDRINUSE: 'the address is in use',
  EBUSY: 'it is in use',
  EDQUOT: 'the disk quota is used up',
  EEXIST: 'there is one already',
  EFBIG: 'it is too large',
  EIO: 'the disk could not be read or written',
  EISDIR: 'it is a folder',
  ELOOP: 'its links go round in a circle',
  EMFILE: 'too many files are open',
  ENAMETOOLONG: 'the name is too long',
  ENFILE: 'too many files are open',
  ENOENT: 'there is no such file or folder',
  ENOSPC: 'the disk is full',
  ENOTDIR: 'a part of the path is not a folder',
  ENOTEMPTY: 'the folder is not empty',
  ENXIO: 'it is a socket or a pipe',
  EPERM: 'permission denied',
  EPIPE: 'nobody reads it any more',
  EROFS: 'the file system is read-only',
};

/**
 * What a caught value says, in plain words. Never throws: anything can be thrown, also what can't be made
 * a text. An error of the operating system begins with the path that it is about.
 */
export function errorMessage(error: unknown): string {
  const reason = systemReason(error);
  if (reason === undefined) return wordsOf(error);
  const path = error instanceof Error && 'path' in error ? error.path : undefined;
  return typeof path === 'string' && path !== '' ? `${path}: ${reason}` : reason;
}

/** The same for a message that names the path itself. */
export function reasonOf(error: unknown): string {
  return systemReason(error) ?? wordsOf(error);
}

function systemReason(error: unknown): string | undefined {
  const code = error instanceof DragomanError ? undefined : errorCode(error);
  return code !== undefined && Object.hasOwn(REASONS, code) ? REASONS[code] : undefined;
}

function wordsOf(error: unknown): string {
  try {
    return String(error instanceof Error ? error.message : error);
  } catch {
    return 'Something was thrown that has no words.';
  }
}
