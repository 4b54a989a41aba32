import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import {
  commandOfArgv,
  commandOfText,
  quoteWords,
  scanWords,
  shellScriptOf,
} from './command-line.js';

const wordsOf = (text: string) => scanWords(text)?.words;

/** How Codex itself joins words (the `shlex` crate): the text of a live `command`. */
function codexJoin(argv: readonly string[]): string {
  return argv.map(codexQuote).join(' ');
}

function codexQuote(word: string): string {
  if (word === '') return "''";
  let rest = word;
  let quoted = '';
  while (rest !== '') {
    const [length, style] = codexStyle(rest);
    quoted += style(rest.slice(0, length));
    rest = rest.slice(length);
  }
  return quoted;
}

/** The longest beginning of a word that one style of quoting can hold, and that style. */
function codexStyle(word: string): [number, (chunk: string) => string] {
  const styles = [
    { holds: /[A-Za-z0-9+\-./:@\]_]/, quote: (chunk: string) => chunk },
    { holds: /[^'^\\]/s, quote: (chunk: string) => `'${chunk}'` },
    {
      holds: /[^`$!^]/s,
      quote: (chunk: string) => `"${chunk.replace(/[$`"\\]/g, '\\$&')}"`,
    },
  ];
  let open = word.startsWith('^') ? styles.slice(1, 2) : styles;
  let length = word.startsWith('^') ? 1 : 0;
  for (; length < word.length; length++) {
    const still = open.filter(({ holds }) => holds.test(word.charAt(length)));
    if (still.length === 0) break;
    open = still;
  }
  return [length, open[0]?.quote ?? ((chunk) => chunk)];
}

const words = fc.array(
  fc.oneof(
    fc.string({ unit: 'grapheme' }),
    fc.string({ unit: fc.constantFrom(...'ab \'"$`\\!^~*=,%{}[]#\n\té世') }),
  ),
);
const shellWords = fc
  .tuple(fc.constantFrom('bash', '/bin/bash', '/usr/bin/sh', 'zsh'), fc.constantFrom('-lc', '-c'))
  .chain(([shell, flag]) => fc.string().map((script) => [shell, flag, script]));

test('a live command is the same command as the argv it was joined from', () => {
  fc.assert(
    fc.property(fc.oneof(words, shellWords), (argv) => {
      expect(commandOfText(codexJoin(argv))).toBe(commandOfArgv(argv));
    }),
    { numRuns: 2000 },
  );
});

test('scanning takes back what quoting did, ours and that of Codex', () => {
  fc.assert(
    fc.property(words, (argv) => {
      expect(wordsOf(quoteWords(argv))).toEqual(argv);
      expect(wordsOf(codexJoin(argv))).toEqual(argv);
    }),
    { numRuns: 2000 },
  );
});

test.each([
  [['bash', '-lc', 'ls'], 'ls'],
  [['/bin/bash', '-lc', "echo 'a' | wc"], "echo 'a' | wc"],
  [['/usr/bin/sh', '-c', 'pwd'], 'pwd'],
  [['zsh', '-l', '-c', 'ls'], 'ls'],
  [['bash', '--noprofile', '-ilc', ''], ''],
  [['pwsh.exe', '-NoProfile', '-Command', 'dir'], 'dir'],
  [['C:\\Windows\\System32\\cmd.exe', '/d', '/c', 'dir'], 'dir'],
  [['git', 'status', '-s'], 'git status -s'],
  [['echo', 'x y', '', "it's"], "echo 'x y' '' 'it'\\''s'"],
  [['bash', '-lc', 'echo $0', 'zero'], "bash -lc 'echo $0' zero"],
  [['bash', 'script.sh', 'x'], 'bash script.sh x'],
  [['bash', '-lc'], 'bash -lc'],
  [[], ''],
])('%j is the command %j', (argv, command) => {
  expect(commandOfArgv(argv)).toBe(command);
});

test.each([
  ['/bin/bash -lc ls', 'ls'],
  [
    'bash -lc "echo \'single\' \\"double\\" "\'$HOME `echo tick`\'',
    'echo \'single\' "double" $HOME `echo tick`',
  ],
  ["/bin/bash -lc 'cat <<X\nhere\nX\n'", 'cat <<X\nhere\nX\n'],
  ["echo 'x y'", "echo 'x y'"],
  ['zsh -lc "echo $HOME"', 'echo $HOME'],
])('the live text %j is the command %j', (text, command) => {
  expect(commandOfText(text)).toBe(command);
});

describe('a text that no join of words can be', () => {
  test.each([
    'ls | wc -l',
    'echo $HOME',
    'echo "$HOME"',
    'a; b',
    'cd ~/x',
    "echo 'open",
    '  ls',
    'a  b',
    'bash -lc ls && rm x',
    'bash -lc ls|wc',
    'x\\ y',
    '',
  ])('stays as it is: %j', (text) => {
    expect(commandOfText(text)).toBe(text);
  });
});

test('quotes only what a shell would take apart', () => {
  expect(quoteWords(['make', 'A=1', 'a,b', '50%', 'x@y:z'])).toBe('make A=1 a,b 50% x@y:z');
  expect(quoteWords(['*', 'é', '~'])).toBe("'*' 'é' '~'");
});

test('words of a shell: adjacent quotes make one word, a backslash escapes', () => {
  expect(wordsOf(`a"b c"'d e'\\ f`)).toEqual(['ab cd e f']);
  expect(wordsOf('"\\a\\$\\`\\"\\\\\\\nx"')).toEqual(['\\a$`"\\x']);
  expect(wordsOf(' \t\n')).toEqual([]);
  expect(wordsOf('a \'\' ""')).toEqual(['a', '', '']);
  for (const open of ["'", '"', 'a "b', '"\\"']) expect(wordsOf(open)).toBeUndefined();
});

test('takes the time of the text, however it is quoted', () => {
  for (const piece of ["'", '"', '\\', '"\\"', "''", '"a"', 'a ']) {
    const text = piece.repeat(200_000);
    const start = performance.now();
    commandOfText(text);
    expect(performance.now() - start).toBeLessThan(10_000);
  }
});

test('knows a shell by its name alone', () => {
  expect(shellScriptOf(['BASH', '-c', 'x'])).toBe('x');
  expect(shellScriptOf(['mybash', '-c', 'x'])).toBeUndefined();
  expect(shellScriptOf(['bash', '-x', 'y'])).toBeUndefined();
});
