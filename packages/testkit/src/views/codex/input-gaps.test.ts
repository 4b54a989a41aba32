import { call, checkGaps, views } from '../../../test-inputs/check-gaps.js';
import { inputGaps } from './input-gaps.js';

const edit = (path: string) => call('Edit', { changes: [{ kind: 'add', path }] });
const plan = (...statuses: string[]) =>
  call('TodoWrite', { todos: statuses.map((status) => ({ content: 'look', status })) });
const mcp = (input: unknown, text: string, name = 'look') =>
  call(`mcp__demo__${name}`, input, { text });

checkGaps(inputGaps, {
  'working-folder': {
    levels: views([edit('/home/x/a.txt')], [edit('a.txt')]),
    not: 'another file',
    keeps: views([edit('/home/x/a.txt')], [edit('b.txt')]),
  },
  'steps-in-progress': {
    levels: views(
      [plan('pending', 'pending'), plan('completed', 'pending')],
      [
        ...[plan('pending', 'pending'), plan('in_progress', 'pending')],
        plan('completed', 'in_progress'),
      ],
    ),
    not: 'which step is done',
    keeps: views([plan('pending', 'completed')], [plan('completed', 'in_progress')]),
  },
  'mcp-arguments': {
    levels: views([mcp({}, '')], [mcp({ query: 'x' }, 'found')]),
    not: 'another tool',
    keeps: views([mcp({}, '')], [mcp({ query: 'x' }, 'found', 'write')]),
  },
  'names-of-mcp-tools': {
    levels: views([call('mcp__demo__two-dots', {})], [call('mcp__demo__two_dots', {})]),
    not: 'another name',
    keeps: views([call('mcp__demo__two-dots', {})], [call('mcp__demo__three_dots', {})]),
    alsoKeeps: {
      'the name of another tool': views([call('two-dots', {})], [call('two_dots', {})]),
    },
  },
});
