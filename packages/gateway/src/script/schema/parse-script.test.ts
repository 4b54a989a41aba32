import { DragomanError } from '@dragoman/protocol';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { defineScript } from './define-script.js';
import { parseScript } from './parse-script.js';

async function complaint(text: string): Promise<string> {
  try {
    await parseScript(text, { source: 'tidy.yaml' });
  } catch (error) {
    if (error instanceof DragomanError && error.code === 'script_invalid') return error.message;
    throw error;
  }
  throw new Error('the script was accepted');
}

test('a step is a list of actions, a single action, or an object with more to say', async () => {
  const { steps } = await parseScript(`
steps:
  - - think: [one, two]
    - run: ls
  - say: done
  - actions: [{ say: slowly }]
    delay: 5
`);
  expect(steps.map(({ actions, delay }) => ({ actions, delay }))).toEqual([
    {
      actions: [
        { kind: 'think', parts: ['one', 'two'] },
        { kind: 'run', command: 'ls' },
      ],
      delay: 0,
    },
    { actions: [{ kind: 'say', text: 'done' }], delay: 0 },
    { actions: [{ kind: 'say', text: 'slowly' }], delay: 5 },
  ]);
});

test('YAML, JSON and TypeScript say the same', async () => {
  const written = {
    name: 'same',
    usage: { input: 10, output: 4 },
    steps: [
      { patch: [{ update: 'a.txt', old: 'hi', new: 'ho' }, { delete: 'b.txt' }] },
      { fault: { status: 429, times: 2 }, actions: [{ say: 'now' }] },
      [{ tool: { name: 'view_image', arguments: { path: 'a.png' } } }],
    ],
  };
  const yaml = `
name: same
usage: { input: 10, output: 4 }
steps:
  - patch:
      - { update: a.txt, old: hi, new: ho }
      - { delete: b.txt }
  - fault: { status: 429, times: 2 }
    actions:
      - say: now
  - - tool: { name: view_image, arguments: { path: a.png } }
`;
  const script = await parseScript(yaml);
  expect(await parseScript(JSON.stringify(written, null, '\t'))).toEqual(script);
  expect(defineScript(written)).toEqual(script);
});

test("a step's usage changes only the figures it names", async () => {
  const { steps, usage } = await parseScript(`
usage: { input: 1000, cached: 600, output: 50, reasoning: 10 }
steps:
  - actions: [{ say: a }]
    usage: { input: 2000 }
  - say: b
`);
  expect(steps.map((step) => step.usage)).toEqual([
    { input: 2000, cached: 600, output: 50, reasoning: 10 },
    usage,
  ]);
});

