import { type DragomanEvent, reduce } from '@dragoman/protocol';
import { describe, expect, test } from 'vitest';
import { printLine } from '../line.js';
import type { Look } from './look.js';
import { renderConversation } from './render-conversation.js';

function shown(events: readonly DragomanEvent[], look: Look = {}): string[] {
  const { messages } = reduce(events, { agent: 'codex' });
  return Array.from(renderConversation(messages, look), (line) =>
    printLine(line, (_format, text) => text),
  );
}

function call(
  name: string,
  parameters: Record<string, unknown>,
  result?: Partial<DragomanEvent & { type: 'tool_result' }>,
): DragomanEvent[] {
  const use = {
    type: 'tool_use',
    tool_id: 'c',
    tool_name: name,
    parameters,
    kind: 'other',
  } as const;
  if (result === undefined) return [use];
  return [use, { status: 'success', ...result, type: 'tool_result', tool_id: 'c' }];
}

/** What is shown of one call, without the speaker. */
const shownCall = (...of: Parameters<typeof call>) =>
  shown(call(...of), { cwd: '/p' })
    .slice(2)
    .map((line) => line.slice(2));

describe('a call', () => {
  test.each([
    ['Bash', { command: 'npm test' }, ['$ npm test']],
    ['Bash', { command: 'cat <<X\nhi\nX\n' }, ['$ cat <<X', '  hi', '  X']],
    ['Bash', { command: '' }, ['$']],
    ['Read', { file_path: '/p/src/a.ts' }, ['Read src/a.ts']],
    ['Grep', { pattern: 'TODO' }, ['Search TODO']],
    ['WebSearch', { query: 'weather' }, ['Search the web: weather']],
    ['mcp__demo__echo', { text: 'ping' }, ['mcp demo.echo {"text":"ping"}']],
    ['mcp__demo__list', {}, ['mcp demo.list']],
    ['write_stdin', { chars: 'y\n' }, ['write_stdin {"chars":"y\\n"}']],
    ['Bash', { command: 7 }, ['Bash {"command":7}']],
    ['Edit', { changes: [{ path: '/p/a', kind: 'add' }, 7] }, ['Add a']],
    ['constructor', {}, ['constructor']],
    [
      'Task',
      { description: 'Count', prompt: 'Count to\nthree.' },
      ['Task Count', '  Count to', '  three.'],
    ],
  ])('of %s with %j', (name, parameters, lines) => {
    expect(shownCall(name, parameters, {})).toEqual(lines);
  });

  test('without a result says so; a plan has none to wait for', () => {
    expect(shownCall('Bash', { command: 'ls' })).toEqual(['$ ls', '  (no result)']);
    const items = [
      { text: 'look', status: 'completed' },
      { text: 'do', status: 'in_progress' },
      { text: 'rest', status: 'pending' },
      { text: 'skip', status: 'cancelled' },
    ] as const;
    expect(shown([{ type: 'plan', items: [...items] }]).slice(2)).toEqual([
      '  Plan',
      '    ☑ look',
      '    ▸ do',
      '    ☐ rest',
      '    ☒ skip',
    ]);
  });

  test('many of one line each stand close together', () => {
    const many = ['a', 'b'].flatMap((id): DragomanEvent[] => [
      {
        type: 'tool_use',
        tool_id: id,
        tool_name: 'Read',
        parameters: { file_path: id },
        kind: 'read',
      },
      { type: 'tool_result', tool_id: id, status: 'success' },
    ]);
    expect(shown(many).slice(2)).toEqual(['  Read a', '  Read b']);
  });
});

describe('a result', () => {
  const ran = (result: Parameters<typeof call>[2]) => shownCall('Bash', { command: 'x' }, result);

  test('is shown below its call, a failure with its exit code', () => {
    expect(ran({ output: '\nfine\n\n' })).toEqual(['$ x', '  fine']);
    expect(ran({ output: 'oh', status: 'error', exit_code: 3, duration_ms: 2345 })).toEqual([
      '$ x',
      '  oh',
      '  ✗ exit 3 · 2.3 s',
    ]);
    const denied = { message: 'No.', type: 'denied' };
    expect(ran({ status: 'error', error: denied })).toEqual(['$ x', '  No.', '  ✗ refused']);
    const stopped = { message: 'Stopped.', type: 'cancelled' };
    expect(ran({ status: 'error', error: stopped })).toEqual(['$ x', '  Stopped.', '  ✗ canceled']);
  });

  test('that is long has its middle left out, with a note; full shows all', () => {
    const output = Array.from({ length: 204 }, (_, index) => `line ${index}`).join('\n');
    const lines = ran({ output });
    expect(lines).toHaveLength(1 + 8 + 1 + 6);
    expect(lines[9]).toBe('  … 190 more lines; --full shows all');
    expect(lines.at(-1)).toBe('  line 203');
    expect(shown(call('Bash', { command: 'x' }, { output }), { full: true })).toHaveLength(207);
  });

  test('with images names them', () => {
    const source = { type: 'base64', data: 'A'.repeat(16_000), media_type: 'image/png' } as const;
    expect(
      ran({
        output: [
          { type: 'text', text: 'it:' },
          { type: 'image', source },
        ],
      }),
    ).toEqual(['$ x', '  it:', '  [image: image/png, 12 kB]']);
  });

  test('that changes files shows their diffs', () => {
    const changes = [
      { path: '/p/src/a.ts', kind: 'update' as const, diff: '@@ -1 +1,2 @@\n-a\n+b\n+c\n' },
      { path: '/p/b', kind: 'update' as const, moved_to: '/p/c' },
      { path: '/q/d', kind: 'delete' as const },
    ];
    expect(shownCall('Edit', { changes: [] }, { changes })).toEqual([
      'Edit src/a.ts (+2 −1)',
      '  @@ -1 +1,2 @@',
      '  -a',
      '  +b',
      '  +c',
      'Move b → c',
      'Delete /q/d',
    ]);
  });

  test('of an edit that is there to see needs no words, unless it failed or all is asked for', () => {
    const parameters = { file_path: '/p/a', old_string: 'x', new_string: 'y' };
    const changes = [{ path: '/p/a', kind: 'update' as const, diff: '-x\n+y\n' }];
    const done = { output: 'The file was updated.', changes };
    const lines = ['Edit a (+1 −1)', '  -x', '  +y'];
    expect(shownCall('Edit', parameters, done)).toEqual(lines);
    expect(shown(call('Edit', parameters, done), { full: true }).at(-1)).toBe(
      '    The file was updated.',
    );
    expect(shownCall('Edit', parameters, { status: 'error', output: 'No such text.' })).toEqual([
      ...lines,
      '  No such text.',
      '  ✗ failed',
    ]);
  });

  test('that does not say what changed in a file leaves that to the call', () => {
    const changes = [{ path: '/p/a', kind: 'add' as const }];
    const written = shownCall('Write', { file_path: '/p/a', content: 'x\ny\n' }, { changes });
    expect(written).toEqual(['Add a (+2)', '  +x', '  +y']);
  });

  test('of a text replaced shows both texts', () => {
    const parameters = { file_path: '/p/a', old_string: 'x\ny', new_string: 'z' };
    const lines = ['Edit a (+1 −2)', '  -x', '  -y', '  +z'];
    expect(shownCall('Edit', parameters, {})).toEqual(lines);
  });
});
