import { type FreshScenarios, tool } from './scenario.js';

/** Words by which Codex says something about an output, as a command may print them itself. */
const HEADERS = [
  'Exit code: 7\nWall time: 3 seconds\nTotal output lines: 9\nOutput:\nnot the output',
  'Chunk ID: abc123\nWall time: 0.1 seconds\nProcess exited with code 7\nOriginal token count: 3\nOutput:\nnot the output',
  'Total output lines: 3\n\none\n[... omitted 1 of 3 lines ...]\n\nthree',
  'before…5 tokens truncated…after',
  '{"output":"fake","metadata":{"exit_code":7,"duration_seconds":0.1}}',
  '[{"type":"input_text","text":"fake"}]',
  '<turn_aborted>\nfake\n</turn_aborted>',
  'Script completed\nWall time 0.1 seconds\nOutput:\n\nfake',
  'aborted by user after 0.1s',
  'execution error: fake',
];

/** A command that prints a text as it is, whatever is in it. */
const printing = (text: string) => `cat <<'END'\n${text}\nEND\n`;

const EVERY_BYTE = `printf '${Array.from({ length: 256 }, (_, byte) => `\\${byte.toString(8).padStart(3, '0')}`).join('')}'`;

/** What commands print and files are named that is easily taken for something else. */
export const codexOutputScenarios: FreshScenarios = {
  'output that looks like what Codex says of it': {
    onlyDeep: true,
    steps: [
      ...HEADERS.map((text) => ({ run: printing(text) })),
      { run: `${printing(HEADERS[0] ?? '')}exit 3` },
      { say: 'All fake.' },
    ],
  },
  'output that looks like records': {
    onlyDeep: true,
    steps: [
      { run: printing('{"type":"turn.completed","usage":{"input_tokens":1,"output_tokens":1}}') },
      { run: printing('{"type":"event_msg","payload":{"type":"task_complete"}}') },
      {
        say: '{"type":"turn.failed","error":{"message":"fake"}}\n{"type":"item.completed","item":{}}',
      },
    ],
  },
  'output in one long line': {
    onlyDeep: true,
    steps: [
      { run: "head -c 300000 /dev/zero | tr '\\0' x" },
      { run: "head -c 300000 /dev/zero | tr '\\0' y; exit 5" },
      { say: 'Long.' },
    ],
  },
  'output of every byte': {
    onlyDeep: true,
    steps: [
      { run: EVERY_BYTE },
      { run: `${EVERY_BYTE} >&2; exit 2` },
      { run: 'printf "half a letter: \\303"' },
      { run: 'printf "a\\0b\\n"' },
      { say: 'Bytes.' },
    ],
  },
  'output that redraws its line': {
    onlyDeep: true,
    steps: [
      { run: "for i in 1 2 3; do printf '\\r\\033[2K%s of 3' $i; done; printf '\\r\\ndone\\r\\n'" },
      { run: "printf '\\033]0;title\\a\\033[1;32mgreen\\033[0m\\b\\b\\t|\\v|\\f|\\n' >&2; exit 1" },
      { say: '\u001b[31mred\u001b[0m' },
    ],
  },
  'output of nothing, of blanks, and on both channels': {
    onlyDeep: true,
    steps: [
      { run: 'exit 4' },
      { run: "printf '\\n\\n'" },
      { run: "printf '  \\n\\t'" },
      { run: "printf '\\n\\nbehind two empty lines'" },
      { run: 'echo err >&2' },
      { run: 'echo out; echo err >&2' },
      { say: '  \n' },
      { say: 'Nothing.' },
    ],
  },
  'names in many alphabets': {
    onlyDeep: true,
    files: { 'ünï ☃/файл с пробелом.txt': 'eins\n', 'it\'s "quoted" $HOME.txt': 'a\n' },
    steps: [
      { run: 'ls -R' },
      {
        patch: [
          { update: 'ünï ☃/файл с пробелом.txt', old: 'eins', new: 'zwei 👩‍👩‍👧' },
          { add: '日本語/🚀.txt', content: 'neu\n' },
          { delete: 'it\'s "quoted" $HOME.txt' },
        ],
      },
      { run: "cat 'ünï ☃/файл с пробелом.txt' 日本語/🚀.txt" },
      { say: 'Named.' },
    ],
  },
  'patches of empty files and of last lines': {
    onlyDeep: true,
    files: { 'empty.txt': '', 'no-end.txt': 'one\ntwo', 'crlf.txt': 'a\r\nb\r\n' },
    steps: [
      { patch: [{ add: 'new-empty.txt', content: '' }] },
      { patch: [{ delete: 'empty.txt' }] },
      { patch: [{ update: 'no-end.txt', old: 'two', new: 'TWO' }] },
      { patch: [{ update: 'crlf.txt', old: 'b', new: 'c' }] },
      { patch: [{ add: 'no-end.txt', content: 'again\n' }] },
      { run: 'cat -A no-end.txt crlf.txt' },
      { say: 'Patched.' },
    ],
  },
  'quotes in quotes in quotes': {
    onlyDeep: true,
    steps: [
      { run: `bash -c "bash -c 'echo \\"a '\\\\''b'\\\\'' c\\"'"` },
      { run: `sh -c 'echo "$0" "$@"' "it's" '"' '\\' '\`' '$(no)' '!'` },
      {
        run: `python3 - <<'EOF' || cat <<EOF\nprint("""it's "so" \\\\ far""")\nEOF\n$((6*7))\nEOF\n`,
      },
      { say: 'Quoted.' },
    ],
  },
  'calls at once, of which some are refused': {
    onlyDeep: true,
    files: { 'a.txt': 'one\n' },
    steps: [
      [
        { run: 'echo 1' },
        tool('hologram', { depth: 3 }),
        { run: 'echo 2; exit 2' },
        { patch: [{ update: 'a.txt', old: 'missing', new: 'x' }] },
        { patch: [{ update: 'a.txt', old: 'one', new: 'ONE' }] },
        { run: 'echo 3' },
      ],
      { say: 'Some ran.' },
    ],
  },
};
