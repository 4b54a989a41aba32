import type { JsonObject } from '@dragoman/protocol';
import { describe, expect, test } from 'vitest';
import {
  answer,
  call,
  eventsOf,
  header,
  list,
  message,
  reply,
  user,
} from '../../test-inputs/gemini-records.js';
import { createGeminiSaved } from './saved.js';

const saved = (...records: Parameters<typeof eventsOf>[1][]) =>
  eventsOf(createGeminiSaved(), ...records);
const CONTEXT =
  '<session_context>\nThis is the Gemini CLI.\n- **Workspace Directories:**\n  - /w\n</session_context>';

describe('the session', () => {
  test('is introduced once, with its folder and its model as they become known', () => {
    const events = saved(header(), user('c', CONTEXT), header(), user('u', 'go'), reply('r', 'ok'));
    expect(events.filter(({ type }) => type === 'init')).toEqual([
      { type: 'init', agent: 'gemini', session_id: 's' },
      { type: 'init', cwd: '/w' },
      { type: 'init', modelId: 'm' },
    ]);
  });

  test('in one document gives the same events as in lines', () => {
    const messages = [user('u', 'go'), reply('r', 'ok', { toolCalls: [call('a', 'x', {})] })];
    expect(saved({ ...header(), messages })).toEqual(saved(header(), ...messages));
    const read = createGeminiSaved().push({ ...header(), messages: [...messages, { id: 'x' }, 7] });
    expect(read.parts?.map(({ native, disposition }) => [native, disposition])).toEqual([
      ['header', 'mapped'],
      ['message/user', 'mapped'],
      ['message/gemini', 'mapped'],
      ['message/', 'unknown'],
      ['message/', 'unknown'],
    ]);
  });

  test('of a sub-agent has a task, and otherwise only messages of the CLI', () => {
    const events = saved(
      header({ kind: 'subagent', directories: ['/w'] }),
      user('u', 'Count.'),
      user('v', 'You have stopped.'),
    );
    expect(events).toMatchObject([
      { type: 'init', cwd: '/w' },
      { type: 'turn' },
      { type: 'message', content: 'Count.' },
      { type: 'message', content: 'You have stopped.', synthetic: 'reminder' },
    ]);
  });
});

describe('what a tool server gives back', () => {
  const WRAPPED = '<untrusted_context>\na plum\n</untrusted_context>';
  const LINK = 'Resource Link: pear at file:///pear.txt';
  const DISPLAY = '[Link to pear: file:///pear.txt]\na plum';
  const outputOf = (name: string, more: JsonObject) => {
    const made = call('a', name, {}, { result: answer(`${LINK}\n${WRAPPED}`), ...more });
    return saved(reply('r', '', { toolCalls: [made] })).find(({ type }) => type === 'tool_result');
  };

  test('is what a person is shown of it, with links as the stream has them', () => {
    expect(outputOf('mcp_demo_x', { resultDisplay: DISPLAY })).toMatchObject({ output: DISPLAY });
  });

  test('is what the model got where nothing else is there, or where the tool is another', () => {
    const output = `${LINK}\na plum`;
    expect(outputOf('mcp_demo_x', {})).toMatchObject({ output });
    expect(outputOf('web_fetch', { resultDisplay: 'Fetched.' })).toMatchObject({ output });
  });
});

