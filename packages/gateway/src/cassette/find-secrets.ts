import { TOKEN_PREFIX } from '../server/turn-passes.js';
import type { FindEdits, TextEdit } from './text-edit.js';

export const REDACTED = '[redacted]';

/** What secrets of well-known services look like. A group named `keep` stays, the rest is replaced. */
const PATTERNS: readonly RegExp[] = [
  new RegExp(`\\b${TOKEN_PREFIX}[\\w-]{43}`, 'g'),
  /\bsk-[\w-]{20,}/g,
  /\bgsk_\w{20,}/g,
  /\bxai-\w{20,}/g,
  /\bAIza[\w-]{35}/g,
  /\bya29\.[\w-]{20,}/g,
  /\bhf_\w{20,}/g,
  /\br8_\w{20,}/g,
  /\bgh[pousr]_\w{20,}/g,
  /\bgithub_pat_\w{20,}/g,
  /\bglpat-[\w-]{20,}/g,
  /\bxox[abeprs]-[\w-]{10,}/g,
  /\b(?:AKIA|ASIA)[A-Z0-9]{16}\b/g,
  /\bnpm_\w{30,}/g,
  /\bpypi-[\w-]{20,}/g,
  /\bdop_v1_[a-f0-9]{20,}/g,
  /\b[rs]k_live_\w{16,}/g,
  /-----BEGIN [A-Z ]*PRIVATE KEY-----[\s\S]*?(?:-----END [A-Z ]*PRIVATE KEY-----|$)/g,
  // The value must hold a digit: "Bearer authentication" and `token = getToken()` are no secrets.
  /(?<keep>\b(?:Bearer|Basic)\s+)(?=\S*\d)[\w.~+/=-]{8,}/gi,
  /(?<keep>\/\/)[^\s/@:"']+:[^\s/@"']+(?=@)/g,
  /(?<keep>(?:api[_-]?key|token|secret|password)(?:\\*["'])?\s*[:=]\s*(?:\\*["'])?)(?=[^\s"'\\,;(){}<>$]*\d)[^\s"'\\,;(){}<>$]{8,}/gi,
];

const JSON_WEB_TOKEN = /\beyJ[\w-]{10,}\.[\w-]+\.[\w-]+/g;

/** Finds given secrets, in their usual encodings, and whatever looks like one. */
export function createSecretFinder(secrets: readonly string[]): FindEdits {
  const exact = secrets.filter((secret) => secret.length >= 8).flatMap(encodings);
  return (text) => [
    ...exact.flatMap((secret) => findExact(text, secret)),
    ...PATTERNS.flatMap((pattern) => [...text.matchAll(pattern)].map(editOfMatch)),
    ...[...text.matchAll(JSON_WEB_TOKEN)].filter(isJsonWebToken).map(editOfMatch),
  ];
}

function encodings(secret: string): string[] {
  const bytes = Buffer.from(secret);
  return [
    ...new Set([
      secret,
      encodeURIComponent(secret),
      bytes.toString('base64'),
      bytes.toString('base64url'),
    ]),
  ];
}

function findExact(text: string, secret: string): TextEdit[] {
  const edits: TextEdit[] = [];
  for (let at = text.indexOf(secret); at !== -1; at = text.indexOf(secret, at + secret.length)) {
    edits.push({ start: at, end: at + secret.length, replacement: REDACTED });
  }
  return edits;
}

function editOfMatch(match: RegExpExecArray): TextEdit {
  const start = match.index + (match.groups?.keep?.length ?? 0);
  return { start, end: match.index + match[0].length, replacement: REDACTED };
}

/** Many things have two dots; a token's first part is JSON that names an algorithm. */
function isJsonWebToken(match: RegExpExecArray): boolean {
  const header = Buffer.from(match[0].split('.')[0] ?? '', 'base64url').toString();
  return /^\{.*"alg"\s*:/.test(header);
}
