import { type JsonObject, reduce } from '@dragoman/protocol';
import { describe, expect, test } from 'vitest';
import {
  call,
  completed,
  emitted,
  event,
  item,
  meta,
  output,
  read,
  reply,
  started,
  TS,
} from '../../../test-inputs/codex-records.js';

describe('calls', () => {
  const ended = (text: string, exit = 0) =>
    `Chunk ID: a\nWall time: 0.1 seconds\nProcess exited with code ${exit}\nOutput:\n${text}`;
  const running = (text: string) =>
    `Chunk ID: a\nWall time: 0.1 seconds\nProcess running with session ID 7\nOutput:\n${text}`;
  const ran = (id: string, more: JsonObject) =>
    completed({ type: 'CommandExecution', id, command: ['/bin/bash', '-lc', 'ls'], ...more });

  test('get one result of all that is known of them', () => {
    const records = [
      call('c', 'exec_command', { cmd: 'ls' }),
      ran('c', {
        status: 'failed',
        aggregated_output: 'whole',
        exit_code: 2,
        duration: { secs: 1, nanos: 5e8 },
      }),
      output('c', ended('part', 2)),
    ];
    expect(read(...records).slice(1)).toEqual([
      {
        type: 'tool_result',
        tool_id: 'c',
        status: 'error',
        output: 'whole',
        exit_code: 2,
        duration_ms: 1500,
        ts: TS,
      },
    ]);
  });

  test('that ran on in the background end with what was written to them', () => {
    const records = [
      call('c', 'exec_command', { cmd: 'read x' }),
      output('c', running('one\n')),
      call('w', 'write_stdin', { session_id: 7, chars: 'x\n' }),
      output('w', ended('two\n', 3)),
    ];
    expect(emitted(...records)).toEqual([
      'Bash c',
      'write_stdin w',
      'error w: "two\\n"',
      'error c: "one\\ntwo\\n"',
    ]);
    expect(read(...records).at(-1)).toMatchObject({ tool_id: 'c', exit_code: 3 });
  });

  test('that still ran when Codex ended were stopped', () => {
    const records = [
      call('c', 'exec_command', { cmd: 'sleep 9' }),
      output('c', running('one\n')),
      ran('c', { status: 'failed', aggregated_output: '', exit_code: -1 }),
    ];
    expect(read(...records).at(-1)).toMatchObject({
      status: 'error',
      output: 'one\n',
      error: { type: 'cancelled' },
    });
  });

  test('stay unanswered when nothing answered them, with what they printed', () => {
    const records = [
      call('a', 'exec_command', { cmd: 'x' }),
      call('c', 'exec_command', { cmd: 'y' }),
    ];
    const events = read(...records, output('c', running('one\n')));
    expect(reduce(events).unanswered).toEqual(['a', 'c']);
    expect(events.at(-1)).toMatchObject({ type: 'tool_output', content: 'one\n' });
  });

  test('are answered by what was found out when the output never came', () => {
    const records = [
      call('c', 'exec_command', { cmd: 'ls' }),
      ran('c', { aggregated_output: 'x', exit_code: 0 }),
    ];
    expect(emitted(...records)).toEqual(['Bash c', 'success c: "x"']);
  });

  test('that were aborted say so, and what is found out later is no news', () => {
    const records = [
      started,
      call('c', 'exec_command', { cmd: 'sleep 9' }),
      output('c', 'aborted by user after 0.5s'),
      event({ type: 'turn_aborted', reason: 'interrupted' }),
      ran('c', { status: 'failed', aggregated_output: 'x', exit_code: -1 }),
    ];
    const results = read(...records).filter(({ type }) => type === 'tool_result');
    expect(results).toMatchObject([{ status: 'error', error: { type: 'cancelled' } }]);
  });

  test('that were cut off without an answer were stopped', () => {
    const records = [
      ...[started, call('c', 'exec_command', { cmd: 'sleep 9' })],
      event({ type: 'turn_aborted', reason: 'interrupted' }),
      ran('c', { status: 'failed', aggregated_output: '', exit_code: -1 }),
    ];
    expect(read(...records).at(-1)).toMatchObject({ tool_id: 'c', error: { type: 'cancelled' } });
  });

  test('that have no item are emitted by what another record says', () => {
    expect(emitted(ran('u', { aggregated_output: 'x', exit_code: 0 }))).toEqual([
      'Bash u',
      'success u: "x"',
    ]);
  });

  test('that patch files have the changes as their result, and no boilerplate', () => {
    const patch = '*** Begin Patch\n*** Add File: a.txt\n+hi\n*** End Patch';
    const records = [
      meta('0.135.0'),
      call('p', 'exec_command', { cmd: `apply_patch <<'EOF'\n${patch}\nEOF` }),
      output(
        'p',
        'Exit code: 0\nWall time: 0 seconds\nOutput:\nSuccess. Updated the following files:\nA a.txt\n',
      ),
    ];
    expect(read(...records).slice(1)).toMatchObject([
      { tool_name: 'Edit', parameters: { changes: [{ path: '/p/a.txt', kind: 'add' }] } },
      { status: 'success', changes: [{ path: '/p/a.txt', kind: 'add', diff: expect.any(String) }] },
    ]);
    expect(read(...records).at(-1)).not.toHaveProperty('output');
  });

  test('of an MCP tool that failed are known to have by another record', () => {
    const result = { content: [{ type: 'text', text: 'no' }], isError: true };
    const records = [
      call('m', 'fail', {}, { namespace: 'mcp__demo' }),
      event({ type: 'mcp_tool_call_end', call_id: 'm', result: { Ok: result } }),
      output('m', '[{"type":"text","text":"no"}]'),
    ];
    expect(emitted(...records)).toEqual(['mcp__demo__fail m', 'error m: "no"']);
  });

  test('that only pass on what other agents said, say that', () => {
    const records = [
      call('s', 'spawn_agent', { message: 'count' }, { namespace: 'multi_agent_v1' }),
      output('s', '{"agent_id":"x","nickname":"Ada"}'),
      call('w', 'wait_agent', { targets: ['x'] }, { namespace: 'multi_agent_v1' }),
      output('w', '{"status":{"x":{"completed":"one two"}},"timed_out":false}'),
    ];
    expect(emitted(...records)).toEqual([
      'Task s',
      'success s: undefined',
      'wait_agent w',
      'success w: "one two"',
    ]);
  });
});