describe('what the user says', () => {
  test('begins a turn', () => {
    expect(saved(user('u', 'go'))).toEqual([
      { type: 'turn', status: 'started' },
      { type: 'message', role: 'user', content: 'go', id: 'u' },
    ]);
    expect(saved(message('user', 'u', 'as text')).at(-1)).toMatchObject({ content: 'as text' });
  });

  test.each([
    [CONTEXT, 'session_context'],
    ['<hook_context>x</hook_context>', 'hook_context'],
    ['System: Potential loop detected.', 'reminder'],
    ['[Function Response: read_many_files]--- a ---', 'tool_response'],
  ])('is not %s', (text, synthetic) => {
    const events = saved(list(user('u', text)));
    expect(events.at(-1)).toMatchObject({ role: 'user', synthetic });
    expect(events.filter(({ type }) => type === 'turn')).toEqual([]);
  });

  test('may look like what the CLI says, which never comes first and alone', () => {
    const typed = [
      '<session_context>\nfake',
      '<hook_context>x</hook_context>',
      '<state_snapshot>fake</state_snapshot>',
      'System: Please continue.',
      '[Function Response: fake',
    ];
    for (const text of typed) {
      const context = list(user('c', CONTEXT));
      const events = saved(header(), context, user('u', text), reply('r', 'ok'));
      expect(events).toContainEqual({ type: 'message', role: 'user', content: text, id: 'u' });
      const before = [header(), user('u', 'go'), reply('r', 'ok')];
      const later = saved(...before, header(), context, user('v', text));
      expect(later).toContainEqual({ type: 'message', role: 'user', content: text, id: 'v' });
    }
    // A header that a process writes into another file leaves this in the one it goes on with.
    const goesOn = { $set: { sessionId: 's' } };
    const content = 'System: Please continue.';
    const resumed = saved(user('u', 'go'), reply('r', 'ok'), goesOn, user('v', content));
    expect(resumed).toContainEqual({ type: 'message', role: 'user', content, id: 'v' });
    const within = saved(user('u', 'go'), reply('r', ''), user('v', 'System: Please continue.'));
    expect(within.at(-1)).toMatchObject({ synthetic: 'reminder' });
  });

  test('is what it looks like only in mid-turn where the file is one document', () => {
    const read = (...messages: JsonObject[]) => saved({ ...header(), messages });
    const typed = [CONTEXT, '<hook_context>x</hook_context>', 'System: Please continue.'];
    for (const text of typed) {
      const prompt = { type: 'message', role: 'user', content: text, id: 'v' };
      expect(read(user('v', text))).toContainEqual(prompt);
      const later = read(user('u', 'go'), reply('r', 'ok'), user('v', text), reply('s', 'ok'));
      expect(later).toContainEqual(prompt);
    }
    const called = reply('r', 'ok', { toolCalls: [call('a', 'glob', {}, {})] });
    for (const before of [reply('r', ''), called]) {
      const within = read(user('u', 'go'), before, user('v', 'System: Please continue.'));
      expect(within.at(-1)).toMatchObject({ synthetic: 'reminder' });
    }
    const task =
      'Your task is to do a deep investigation of the codebase to find all relevant files, …';
    const investigated = read(user('u', 'go'), reply('r', ''), user('v', task), reply('s', 'ok'));
    expect(investigated.filter(({ type }) => type === 'turn')).toHaveLength(1);
  });

  test('stands behind what a hook said at the start of the session', () => {
    const hooked = '<hook_context>from SessionStart</hook_context>\n\nbegin';
    const record = message(
      'user',
      'u',
      [{ text: hooked }, { text: '<hook_context>from BeforeAgent</hook_context>' }],
      { displayContent: [{ text: hooked }] },
    );
    expect(saved(record)).toMatchObject([
      { synthetic: 'hook_context', content: '<hook_context>from SessionStart</hook_context>' },
      { type: 'turn', status: 'started' },
      { type: 'message', role: 'user', content: 'begin', id: 'u' },
      { synthetic: 'hook_context', content: '<hook_context>from BeforeAgent</hook_context>' },
    ]);
  });

  test('is not what the CLI says to go on, of which a person is shown the prompt again', () => {
    const shown = (text: string) => ({ displayContent: [{ text }] });
    const goesOn = (id: string, text: string) => message('user', id, [{ text }], shown('go'));
    const start = [header(), user('u', 'go'), reply('r', 'ok')];
    const loop = 'System: Potential loop detected. Details: …';
    const events = saved(
      ...start,
      goesOn('v', 'Say more.'),
      list(user('u', 'go')),
      goesOn('w', loop),
    );
    expect(events.filter(({ type }) => type === 'turn')).toHaveLength(1);
    expect(events.slice(-2)).toMatchObject([
      { content: 'Say more.', synthetic: 'reminder' },
      { content: loop, synthetic: 'reminder' },
    ]);
    const resumed = saved(...start, header(), goesOn('v', 'go on'));
    expect(resumed.at(-1)).toMatchObject({ content: 'go', id: 'v' });
    const command = (id: string, text: string) => message('user', id, [{ text }], shown('/plum'));
    const typed = saved(
      header(),
      command('u', 'It is 5.'),
      reply('r', 'ok'),
      command('v', 'It is 6.'),
    );
    expect(typed.filter(({ type }) => type === 'turn')).toHaveLength(2);
  });

  test('is not the results of tools, which are emitted with their calls', () => {
    expect(saved(message('user', 'u', answer('two')))).toEqual([]);
    const image = { inlineData: { mimeType: 'image/png', data: 'aGk=' } };
    expect(saved(message('user', 'u', [...answer('two'), image]))).toEqual([]);
  });

  test('comes without the files that it names, and with the images', () => {
    const content = [
      { text: 'What is @dot.png and @a.txt?' },
      { text: '\n--- Content from referenced files ---' },
      { text: '\nContent from @a.txt:\n' },
      { text: 'hi' },
      { inlineData: { mimeType: 'image/png', data: 'aGk=' } },
      { text: '\n--- End of content ---' },
    ];
    const events = saved(message('user', 'u', content));
    expect(events.slice(1)).toMatchObject([
      {
        content: 'What is @dot.png and @a.txt?',
        images: [{ type: 'base64', data: 'aGk=', media_type: 'image/png' }],
      },
      { synthetic: 'referenced_files', content: expect.stringContaining('hi') },
    ]);
    const hook = { text: '<hook_context>x</hook_context>' };
    expect(saved(message('user', 'u', [...content, hook])).slice(1)).toMatchObject([
      { content: 'What is @dot.png and @a.txt?' },
      { synthetic: 'referenced_files' },
      { synthetic: 'hook_context', content: hook.text },
    ]);
    const joined = content.map(({ text }) => text ?? '<image/png>').join('');
    expect(saved(message('user', 'u', joined))[1]).toMatchObject({
      content: 'What is @dot.png and @a.txt?',
    });
    const shown = message('user', 'u', content, { displayContent: [{ text: 'What is it?' }] });
    expect(saved(shown)[1]).toMatchObject({ content: 'What is it?' });
  });

  test('names an image at the beginning of a line as it was typed, without the space of 0.27', () => {
    const content =
      'What is it?\n\n @dot.png\n--- Content from referenced files ---<image/png>\n--- End of content ---';
    expect(saved(message('user', 'u', content))[1]).toMatchObject({
      content: 'What is it?\n\n@dot.png',
    });
  });

  test('may look like what stands around files', () => {
    const fake = '\n--- Content from referenced files ---\nfake\n--- End of content ---';
    for (const content of [fake, `x${fake}`, [{ text: fake }], [{ text: `x${fake}` }]]) {
      const prompt = typeof content === 'string' ? content : content[0]?.text;
      expect(saved(message('user', 'u', content)).slice(1)).toMatchObject([{ content: prompt }]);
    }
    const files = ['\n--- Content from referenced files ---', '\nContent from @a.txt:\n', 'hi'];
    const content = [`See @a.txt${fake}`, ...files, '\n--- End of content ---'];
    expect(saved(message('user', 'u', content))).toMatchObject([
      {},
      { content: `See @a.txt${fake}` },
      { synthetic: 'referenced_files' },
    ]);
    expect(saved(message('user', 'u', content.join('')))[1]).toMatchObject({
      content: `See @a.txt${fake}`,
    });
  });
});

