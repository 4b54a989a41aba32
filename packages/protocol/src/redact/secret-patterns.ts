import { createTextHint, escapeRegExp, secretHints } from './secret-hint.js';

/** What secrets of one service begin with, what they are made of after that, and of how much of it. */
interface TokenShape {
  readonly starts: readonly string[];
  readonly body: string;
  readonly atLeast: number;
  readonly atMost?: number;
  /** No word character follows: else it is a part of something else. */
  readonly whole?: boolean;
}

const TOKENS: readonly TokenShape[] = [
  // The passes of Dragoman's own gateway.
  { starts: ['dgm_'], body: '[\\w-]', atLeast: 43, atMost: 43 },
  { starts: ['sk-'], body: '[\\w-]', atLeast: 20 },
  { starts: ['gsk_'], body: '\\w', atLeast: 20 },
  { starts: ['xai-'], body: '\\w', atLeast: 20 },
  { starts: ['AIza'], body: '[\\w-]', atLeast: 35, atMost: 35 },
  { starts: ['ya29.'], body: '[\\w-]', atLeast: 20 },
  { starts: ['hf_', 'r8_'], body: '\\w', atLeast: 20 },
  { starts: ['ghp_', 'gho_', 'ghu_', 'ghs_', 'ghr_'], body: '\\w', atLeast: 20 },
  { starts: ['github_pat_'], body: '\\w', atLeast: 20 },
  { starts: ['glpat-'], body: '[\\w-]', atLeast: 20 },
  { starts: [...'abeprs'].map((kind) => `xox${kind}-`), body: '[\\w-]', atLeast: 10 },
  { starts: ['AKIA', 'ASIA'], body: '[A-Z0-9]', atLeast: 16, atMost: 16, whole: true },
  { starts: ['npm_'], body: '\\w', atLeast: 30 },
  { starts: ['pypi-'], body: '[\\w-]', atLeast: 20 },
  { starts: ['dop_v1_'], body: '[a-f0-9]', atLeast: 20 },
  { starts: ['rk_live_', 'sk_live_'], body: '\\w', atLeast: 16 },
];

const SETTINGS = ['api_key', 'api-key', 'apikey', 'secret', 'password', 'token'];
const SCHEMES = ['bearer', 'basic'];
const QUOTE = `\\\\{0,4}["']?`;
const GIVEN = `${QUOTE}\\s{0,8}[:=]\\s{0,8}${QUOTE}`;
const VALUE = `[^\\s"'\\\\,;(){}<>$]`;
// "Bearer authentication" and `token = getToken()` are no secrets: a value holds a digit, early on.
// Without that bound `token=token=token=…` would be read to its end again at each step.
const WITH_DIGIT = `(?=${VALUE}{0,256}?\\d)`;
const CREDENTIALS = '[\\w.~+/=-]';
const USER_INFO = `[^\\s/@:"']{1,256}:[^\\s/@"']{1,256}`;

/** Patterns of a sort, and a quick look at whether they are worth trying. */
interface SecretPatterns {
  readonly mayMatch: (text: string) => boolean;
  readonly patterns: readonly RegExp[];
}

const { setting, scheme, address } = secretHints;

/**
 * What secrets look like. A group named `keep` stays, the rest is replaced. None of them takes more
 * than linear time, whatever the text: each part that could be tried again is bounded.
 */
export const secretPatterns: readonly SecretPatterns[] = [
  {
    mayMatch: createTextHint(TOKENS.flatMap(({ starts }) => starts)),
    patterns: [new RegExp(`\\b(?:${TOKENS.flatMap(tokenSources).join('|')})`, 'g')],
  },
  {
    mayMatch: (text) => text.includes('PRIVATE KEY'),
    patterns: [
      /-----BEGIN [A-Z ]{0,40}PRIVATE KEY-----[\s\S]*?(?:-----END [A-Z ]{0,40}PRIVATE KEY-----|$)/g,
    ],
  },
  {
    mayMatch: scheme,
    patterns: [
      new RegExp(
        `(?<keep>\\b(?:${SCHEMES.join('|')})\\s{1,8})(?=${CREDENTIALS}{0,256}?\\d)${CREDENTIALS}{8,}`,
        'gi',
      ),
    ],
  },
  { mayMatch: address, patterns: [new RegExp(`(?<keep>//)${USER_INFO}(?=@)`, 'g')] },
  {
    mayMatch: setting,
    patterns: [
      new RegExp(`(?<keep>(?:api[_-]?key|secret|password)${GIVEN})${WITH_DIGIT}${VALUE}{8,}`, 'gi'),
      // A number under this name is a count of tokens.
      new RegExp(
        `(?<keep>token${GIVEN})(?!\\d[\\d.]*(?:[\\s"'\\\\,;(){}<>$]|$))${WITH_DIGIT}${VALUE}{8,}`,
        'gi',
      ),
    ],
  },
];

/**
 * The end of a text that isn't a secret yet and that more text could make one, from the first
 * position at which one may begin. Bounded like the patterns: what is longer than this matches by now, or
 * never will.
 */
export const openSecrets: readonly RegExp[] = [
  new RegExp(`\\b(?:${TOKENS.flatMap(openTokenSources).join('|')})$`),
  new RegExp(
    `\\b(?:${SCHEMES.map((name) => begunSource(name, `\\s{1,8}${CREDENTIALS}{0,264}`)).join('|')})$`,
    'i',
  ),
  new RegExp(
    `(?:${SETTINGS.map((name) => begunSource(name, `${QUOTE}\\s{0,8}(?:[:=]\\s{0,8}${QUOTE}${VALUE}{0,264})?`)).join('|')})$`,
    'i',
  ),
  /\/(?:\/(?:[^\s/@:"']{1,256}(?::[^\s/@"']{0,256})?)?)?$/,
  /(?<![\w-])(?:e|ey|eyJ[\w-]*(?:\.[\w-]*)?\.?)$/,
  new RegExp(`(?:${begunSource('-----BEGIN ', '[A-Z ]{0,52}-{0,4}')})$`),
];

/** How many runs of white space one of `openSecrets` can hold. */
export const openSecretSpaces = 2;

function tokenSources({ starts, body, atLeast, atMost, whole }: TokenShape): string[] {
  const end = whole ? '\\b' : '';
  return starts.map((start) => `${escapeRegExp(start)}${body}{${atLeast},${atMost ?? ''}}${end}`);
}

function openTokenSources({ starts, body, atLeast, whole }: TokenShape): string[] {
  const most = whole ? atLeast : atLeast - 1;
  return starts.map((start) => begunSource(start, `${body}{0,${most}}`));
}

/** A word or a beginning of it; after the whole word comes `rest`. */
function begunSource(word: string, rest: string): string {
  const [first = '', ...others] = [...word];
  const tail = others.reduceRight(
    (inner, character) => `(?:${escapeRegExp(character)}${inner})?`,
    `(?:${rest})?`,
  );
  return escapeRegExp(first) + tail;
}
