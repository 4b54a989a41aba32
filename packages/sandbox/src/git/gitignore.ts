/**
 * The rules of `.gitignore` files. They are an agent's text, so nothing of them becomes a regular
 * expression: matching takes at most the length of a pattern times the length of a name.
 */
export interface IgnoreRules {
  /** What the last rule that fits says; undefined if none does. `path` is relative to the rules' folder. */
  verdict(path: string, isFolder: boolean): 'ignored' | 'kept' | undefined;
}

/** Enough for any project. What is beyond it ignores nothing. */
const MOST_RULES = 5000;
const LONGEST_RULE = 1000;

type Token =
  | { readonly kind: 'star' }
  | { readonly kind: 'any' }
  | { readonly kind: 'character'; readonly character: string }
  | { readonly kind: 'set'; readonly members: string; readonly isNegated: boolean };

/** One part of a pattern between slashes; `**` stands for any number of folders. */
type Segment = '**' | readonly Token[];

interface Rule {
  readonly verdict: 'ignored' | 'kept';
  readonly onlyFolders: boolean;
  /** Fits a name at any depth; otherwise a whole path. */
  readonly isName: boolean;
  readonly segments: readonly Segment[];
  /** What every name that fits ends with. Most rules are ruled out by it. */
  readonly ending: string;
}

/** Reads the text of a `.gitignore`, one byte a character as the names it is compared with. */
export function parseIgnoreRules(text: string): IgnoreRules {
  const rules = text.split('\n', MOST_RULES).flatMap(parseRule).reverse();
  return {
    verdict(path, isFolder) {
      const names = path.split('/');
      const name = names.at(-1) ?? '';
      const rule = rules.find(
        (one) =>
          (isFolder || !one.onlyFolders) && name.endsWith(one.ending) && fits(one, names, name),
      );
      return rule?.verdict;
    },
  };
}

function parseRule(line: string): Rule[] {
  const text = withoutTrailingSpace(line.replace(/\r$/, ''));
  if (text === '' || text.startsWith('#') || text.length > LONGEST_RULE) return [];
  const isKept = text.startsWith('!');
  const onlyFolders = text.endsWith('/');
  const pattern = text.slice(isKept ? 1 : 0, onlyFolders ? -1 : undefined);
  const parts = pattern.replace(/^\//, '').split('/');
  if (parts.some((part) => part === '')) return [];
  const segments = parts.map((part) => (/^\*{2,}$/.test(part) ? '**' : parseTokens(part)));
  return [
    {
      verdict: isKept ? 'kept' : 'ignored',
      onlyFolders,
      isName: !pattern.includes('/'),
      segments,
      ending: endingOf(segments.at(-1)),
    },
  ];
}

/** The plain characters at the end of a part. */
function endingOf(segment: Segment = '**'): string {
  let ending = '';
  for (const token of segment === '**' ? [] : segment.toReversed()) {
    if (token.kind !== 'character') break;
    ending = token.character + ending;
  }
  return ending;
}

/** A space at the end counts only after a backslash. */
function withoutTrailingSpace(line: string): string {
  let end = line.length;
  while (end > 0 && line[end - 1] === ' ' && line[end - 2] !== '\\') end -= 1;
  return line.slice(0, end);
}

function parseTokens(part: string): readonly Token[] {
  const tokens: Token[] = [];
  for (let at = 0; at < part.length; at += 1) {
    const character = part.charAt(at);
    if (character === '*') {
      if (tokens.at(-1)?.kind !== 'star') tokens.push({ kind: 'star' });
    } else if (character === '?') tokens.push({ kind: 'any' });
    else if (character === '[') {
      const { set, end } = parseSet(part, at);
      tokens.push(set ?? { kind: 'character', character });
      if (set !== undefined) at = end;
    } else {
      if (character === '\\') at += 1;
      tokens.push({ kind: 'character', character: part.charAt(at) });
    }
  }
  return tokens;
}

/** `[a-z]`, `[!a-z]`. Nothing where the bracket is never closed. */
function parseSet(part: string, start: number): { set?: Token; end: number } {
  const isNegated = part[start + 1] === '!' || part[start + 1] === '^';
  let at = start + (isNegated ? 2 : 1);
  let members = '';
  const first = at;
  for (; at < part.length && (part[at] !== ']' || at === first); at += 1) {
    const [from, to] = [part.charAt(at), part.charAt(at + 2)];
    if (part[at + 1] === '-' && to !== '' && to !== ']') {
      for (let code = from.charCodeAt(0); code <= to.charCodeAt(0); code += 1) {
        members += String.fromCharCode(code);
      }
      at += 2;
    } else members += from;
  }
  return at < part.length ? { set: { kind: 'set', members, isNegated }, end: at } : { end: at };
}

function fits({ isName, segments }: Rule, names: readonly string[], name: string): boolean {
  const [only] = segments;
  if (isName) return only !== undefined && fitsSegment(only, name);
  // `folder/**` is what is in the folder, not the folder.
  return usedParts(segments, names, (part) => part === '**', fitsSegment) === segments.length;
}

function fitsSegment(segment: Segment, name: string): boolean {
  if (segment === '**') return true;
  const isStar = ({ kind }: Token): boolean => kind === 'star';
  const used = usedParts(segment, name, isStar, fitsToken);
  return used !== undefined && segment.slice(used).every(isStar);
}

function fitsToken(token: Token, character: string): boolean {
  switch (token.kind) {
    case 'star':
    case 'any':
      return true;
    case 'character':
      return token.character === character;
    case 'set':
      return token.members.includes(character) !== token.isNegated;
  }
}

/**
 * How many parts of a pattern it takes to fit all of a sequence; undefined if they don't. Only the last
 * wildcard is ever tried again, which is enough and keeps the work small.
 */
function usedParts<Part, Item>(
  pattern: readonly Part[],
  sequence: ArrayLike<Item>,
  isWildcard: (part: Part) => boolean,
  fitsOne: (part: Part, item: Item) => boolean,
): number | undefined {
  let [at, from, wildcard, tried] = [0, 0, -1, 0];
  for (
    let item = sequence[0];
    item !== undefined && from < sequence.length;
    item = sequence[from]
  ) {
    const part = pattern[at];
    if (part !== undefined && isWildcard(part)) {
      wildcard = at;
      tried = from;
      at += 1;
    } else if (part !== undefined && fitsOne(part, item)) {
      at += 1;
      from += 1;
    } else if (wildcard >= 0) {
      tried += 1;
      from = tried;
      at = wildcard + 1;
    } else return undefined;
  }
  return at;
}
