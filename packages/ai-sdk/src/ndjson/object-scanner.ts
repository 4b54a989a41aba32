/** An object that a text holds whole. `start` is negative where it began in an earlier text. */
export interface FoundObject {
  readonly start: number;
  readonly end: number;
}

export interface ObjectScanner {
  /** Goes on with the next piece of the stream and finds the objects that end in it. */
  scan(text: string): FoundObject[];
  /** Where in the last piece the object begins that isn't complete yet; negative: before it. */
  readonly open: number | undefined;
}

type Expectation = 'key' | 'keyOrEnd' | 'colon' | 'value' | 'valueOrEnd' | 'commaOrEnd';

const BEFORE_THIS_TEXT = -1;
const STRING_PART = /[^"\\\n\r]*/y;
const LITERAL_PART = /[-+.0-9A-Za-z]*/y;
const LITERAL = /^(?:true|false|null|-?\d+(?:\.\d+)?(?:[eE][+-]?\d+)?)$/;
const LONGEST_LITERAL = 400;

/**
 * Finds JSON objects in a stream in which other things may stand between them: log lines, quotes,
 * braces, backslashes. It follows the grammar, so that a brace which begins no object is given up at
 * the first character that can't be; it never goes back, so its time is that of one look at each
 * character. A line that begins with `{` is a new record, whatever was open.
 */
export function createObjectScanner(): ObjectScanner {
  let start: number | undefined;
  let containers: ('object' | 'array')[] = [];
  let expects: Expectation = 'keyOrEnd';
  let inString = false;
  let isEscaped = false;
  let literal = '';
  let isLineStart = false;

  const begin = (at: number): void => {
    start = at;
    containers = ['object'];
    expects = 'keyOrEnd';
    inString = false;
    isEscaped = false;
    literal = '';
  };
  const giveUp = (): void => {
    start = undefined;
    inString = false;
    isEscaped = false;
    literal = '';
  };
  const endString = (): void => {
    inString = false;
    expects = expects === 'key' || expects === 'keyOrEnd' ? 'colon' : 'commaOrEnd';
  };

  /** Moves on within a string and says where it stopped. */
  const readString = (text: string, from: number): number => {
    if (isEscaped) {
      isEscaped = false;
      return from + 1;
    }
    STRING_PART.lastIndex = from;
    STRING_PART.test(text);
    const at = STRING_PART.lastIndex;
    if (at >= text.length) return at;
    const character = text[at];
    if (character === '"') endString();
    else if (character === '\\') isEscaped = true;
    else {
      // A raw line end can't be in a string.
      giveUp();
      return at;
    }
    return at + 1;
  };

  /** Moves on within a number or a word; at its end checks that it is one. */
  const readLiteral = (text: string, from: number): number => {
    LITERAL_PART.lastIndex = from;
    LITERAL_PART.test(text);
    const at = LITERAL_PART.lastIndex;
    literal += text.slice(from, at);
    if (literal.length > LONGEST_LITERAL) giveUp();
    else if (at < text.length) {
      if (LITERAL.test(literal)) {
        literal = '';
        expects = 'commaOrEnd';
      } else giveUp();
    }
    return at;
  };

  const isExpectingValue = (): boolean => expects === 'value' || expects === 'valueOrEnd';

  /** Takes one character of structure. False: it can't stand here. */
  const take = (character: string): boolean => {
    switch (character) {
      case ' ':
      case '\t':
      case '\r':
      case '\n':
        return true;
      case '"':
        if (expects === 'colon' || expects === 'commaOrEnd') return false;
        inString = true;
        return true;
      case ':':
        if (expects !== 'colon') return false;
        expects = 'value';
        return true;
      case ',':
        if (expects !== 'commaOrEnd') return false;
        expects = containers.at(-1) === 'object' ? 'key' : 'value';
        return true;
      case '{':
      case '[':
        if (!isExpectingValue()) return false;
        containers.push(character === '{' ? 'object' : 'array');
        expects = character === '{' ? 'keyOrEnd' : 'valueOrEnd';
        return true;
      case '}':
        return close('object', expects === 'keyOrEnd' || expects === 'commaOrEnd');
      case ']':
        return close('array', expects === 'valueOrEnd' || expects === 'commaOrEnd');
      default:
        return false;
    }
  };
  const close = (container: 'object' | 'array', isComplete: boolean): boolean => {
    if (!isComplete || containers.at(-1) !== container) return false;
    containers.pop();
    expects = 'commaOrEnd';
    return true;
  };

  return {
    scan(text) {
      const found: FoundObject[] = [];
      if (start !== undefined) start = BEFORE_THIS_TEXT;
      let at = 0;
      while (at < text.length) {
        if (start === undefined) {
          const next = text.indexOf('{', at);
          if (next === -1) break;
          begin(next);
          at = next + 1;
          isLineStart = false;
          continue;
        }
        if (inString) {
          at = readString(text, at);
          continue;
        }
        const character = text.charAt(at);
        if (character === '{' && isLineStart) {
          giveUp();
          continue;
        }
        isLineStart = character === '\n';
        if (literal !== '' || (isExpectingValue() && LITERAL_START.test(character))) {
          at = readLiteral(text, at);
          continue;
        }
        if (!take(character)) {
          giveUp();
          continue;
        }
        at += 1;
        if (containers.length > 0) continue;
        found.push({ start, end: at });
        giveUp();
      }
      return found;
    },
    get open() {
      return start;
    },
  };
}

const LITERAL_START = /[-0-9tfn]/;
