/** Places where npm's output can hold a secret, and what is put there. */
const SECRETS: readonly (readonly [pattern: RegExp, replacement: string])[] = [
  [/(\/\/)[^\s/@:]+(:[^\s/@]*)?@/g, '$1[redacted]@'],
  [/(_auth(?:Token)?|_password|password|token)(["']?\s*[=:]\s*["']?)[^\s"',]+/gi, '$1$2[redacted]'],
  [/\b(Bearer|Basic)\s+[\w.~+/=-]+/gi, '$1 [redacted]'],
  [/\bnpm_[A-Za-z0-9]{20,}/g, '[redacted]'],
];

/** npm's words without what must not be seen in a log. */
export function redactNpm(text: string): string {
  return SECRETS.reduce((redacted, [pattern, replacement]) => {
    return redacted.replaceAll(pattern, replacement);
  }, text);
}