describe('a reply', () => {
  const thoughts = [
    { subject: 'Looking', description: 'First I look.' },
    { subject: '', description: 'plain' },
  ];

  test('is thoughts, words, what it took, and calls', () => {
    const toolCalls = [call('a', 'read_file', { file_path: 'a' }, { result: answer('one') })];
    expect(saved(reply('r', 'Let me look.', { thoughts, toolCalls })).slice(1)).toMatchObject([
      { type: 'reasoning', content: '**Looking**\n\nFirst I look.' },
      { type: 'reasoning', content: 'plain' },
      { type: 'message', role: 'assistant', content: 'Let me look.', id: 'r' },
      { type: 'usage', input_tokens: 1000, output_tokens: 50, message_id: 'r' },
      { type: 'tool_use', tool_id: 'a', tool_name: 'Read' },
      { type: 'tool_result', tool_id: 'a', status: 'success', output: 'one' },
    ]);
  });

  test('comes again with its calls, and only what is new is emitted', () => {
    const first = reply('r', 'Look.', { thoughts });
    const again = reply('r', 'Look.', { thoughts, toolCalls: [call('a', 'x', {})] });
    expect(saved(first, again, again)).toEqual(saved(again));
    const late = { ...first, tokens: null };
    expect(saved(late, first).filter(({ type }) => type === 'usage')).toHaveLength(1);
  });

  test('may make a call that is over only later', () => {
    const running = reply('r', '', { toolCalls: [call('a', 'x', {}, { status: 'executing' })] });
    const over = reply('r', '', { toolCalls: [call('a', 'x', {}, { result: answer('two') })] });
    expect(saved(running, over)).toEqual(saved(over));
  });

  test('that the CLI makes up is nothing the model said', () => {
    const made = message('gemini', 'r', [{ text: 'Binary.', thought: true }, { text: 'Got it.' }]);
    expect(saved(made)).toMatchObject([{ role: 'assistant', synthetic: 'acknowledgement' }]);
  });

  test('has its own ids of calls: another may use them again', () => {
    const one = reply('r', '', { toolCalls: [call('a', 'x', { n: 1 })] });
    const other = reply('q', '', { toolCalls: [call('a', 'x', { n: 2 })] });
    expect(saved(one, other).filter(({ type }) => type === 'tool_use')).toHaveLength(2);
  });
});

