import { call, checkGaps, run, say, turns, views } from '../../../test-inputs/check-gaps.js';
import { resultGaps } from './result-gaps.js';

const failed = (text: string, exitCode?: number) => ({
  text,
  status: 'error' as const,
  ...(exitCode !== undefined && { exitCode }),
});
const edit = (text: string, status: 'error' | 'success' = 'error') =>
  call('Edit', { changes: [] }, { text, status });
const mcp = (text: string, status: 'error' | 'success' = 'success') =>
  call('mcp__demo__look', {}, { text, status });
const LONG = `${'a'.repeat(500)}${'b'.repeat(500)}`;
const cut = (tail: string) => ({
  text: `${'a'.repeat(200)}…600 tokens truncated…${tail}`,
  truncated: true as const,
});
const NOT_RUN = 'execution error: Io(NotFound)';
const KILLED = 'failed in sandbox None with execution error: Signal(9)';
const DENIED = 'failed in sandbox: bash: x.txt: Permission denied';
const SILENT = 'failed in sandbox:';

checkGaps(resultGaps, {
  'late-ends': {
    levels: views(
      [run('x'), run('y')],
      [run('x', { text: 'aborted by user', status: 'cancelled' }), run('y', failed('1', 137))],
    ),
    not: 'the lost result of a command that failed',
    keeps: views([run('x')], [run('x', failed('no', 1))]),
  },
  'results-behind-open-calls': {
    levels: views([run('x'), run('y', { text: 'y' })], [run('x'), run('y')], { live: turns({}) }),
    not: 'the lost result of a call before it',
    keeps: views([run('y', { text: 'y' }), run('x')], [run('y'), run('x')], { live: turns({}) }),
    alsoKeeps: {
      'the lost result of a call of another reply': views(
        [run('x'), say('a'), run('y', { text: 'y' })],
        [run('x'), say('a'), run('y')],
        { live: turns({}) },
      ),
      'a lost result of a turn that was finished': views(
        [run('x'), run('y', { text: 'y' })],
        [run('x'), run('y')],
        { live: turns({ end: 'completed' }) },
      ),
    },
  },
  'lost-completions': {
    levels: views([run('x')], [run('x', { text: 'a', exitCode: 0 })]),
    not: 'the lost result of another call',
    keeps: views([call('Edit', {})], [call('Edit', {}, {})]),
  },
  'failed-patches': {
    levels: views([edit('')], [edit('Failed to write file')]),
    not: 'that a patch worked in one of the views',
    keeps: views([edit('', 'success')], [edit('Failed to write file')]),
  },
  'exit-codes-of-execution-errors': {
    levels: views(
      [NOT_RUN, KILLED, DENIED, SILENT].map((text) => run('x', failed(text, -1))),
      [NOT_RUN, KILLED, DENIED, SILENT].map((text) => run('x', failed(text))),
    ),
    not: 'another exit code',
    keeps: views([run('x', failed(NOT_RUN, 127))], [run('x', failed(NOT_RUN))]),
  },
  'execution-errors': {
    levels: views([run('x', failed('No such file'))], [run('x', failed(NOT_RUN))]),
    not: 'other words of a command that ran',
    keeps: views([run('x', failed('No such file', 1))], [run('x', failed('no', 1))]),
  },
  'exit-codes-of-denials': {
    levels: views([run('x', failed('denied', -1))], [run('x', failed('denied', 1))]),
    not: 'that a command worked, or was not found',
    keeps: views(
      [run('x', failed('', -1)), run('y', failed('', -1))],
      [run('x', { text: '', exitCode: 0 }), run('y', failed('', 127))],
    ),
  },
  'stdout-of-denials': {
    levels: views([run('x', failed('no', -1))], [run('x', failed('hi\nno\nho', -1))]),
    not: 'other words on stderr',
    keeps: views([run('x', failed('no', -1))], [run('x', failed('hi\nho', -1))]),
  },
  'stdout-of-failed-commands': {
    levels: views([run('x', failed('out\nerr', 1))], [run('x', failed('err', 1))]),
    not: 'another exit code',
    keeps: views([run('x', failed('out\nerr', 2))], [run('x', failed('err', 1))]),
  },
  'stderr-of-commands': {
    levels: views([run('x', { text: 'out\nerr' })], [run('x', { text: 'out' })]),
    not: 'another output',
    keeps: views([run('x', { text: 'err' })], [run('x', { text: 'out' })]),
  },
  'mcp-failures': {
    levels: views([mcp('no', 'error')], [mcp('no')]),
    not: 'another answer',
    keeps: views([mcp('no', 'error')], [mcp('yes')]),
  },
  'structured-content': {
    levels: views([mcp('{"answer":42}')], [mcp('plain words')]),
    not: 'other structured content',
    keeps: views([mcp('{"answer":42}')], [mcp('{"answer":43}')]),
  },
  'long-output': {
    levels: views([run('x', { text: LONG })], [run('x', cut('b'.repeat(200)))]),
    not: 'the tail of another output',
    keeps: views([run('x', { text: LONG })], [run('x', cut('c'.repeat(200)))]),
  },
});
