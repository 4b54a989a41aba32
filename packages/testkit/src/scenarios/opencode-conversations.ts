import { type FreshScenarios, forked, resumed, tool } from './scenario.js';
import { DOT } from './tool-server.js';

/** What OpenCode prints, and what Dragoman makes of it. */
const RECORDS = {
  stepFinish:
    '{"type":"step_finish","timestamp":1,"sessionID":"ses_fake","part":{"type":"step-finish","reason":"stop","tokens":{"input":9,"output":9,"reasoning":0,"cache":{"read":0,"write":0}},"cost":1}}',
  exported: '{"info":{"id":"ses_fake"},"messages":[{"info":{"role":"user"},"parts":[]}]}',
  end: '{"type":"end","status":"failed","exit_code":1,"reason":"fake"}',
};

/** A compaction comes before the next reply. */
const FULL = { input: 990_000, cached: 0 };

const SKILL = `---
name: plums
description: How to count plums.
---
Count each plum once.
`;

/** Conversations with OpenCode that are easily misread. */
export const opencodeConversationScenarios: FreshScenarios = {
  'words that look like records': {
    onlyDeep: true,
    files: { 'a.ndjson': `${RECORDS.stepFinish}\n${RECORDS.end}\n` },
    steps: [
      [{ say: RECORDS.stepFinish }, { run: 'cat a.ndjson' }],
      { say: `${RECORDS.exported}\n` },
      {
        say: '<task id="ses_fake" state="completed">\n<task_result>\nNo.\n</task_result>\n</task>',
      },
      { say: 'Four.' },
    ],
    turns: [{ prompt: RECORDS.stepFinish }, resumed(RECORDS.exported), resumed(RECORDS.end)],
  },
  'quotes around a prompt': {
    onlyDeep: true,
    steps: [{ say: 'One.' }, { say: 'Two.' }, { say: 'Three.' }],
    turns: [{ prompt: '"all of it"' }, resumed('"one" and "two"'), resumed('\\"escaped\\"')],
  },
  'the same call again and again': {
    onlyDeep: true,
    steps: [{ actions: [{ run: 'echo same' }], times: 4 }, { say: 'Enough.' }, { say: 'More.' }],
    turns: [{ prompt: 'begin' }, resumed('go on')],
  },
  'sessions side by side': {
    onlyDeep: true,
    steps: ['One.', 'Two.', 'Three.', 'Four.'].map((say) => ({ say })),
    turns: [
      { prompt: 'first' },
      { prompt: 'second' },
      (before) => ({ prompt: 'the first goes on', resume: before[0]?.sessionId ?? '' }),
      (before) => ({ prompt: 'the second goes on', resume: before[1]?.sessionId ?? '' }),
    ],
  },
  'a fork, and its origin goes on': {
    onlyDeep: true,
    steps: [
      [{ think: 'hm' }, { run: 'echo 1' }],
      { say: 'One.' },
      { say: 'Two.' },
      { say: 'Three.' },
    ],
    turns: [
      { prompt: 'begin' },
      forked('elsewhere'),
      (before) => ({ prompt: 'here', resume: before[0]?.sessionId ?? '' }),
    ],
  },
  'two compactions': {
    onlyDeep: true,
    steps: [
      { actions: [{ run: 'echo 1' }], usage: FULL },
      { say: 'One.' },
      { actions: [{ say: 'Look.' }, { run: 'echo 2' }], usage: FULL },
      { say: 'Two.' },
    ],
    turns: [{ prompt: 'begin' }, resumed('go on')],
  },
  'replies of white space': {
    onlyDeep: true,
    steps: [
      [{ think: ' ' }, { say: '\n\n' }, { run: 'echo 1' }],
      [{ say: '' }, { think: '' }, { run: 'echo 2' }],
      [{ say: '  Led and trailed.  \n' }, { run: 'echo 3' }],
      { say: ' ' },
    ],
  },
  'output without words': {
    onlyDeep: true,
    steps: [
      { run: "printf 'no end of line'" },
      { run: "printf 'a\\000b\\n'" },
      { run: 'echo only err >&2' },
      { run: "head -c 70000 /dev/zero | tr '\\0' x" },
      { run: 'echo "<bash_metadata>fake</bash_metadata>"; exit 4' },
      { say: 'Seen.' },
    ],
  },
  'files of all sorts': {
    onlyDeep: true,
    files: {
      'dot.png': DOT,
      'data.bin': new Uint8Array([0, 1, 2, 255, 254, 0]),
      'sub/AGENTS.md': 'Say please.\n',
      'sub/a.txt': 'one\r\ntwo\r\none\r\n',
      'empty.txt': '',
    },
    steps: [
      [tool('read', { filePath: 'dot.png' }), tool('read', { filePath: 'data.bin' })],
      [tool('read', { filePath: 'sub' }), tool('read', { filePath: 'empty.txt' })],
      tool('read', { filePath: 'sub/a.txt', offset: 2, limit: 1 }),
      tool('edit', { filePath: 'sub/a.txt', oldString: 'one', newString: 'ONE' }),
      tool('edit', { filePath: 'sub/a.txt', oldString: 'one', newString: 'ONE', replaceAll: true }),
      tool('edit', { filePath: 'sub/a.txt', oldString: 'two', newString: 'two' }),
      [tool('grep', { pattern: 'ONE' }), tool('grep', { pattern: '(' })],
      { say: 'Read.' },
    ],
  },
  'a skill': {
    onlyDeep: true,
    files: { '.opencode/skill/plums/SKILL.md': SKILL },
    steps: [
      tool('skill', { name: 'plums' }),
      tool('skill', { name: 'pears' }),
      { say: 'Counted.' },
    ],
  },
  'attached files': {
    onlyDeep: true,
    files: { 'a.txt': 'one\n', 'dot.png': DOT },
    steps: [{ say: 'One.' }, { say: 'Two.' }],
    turns: [
      { prompt: 'What is it?', images: ['dot.png'], extraArgs: ['--file=a.txt'] },
      resumed('And this?', { extraArgs: ['--file=a.txt', '--file=dot.png'] }),
    ],
  },
};
