import { decodeBase64, secretForms } from './secret-forms.js';
import { createTextHint, secretHints } from './secret-hint.js';
import { openSecretSpaces, openSecrets, secretPatterns } from './secret-patterns.js';

export interface SecretOptions {
  /** Values to find wherever they are, also encoded. Those under eight characters are left out. */
  readonly secrets?: readonly string[];
  /** What else is a secret. A group named `keep` stays. Matched within lines where a text streams. */
  readonly patterns?: readonly RegExp[];
  /** Whether what looks like a secret is one, too. Default: true. */
  readonly guesses?: boolean;
}

/** A secret in a text: from `start` up to, not including, `end`. */
export interface SecretSpan {
  /** Where what shows it to be one begins, such as the name before it. */
  from: number;
  start: number;
  end: number;
}

export interface SecretFinder {
  /** The secrets of a text from a position on, in order, none inside or across another. */
  find(text: string, from?: number): SecretSpan[];
  /** From where on the end of a text could yet become a secret. Its length when it can't. */
  openFrom(text: string): number;
}

/** But for an address, `//a:b@c`: `token=` and eight characters. */
const SHORTEST_SECRET = 14;
const JSON_WEB_TOKEN = /(?<![\w-])eyJ[\w-]{10,}(?=\.[\w-]+\.[\w-]+)/g;
const TOKEN_REST = /(?:\.[\w-]+){2}/y;
/** No more of the end of a text is looked at for what could become a secret. */
const LONGEST_OPEN = 16 * 1024;

/** Finds given secrets, in their usual encodings, and whatever looks like one. */
export function createSecretFinder(options: SecretOptions = {}): SecretFinder {
  const { guesses = true } = options;
  const forms = [...new Set((options.secrets ?? []).flatMap(secretForms))];
  const mayHoldForm = forms.length === 0 ? () => false : createTextHint(forms);
  const patterns = (options.patterns ?? []).map(searching);

  return {
    find(text, from = 0) {
      const spans: SecretSpan[] = [];
      if (mayHoldForm(text)) for (const form of forms) findExact(spans, text, form, from);
      if (guesses && (text.length >= SHORTEST_SECRET || secretHints.address(text))) {
        for (const sort of secretPatterns) {
          if (!sort.mayMatch(text)) continue;
          for (const pattern of sort.patterns) findPattern(spans, text, pattern, from);
        }
        if (text.includes('eyJ')) findJsonWebTokens(spans, text, from);
      }
      for (const pattern of patterns) findPattern(spans, text, pattern, from);
      return spans.length < 2 ? spans : merged(spans);
    },
    openFrom(text) {
      let from = guesses ? openPattern(text, lastWords(text)) : text.length;
      for (const form of forms) from = Math.min(from, openExact(text, form));
      return patterns.length === 0 ? from : Math.min(from, text.lastIndexOf('\n') + 1);
    },
  };
}

function searching(pattern: RegExp): RegExp {
  return new RegExp(pattern.source, `${pattern.flags.replace(/[gy]/g, '')}g`);
}

function findExact(spans: SecretSpan[], text: string, form: string, from: number): void {
  for (let at = text.indexOf(form, from); at !== -1; at = text.indexOf(form, at + form.length)) {
    spans.push({ from: at, start: at, end: at + form.length });
  }
}

function findPattern(spans: SecretSpan[], text: string, pattern: RegExp, from: number): void {
  pattern.lastIndex = from;
  for (const match of text.matchAll(pattern)) {
    const start = match.index + (match.groups?.keep?.length ?? 0);
    const end = match.index + match[0].length;
    if (end > start) spans.push({ from: match.index, start, end });
  }
}

/** Many things have two dots; a token's first part is JSON that names an algorithm. */
function findJsonWebTokens(spans: SecretSpan[], text: string, from: number): void {
  JSON_WEB_TOKEN.lastIndex = from;
  for (const match of text.matchAll(JSON_WEB_TOKEN)) {
    if (!/^\{.{0,400}"alg"\s*:/.test(decodeBase64(match[0].slice(0, 600)))) continue;
    TOKEN_REST.lastIndex = match.index + match[0].length;
    TOKEN_REST.test(text);
    spans.push({ from: match.index, start: match.index, end: TOKEN_REST.lastIndex });
  }
}

function merged(spans: readonly SecretSpan[]): SecretSpan[] {
  const kept: SecretSpan[] = [];
  for (const span of spans.toSorted((left, right) => left.start - right.start)) {
    const last = kept.at(-1);
    if (last !== undefined && span.start < last.end) {
      last.from = Math.min(last.from, span.from);
      last.end = Math.max(last.end, span.end);
    } else kept.push({ ...span });
  }
  return kept;
}

/** Where the last words begin: no more of them than a pattern can hold. */
function lastWords(text: string): number {
  const earliest = Math.max(0, text.length - LONGEST_OPEN);
  let at = text.length;
  for (let spaces = 0; at > earliest; spaces += 1) {
    while (at > earliest && isSpace(text.charCodeAt(at - 1))) at -= 1;
    while (at > earliest && !isSpace(text.charCodeAt(at - 1))) at -= 1;
    if (spaces === openSecretSpaces) break;
  }
  return at;
}

function isSpace(code: number): boolean {
  return code <= 0x20 || (code > 0x7f && /\s/.test(String.fromCharCode(code)));
}

function openPattern(text: string, from: number): number {
  // With the character before it, so that a pattern still sees where a word begins.
  const offset = Math.max(0, from - 1);
  const tail = text.slice(offset);
  let first = text.length;
  for (const pattern of openSecrets) {
    const at = tail.search(pattern);
    if (at !== -1) first = Math.min(first, offset + at);
  }
  return first;
}

/** Where the longest beginning of `form` begins that the text ends with. */
function openExact(text: string, form: string): number {
  const first = form.charAt(0);
  let at = text.indexOf(first, Math.max(0, text.length - form.length + 1));
  while (at !== -1) {
    if (form.startsWith(text.slice(at))) return at;
    at = text.indexOf(first, at + 1);
  }
  return text.length;
}