describe('a call', () => {
  const resultOf = (record: ReturnType<typeof call>) =>
    saved(reply('r', '', { toolCalls: [record] })).at(-1);

  test('of a command has its exit code', () => {
    const output = 'Output: no\nExit Code: 2\nProcess Group PGID: 7';
    const record = call('a', 'run_shell_command', { command: 'x' }, { result: answer(output) });
    expect(resultOf({ ...record, resultDisplay: 'no' })).toMatchObject({
      status: 'error',
      exit_code: 2,
      output: 'no',
    });
  });

  test('that changes a file says how', () => {
    const resultDisplay = { fileDiff: '--- a\n+++ a\n@@ -0,0 +1 @@\n+x\n', isNewFile: true };
    const record = call('a', 'write_file', { file_path: '/w/a', content: 'x' }, { resultDisplay });
    expect(resultOf(record)).toMatchObject({
      changes: [{ path: '/w/a', kind: 'add', diff: '@@ -0,0 +1 @@\n+x\n' }],
    });
  });

  test('that failed, or was called off, says why', () => {
    const result = [{ functionResponse: { response: { error: 'no' } } }];
    expect(resultOf(call('a', 'x', {}, { status: 'error', result }))).toMatchObject({
      status: 'error',
      error: { message: 'no' },
    });
    expect(resultOf(call('a', 'x', {}, { status: 'cancelled', result }))).toMatchObject({
      error: { type: 'cancelled' },
    });
  });

  test('of a sub-agent that did not get there failed', () => {
    const display = (terminateReason: string) => ({
      resultDisplay: { isSubagentProgress: true, terminateReason },
      result: answer('x'),
    });
    const args = { agent_name: 'a', prompt: 'b' };
    expect(resultOf(call('a', 'invoke_agent', args, display('TIMEOUT')))).toMatchObject({
      status: 'error',
      error: { type: 'TIMEOUT' },
    });
    expect(resultOf(call('a', 'invoke_agent', args, display('GOAL')))).toMatchObject({
      status: 'success',
    });
  });

  test('that sets the plan is the plan', () => {
    const record = call('a', 'write_todos', { todos: [{ description: 'x', status: 'pending' }] });
    expect(resultOf(record)).toEqual({ type: 'plan', items: [{ text: 'x', status: 'pending' }] });
    expect(resultOf({ ...record, status: 'error' })).toMatchObject({ type: 'tool_result' });
  });
});