test.each([
  [
    'an unknown key, with the likely meaning',
    'steps:\n  - - think: look\n    - sya: hello\n',
    'tidy.yaml:3:7: steps[0][1]: an action has one of the keys think, say, run, patch, plan, search, mcp, tool; this has sya; did you mean "say"?',
  ],
  [
    'an unknown key beside a known one',
    'steps:\n  - actions: []\n    deley: 5\n',
    'tidy.yaml:3:5: steps[0]: unknown key "deley"; did you mean "delay"?',
  ],
  [
    'an unknown key at the top',
    'nmae: x\nsteps: []\n',
    'tidy.yaml:1:1: unknown key "nmae"; did you mean "name"?',
  ],
  [
    'an unknown key deep inside',
    'steps:\n  - fault:\n      status: 400\n      mesage: no\n',
    'tidy.yaml:4:7: steps[0].fault: unknown key "mesage"; did you mean "message"?',
  ],
  [
    'two unknown keys',
    'steps:\n  - mcp: { server: a, tol: b, tool: c, say: d }\n',
    'tidy.yaml:2:23: steps[0].mcp: unknown key "tol"; did you mean "tool"? unknown key "say"',
  ],
  [
    'an action beside what a step has',
    'steps:\n  - say: hi\n    delay: 50\n',
    'tidy.yaml:2:5: steps[0]: an action stands alone; beside "delay" it goes under "actions": actions: [{ say: … }]',
  ],
  [
    'a word that is right elsewhere',
    'steps: []\nstep: []\n',
    'tidy.yaml:2:1: unknown key "step"; did you mean "steps"?',
  ],
  [
    'two actions in one',
    'steps:\n  - say: a\n    run: b\n',
    'tidy.yaml:2:5: steps[0]: an action has one of the keys think, say, run, patch, plan, search, mcp, tool; this has say and run',
  ],
  [
    'a wrong type',
    'steps:\n  - say: 12\n',
    'tidy.yaml:2:10: steps[0].say: Invalid input: expected string, received number',
  ],
  [
    'a missing value',
    'steps:\n  - patch:\n      - add: a.txt\n',
    'tidy.yaml:3:9: steps[0].patch[0].content: Invalid input: expected string, received undefined',
  ],
  [
    'an impossible status',
    'steps:\n  - fault: { status: 600 }\n',
    'tidy.yaml:2:22: steps[0].fault.status: Too big: expected number to be <=599',
  ],
  [
    'an impossible part',
    'usage: { input: 5, cached: 6 }\nsteps: []\n',
    'tidy.yaml:1:8: usage: cached (6) is a part of input (5) and cannot be more',
  ],
  [
    'a step that does nothing',
    'steps:\n  - delay: 5\n',
    'tidy.yaml:2:5: steps[0]: a step has actions, a fault, or both',
  ],
  [
    'no steps at all',
    'name: x\n',
    'tidy.yaml:1:1: steps: Invalid input: expected array, received undefined',
  ],
  [
    'a file that is something else',
    'hello\n',
    'tidy.yaml:1:1: this is no script. A script has steps, such as: steps: [{ run: ls }, { say: Done. }]',
  ],
  ['broken YAML', 'steps:\n  - say: "a\n', 'tidy.yaml:3:1: Missing closing "quote'],
  ['a key given twice', 'name: a\nname: b\nsteps: []\n', 'tidy.yaml:2:1: Map keys must be unique'],
])('names the position of %s', async (_what, text, expected) => {
  expect(await complaint(text)).toBe(expected);
});

test('keeps whatever keys the arguments of a tool have', async () => {
  const { steps } = await parseScript(
    'steps: [{ tool: { name: a, arguments: { __proto__: { x: 1 } } } }]',
  );
  expect(JSON.stringify(steps[0]?.actions)).toContain('"arguments":{"__proto__":{"x":1}}');
});

test('reports several mistakes at once, and counts those it does not report', async () => {
  const message = await complaint(`steps:\n${'  - say: 1\n'.repeat(10)}`);
  const lines = message.split('\n');
  expect(lines).toHaveLength(9);
  expect(lines.at(-1)).toBe('… and 2 more');
});

test('refuses aliases that unfold without end', async () => {
  const levels = Array.from({ length: 9 }, (_, level) => {
    const inside =
      level === 0
        ? 'x'
        : Array(9)
            .fill(`*a${level - 1}`)
            .join(', ');
    return `a${level}: &a${level} [${inside}]`;
  });
  expect(await complaint(levels.join('\n'))).toContain('tidy.yaml: Excessive alias count');
});

test('whatever is written, the answer is a script or a complaint', async () => {
  const word = fc.constantFrom('steps', 'say', 'run', 'fault', 'status', 'actions', 'usage', 'x');
  const value = fc.letrec((tie) => ({
    any: fc.oneof(
      { maxDepth: 4 },
      fc.constantFrom(null, true, 1, 'a', '', 1e308),
      fc.array(tie('any'), { maxLength: 3 }),
      fc.dictionary(word, tie('any'), { maxKeys: 3 }),
    ),
  })).any;
  await fc.assert(
    fc.asyncProperty(
      fc.oneof(
        value.map((data) => JSON.stringify(data)),
        fc.string(),
      ),
      async (text) => {
        try {
          await parseScript(text);
        } catch (error) {
          expect(error).toBeInstanceOf(DragomanError);
        }
      },
    ),
    { numRuns: 500 },
  );
});
