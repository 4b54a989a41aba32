/** Written out for either case, which is quicker than to ignore it. */
const SETTING = new RegExp(
  `(?:${['key', 'secret', 'password', 'token'].map(anyCase).join('|')})\\\\{0,4}["']?\\s{0,8}[:=]`,
);
const SCHEME = new RegExp(`(?:${['bearer', 'basic'].map(anyCase).join('|')})\\s`);

/**
 * Quick looks at whether a text may hold a secret of a sort at all. Nearly all texts don't, and every
 * text is looked at; this costs a tenth of what trying the patterns would.
 */
export const secretHints = {
  /** `password: …` */
  setting: (text: string) => SETTING.test(text),
  /** `Bearer …` */
  scheme: (text: string) => SCHEME.test(text),
  /** `//user:password@…` */
  address: (text: string) => text.includes('@') && text.includes('//'),
};

/** Whether a text holds one of these. */
export function createTextHint(texts: readonly string[]): (text: string) => boolean {
  const sign = new RegExp(signSource(texts));
  const shortest = Math.min(...texts.map((text) => text.length));
  return (text) => text.length >= shortest && sign.test(text);
}

/**
 * Most of the texts end in a hyphen or an underscore, which is rarer in other texts than what they
 * begin with: those are looked for from their end.
 */
function signSource(texts: readonly string[]): string {
  const isShort = (text: string) => /[-_]$/.test(text);
  const short = texts.filter(isShort).map((text) => escapeRegExp(text.slice(0, -1)));
  const others = texts.filter((text) => !isShort(text)).map(escapeRegExp);
  const fromEnd = short.length === 0 ? [] : [`[-_](?<=(?:${short.join('|')}).)`];
  return [...fromEnd, ...others].join('|');
}

function anyCase(word: string): string {
  return [...word].map((letter) => `[${letter}${letter.toUpperCase()}]`).join('');
}

/** The source of a regular expression that matches exactly this text. */
export function escapeRegExp(text: string): string {
  return text.replace(/[\\^$.*+?()[\]{}|/-]/g, '\\$&');
}