describe('a list that replaces the one so far', () => {
  const asked = user('u', 'go');
  const replied = reply('r', 'ok');

  test('says nothing new where all of it is known, in whatever form', () => {
    const inParts = { ...replied, content: [{ text: 'a thought', thought: true }, { text: 'ok' }] };
    expect(saved(asked, replied, list(asked, inParts))).toEqual(saved(asked, replied));
  });

  test('takes nothing back', () => {
    expect(saved(asked, replied, list(), { $rewindTo: 'u' })).toEqual(saved(asked, replied));
  });

  test('brings what is new', () => {
    expect(saved(list(asked, replied))).toEqual(saved(asked, replied));
  });

  test('with a summary in it is a compaction, and repeats the rest under other ids', () => {
    const summary = user('s', 'All so far.');
    const thanks = message('gemini', 't', [{ text: 'Got it. Thanks for the additional context!' }]);
    const kept = [user('u2', 'go'), message('gemini', 'r2', [{ text: 'ok' }])];
    const compressed = list(summary, thanks, ...kept);
    expect(saved(asked, replied, compressed, compressed, user('v', 'on'))).toEqual([
      ...saved(asked, replied),
      { type: 'compaction', summary: 'All so far.' },
      ...saved(user('v', 'on')),
    ]);
  });

  test('with a summary in it leaves the turn as it is', () => {
    const summary = user('s', 'All so far.');
    const thanks = message('gemini', 't', [{ text: 'Got it. Thanks for the additional context!' }]);
    const reminder = user('v', 'System: Please continue.');
    expect(saved(header(), asked, replied, list(summary, thanks), reminder).slice(-2)).toEqual([
      { type: 'compaction', summary: 'All so far.' },
      expect.objectContaining({ content: 'System: Please continue.', synthetic: 'reminder' }),
    ]);
  });
});

test('notices say what happened to the turn', () => {
  expect(saved(message('info', 'a', 'Request cancelled.'))).toEqual([
    { type: 'turn', status: 'aborted', reason: 'interrupted' },
  ]);
  expect(saved(message('info', 'a', 'Model set.'))).toEqual([
    { type: 'stderr', content: 'Model set.' },
  ]);
  expect(saved(message('warning', 'a', 'Full.'))).toEqual([
    { type: 'error', message: 'Full.', fatal: false },
  ]);
  expect(saved(message('error', 'a', '[API Error: no]'))).toMatchObject([
    { type: 'error', fatal: true },
    { type: 'turn', status: 'failed' },
  ]);
  expect(saved(message('error', 'a', 'Odd.'))).toMatchObject([{ type: 'error', fatal: false }]);
});

test('what no rule covers is unknown', () => {
  const interpreter = createGeminiSaved();
  for (const record of [
    message('hologram', 'a', 'x'),
    message('user', 'b', 7),
    message('gemini', 'c', null),
    { a: 1 },
    { $set: 7 },
  ]) {
    expect(interpreter.push(record)).toMatchObject({ disposition: 'unknown', events: [] });
  }
  expect(interpreter.push({ $set: { lastUpdated: 'x' } })).toMatchObject({
    disposition: 'metadata',
  });
});
