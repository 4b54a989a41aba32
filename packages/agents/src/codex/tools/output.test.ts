import { describe, expect, test } from 'vitest';
import { readToolOutput } from './output.js';

const CHUNK =
  'Chunk ID: 4d7b62\nWall time: 0.0513 seconds\nProcess exited with code 3\nOriginal token count: 1\nOutput:\n';

test.each<[string, unknown, unknown]>([
  [
    'the record of a command',
    '{"output":"hi\\n","metadata":{"exit_code":0,"duration_seconds":0.1}}',
    { output: 'hi\n', exitCode: 0, failed: false, durationMs: 100 },
  ],
  [
    'the record of one that printed nothing',
    '{"output":"","metadata":{"exit_code":3,"duration_seconds":0.0}}',
    { output: '', exitCode: 3, failed: true, durationMs: 0 },
  ],
  ['a chunk', `${CHUNK}two\n`, { output: 'two\n', exitCode: 3, failed: true, durationMs: 51 }],
  [
    'a chunk below its command',
    `Command: /bin/bash -lc 'echo 1\nChunk ID: none'\n${CHUNK}two\n`,
    { output: 'two\n', exitCode: 3, failed: true, durationMs: 51 },
  ],
  [
    'a command that prints a header (0.115 – 0.118)',
    `Command: /bin/bash -lc "cat <<'END'\nsay \\"\n${CHUNK}fake\nEND"\n${CHUNK}two\n`,
    { output: 'two\n', exitCode: 3, failed: true, durationMs: 51 },
  ],
  ['a command alone', 'Command: none', { output: 'Command: none', failed: false }],
  ['an empty chunk', CHUNK, { output: '', exitCode: 3, failed: true, durationMs: 51 }],
  [
    'the first chunk of a command that continues',
    'Chunk ID: 2c2189\nWall time: 0.3005 seconds\nProcess running with session ID 29176\nOriginal token count: 2\nOutput:\nstart\r\n',
    { output: 'start\r\n', failed: false, durationMs: 301, runningSession: 29176 },
  ],
  [
    'the header of shell_command',
    'Exit code: 1\nWall time: 0.2 seconds\nOutput:\nno\n',
    { output: 'no\n', exitCode: 1, failed: true, durationMs: 200 },
  ],
  [
    'a header in a header',
    'Wall time: 0.0000 seconds\nOutput:\nExit code: 0\nWall time: 0 seconds\nOutput:\nSuccess.\n',
    { output: 'Success.\n', exitCode: 0, failed: false, durationMs: 0 },
  ],
  [
    'a record below a header',
    'Wall time: 0.5 seconds\nOutput:\n{"output":"ok","metadata":{"exit_code":0}}',
    { output: 'ok', exitCode: 0, failed: false, durationMs: 500 },
  ],
  ['plain words', 'Plan updated', { output: 'Plan updated', failed: false }],
  ['nothing', null, { failed: false }],
  ['an empty text', '', { output: '', failed: false }],
  ['an object with content', { content: 'x', success: false }, { output: 'x', failed: true }],
  ['any other value', { a: 1 }, { output: '{"a":1}', failed: false }],
])('reads %s', (_form, output, expected) => {
  expect(readToolOutput(output)).toEqual(expected);
});

describe('a command that prints what looks like a header keeps it', () => {
  test.each([`${CHUNK}two\n`, 'Exit code: 0\nOutput:\n', '{"output":"x","metadata":{}}'])(
    '%j',
    (printed) => {
      expect(readToolOutput(CHUNK + printed).output).toBe(printed);
      const record = JSON.stringify({ output: printed, metadata: { exit_code: 0 } });
      expect(readToolOutput(record).output).toBe(printed);
    },
  );

  test('and a header in words only, or half of one, is text', () => {
    for (const text of [
      'Output:\nx',
      'Wall time: soon\nOutput:\nx',
      'Exit code: 1\nno more',
      'Exit code: 1\nExit code: 2\nOutput:\nx',
    ]) {
      expect(readToolOutput(text)).toEqual({ output: text, failed: false });
    }
  });
});