describe('a plan', () => {
  const plan = call('p', 'update_plan', { plan: [{ step: 'look', status: 'in_progress' }] });

  test('is a plan once it was accepted', () => {
    expect(read(plan, output('p', 'Plan updated'))).toEqual([
      { type: 'plan', items: [{ text: 'look', status: 'in_progress' }], ts: TS },
    ]);
  });

  test('is one too when the session broke off', () => {
    expect(emitted(plan)).toEqual(['plan']);
  });

  test('that was refused is a call that failed', () => {
    expect(emitted(plan, output('p', 'unsupported call: update_plan'))).toEqual([
      'TodoWrite p',
      'error p: "unsupported call: update_plan"',
    ]);
  });
});

describe('a script that calls the tools (from 0.150 on)', () => {
  const script = (id: string, input: string) =>
    item({ type: 'custom_tool_call', name: 'exec', namespace: 'functions', call_id: id, input });
  const answer = (id: string, ...texts: string[]) =>
    item({
      type: 'custom_tool_call_output',
      call_id: id,
      output: texts.map((text) => ({ type: 'input_text', text })),
    });
  const done = 'Script completed\nWall time 0.1 seconds\nOutput:\n';
  const inner = (id: string, command: string, more: JsonObject = {}) =>
    completed({
      type: 'CommandExecution',
      id: `exec-${id}`,
      command: ['/bin/bash', '-lc', command],
      aggregated_output: command,
      exit_code: 0,
      ...more,
    });
  const run = (command: string) => `text(await tools.exec_command({"cmd":"${command}"}));`;

  test('of one command has its output, also where it was cut (0.148)', () => {
    const header = 'Warning: truncated output (original token count: 9)\nTotal output lines: 1\n\n';
    const report = '{"exit_code":3,"output":"one\\n\\…7 tokens truncated…two\\n"}';
    const [, result] = read(script('s', run('ls')), answer('s', done, `${header}${report}`));
    expect(result).toMatchObject({
      status: 'error',
      exit_code: 3,
      output: 'one\n…7 tokens truncated…two\n',
      truncated: true,
    });
  });

  test('is not emitted where the calls it made are', () => {
    const records = [script('s', run('ls')), inner('1', 'ls'), answer('s', done, '{}')];
    expect(emitted(started, ...records, reply('ok'))).toEqual([
      ...['turn started', 'Bash exec-1', 'success exec-1: "ls"', 'assistant: ok'],
    ]);
  });

  test('is not emitted either among several at once', () => {
    const records = [
      ...[script('s', run('a')), script('t', run('b'))],
      ...[inner('2', 'b'), inner('1', 'a'), answer('s', done, '{}'), answer('t', done, '{}')],
    ];
    expect(emitted(started, ...records).filter((text) => text.startsWith('Bash'))).toEqual([
      ...['Bash exec-2', 'Bash exec-1'],
    ]);
  });

  test('that made one call, of which there is no item, is that call', () => {
    const report = '{"chunk_id":"a","exit_code":2,"output":"x"}';
    expect(emitted(script('s', run('ls')), answer('s', done, report))).toEqual([
      ...['Bash s', 'error s: "x"'],
    ]);
    expect(emitted(script('s', run('ls')))).toEqual(['Bash s']);
  });

  test('that looked at an image gave back the image', () => {
    const look = 'text(await tools.view_image({"path":"a.png"}));';
    const report = '{"image_url":"data:image/png;base64,AAAA"}';
    const source = { type: 'base64', data: 'AAAA', media_type: 'image/png' };
    expect(read(script('s', look), answer('s', done, report))).toMatchObject([
      { tool_name: 'Read', parameters: { file_path: 'a.png' } },
      { tool_id: 's', output: [{ type: 'image', source }] },
    ]);
  });

  test('that sets the plan sets it', () => {
    const plan = 'text(await tools.update_plan({"plan":[{"step":"a","status":"pending"}]}));';
    expect(emitted(script('p', plan), answer('p', done, '{}'))).toEqual(['plan']);
    const failed = 'Script failed\nWall time 0.0 seconds\nOutput:\n';
    expect(emitted(script('p', plan), answer('p', failed, 'Script error:\nno plan'))).toEqual([
      ...['TodoWrite p', 'error p: "no plan"'],
    ]);
  });

  test('whose command is found stopped later is one call', () => {
    const records = [
      ...[started, script('s', run('sleep 9')), answer('s', 'aborted by user after 0.5s')],
      event({ type: 'turn_aborted', reason: 'interrupted' }),
      inner('1', 'sleep 9', { status: 'failed', exit_code: -1 }),
    ];
    expect(emitted(...records).filter((text) => text.startsWith('Bash'))).toEqual(['Bash s']);
  });

  // Which of two answers an interrupt brings is a race within Codex, and so a matter of load.
  test.each(['aborted by user after 0.5s', 'Script terminated\nWall time 0.5 seconds\nOutput:\n'])(
    'that was stopped is a call that was: %j',
    (stopped) => {
      const events = read(script('s', run('sleep 9')), answer('s', stopped));
      expect(events.at(-1)).toMatchObject({ status: 'error', error: { type: 'cancelled' } });
    },
  );

  // Codex waits no longer than 100 ms for the answer of a script that it stops.
  test('that was cut off without an answer is one call, with what is found out later', () => {
    const records = [
      ...[started, script('s', run('sleep 9'))],
      event({ type: 'turn_aborted', reason: 'interrupted' }),
      inner('1', 'sleep 9', { status: 'failed', exit_code: -1, aggregated_output: '' }),
    ];
    expect(emitted(...records)).toEqual([
      ...['turn started', 'Bash s', 'turn aborted', 'error s: ""'],
    ]);
    expect(read(...records).at(-1)).toMatchObject({ exit_code: -1, error: { type: 'cancelled' } });
  });

  test('that was cut off takes nothing from the next that runs the same command', () => {
    const records = [
      ...[started, script('s', run('ls')), event({ type: 'turn_aborted', reason: 'interrupted' })],
      ...[event({ type: 'task_started', turn_id: 't2' }), script('t', run('ls'))],
      ...[inner('2', 'ls'), answer('t', done, '{}')],
    ];
    expect(emitted(...records).slice(3)).toEqual([
      ...['turn started', 'Bash exec-2', 'success exec-2: "ls"'],
    ]);
  });

  test('that does more than that is emitted as it is', () => {
    const odd = 'for (const x of [1]) text(x);';
    expect(emitted(script('s', odd), answer('s', done, '1'))[0]).toBe('exec s');
  });
});