describe('output of MCP tools', () => {
  const header = 'Wall time: 0.0027 seconds\nOutput:';
  test.each<[string, unknown]>([
    ['JSON text', '[{"text":"a","type":"text"},{"type":"text","text":"b"}]'],
    [
      'JSON text below a header',
      `${header}\n[{"type":"text","text":"a"},{"type":"text","text":"b"}]`,
    ],
    ['a list with a header', [header, 'a', 'b'].map((text) => ({ type: 'input_text', text }))],
    ['a whole result', '{"content":[{"type":"text","text":"a\\nb"}],"isError":false}'],
  ])('%s', (_form, output) => {
    expect(readToolOutput(output, 'mcp')).toMatchObject({ output: 'a\nb', failed: false });
  });

  test('structured content is written as the live stream would have it', () => {
    expect(readToolOutput('{ "answer": 42.0 }', 'mcp').output).toBe('{"answer":42}');
    expect(readToolOutput(`${header}\n{"answer":42}`, 'mcp').output).toBe('{"answer":42}');
    const record = '{"output":"x","metadata":{"exit_code":1}}';
    expect(readToolOutput(record, 'mcp')).toEqual({ output: record, failed: false });
  });

  test('images are blocks', () => {
    const image = { type: 'input_image', image_url: 'data:image/png;base64,AAAA' };
    expect(readToolOutput([{ type: 'input_text', text: header }, image]).output).toEqual([
      { type: 'image', source: { type: 'base64', data: 'AAAA', media_type: 'image/png' } },
    ]);
  });

  test('an empty answer is an empty text', () => {
    expect(readToolOutput('[]', 'mcp').output).toBe('');
    expect(readToolOutput([{ type: 'input_text', text: header }], 'mcp').output).toBe('');
    expect(readToolOutput('[]').output).toBe('[]');
  });

  test('a call that failed on the way has the message of the failure', () => {
    expect(readToolOutput('err: "tool call error: \\"x\\""', 'mcp')).toEqual({
      output: 'tool call error: "x"',
      failed: true,
      error: { message: 'tool call error: "x"' },
    });
  });
});

test.each<[string, string | undefined]>([
  ['unsupported call: hologram', undefined],
  ['failed to parse function arguments: missing field `command` at line 1 column 13', undefined],
  ['apply_patch verification failed: Failed to find expected lines in /w/a.txt:\nx', undefined],
  ['error: ComputeReplacements(\n    "Failed to find",\n)', undefined],
  ['execution error: Io(Os { code: 2 })', undefined],
  ['failed in sandbox: Permission denied', undefined],
  [
    'patch rejected: writing is blocked by read-only sandbox; rejected by user approval settings',
    'denied',
  ],
  ['exec command rejected by user', 'denied'],
  ['aborted by user after 0.7s', 'cancelled'],
  ['aborted', 'cancelled'],
])('%j is a refusal of the type %s', (text, type) => {
  const { output, failed, error } = readToolOutput(text);
  expect({ output, failed, error }).toEqual({
    output: text,
    failed: true,
    error: type === undefined ? { message: text } : { message: text, type },
  });
});

test('a command that could not be started has the reason, not the print of it', () => {
  const print = 'CreateProcess { message: "Rejected(\\"No such file (os error 2)\\")" }';
  for (const call of ['exec_command failed', 'exec_command failed for `ls`']) {
    expect(readToolOutput(`${call}: ${print}`)).toEqual({
      output: 'No such file (os error 2)',
      failed: true,
      error: { message: 'No such file (os error 2)' },
    });
  }
});

test('an aborted call may say how long it took', () => {
  expect(readToolOutput('Wall time: 0.7 seconds\naborted by user')).toMatchObject({
    output: 'aborted by user',
    error: { type: 'cancelled' },
  });
});

test('a command that ran out of time shows what it printed', () => {
  const output = 'command timed out after 403 milliseconds\na\n';
  expect(readToolOutput(JSON.stringify({ output, metadata: { exit_code: 124 } }))).toEqual({
    output: 'a\n',
    exitCode: 124,
    failed: true,
    error: { message: 'command timed out after 403 milliseconds', type: 'timeout' },
  });
});

describe('a command that the sandbox stopped shows what it printed', () => {
  const print =
    'Denied { output: ExecToolCallOutput { exit_code: 1, stdout: StreamOutput { text: "" }, aggregated_output: StreamOutput { text: "it\'s \\"no\\"\\n", truncated_after_lines: None } } }';
  test.each([
    [
      'in words',
      'failed in sandbox LinuxSeccomp with execution error: sandbox denied exec error, exit code: 1, stdout: it\'s "no"\n, stderr: ',
    ],
    ['as Rust prints it', `failed in sandbox LinuxSeccomp with execution error: ${print}`],
    [
      'in a message',
      `exec_command failed for \`x\`: CreateProcess { message: ${JSON.stringify(`Codex(Sandbox(${print}))`)} }`,
    ],
  ])('%s', (_form, text) => {
    expect(readToolOutput(text)).toEqual({ output: 'it\'s "no"\n', exitCode: 1, failed: true });
  });
});
