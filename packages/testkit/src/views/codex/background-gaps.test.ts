import { call, checkGaps, run, views } from '../../../test-inputs/check-gaps.js';
import { backgroundGaps } from './background-gaps.js';

const END = 'c'.repeat(200);
const written = call('write_stdin', { session_id: 1 }, { text: 'two\nthree' });

checkGaps(backgroundGaps, {
  'early-output': {
    levels: views(
      [run('x', { text: 'two\nthree' }), run('y', { text: '' }), run('z', { text: `b\n${END}` })],
      [
        run('x', { text: 'one\ntwo\nthree' }),
        run('y', { text: 'one' }),
        run('z', { text: `a\n…9 tokens truncated…${END}`, truncated: true }),
      ],
    ),
    not: 'the lost end of a command',
    keeps: views([run('x', { text: 'one\ntwo' })], [run('x', { text: 'one\ntwo\nthree' })]),
  },
  'write-stdin': {
    levels: views([run('x', { text: 'two' })], [run('x', { text: 'two' }), written]),
    not: 'another call',
    keeps: views([run('x', { text: 'two' })], [run('x', { text: 'two' }), run('y', {})]),
  },
  'unified-commands': {
    levels: views([run('y', {})], [run('x'), written, run('y', {})], {
      saved: { unifiedCommands: [run('x')] },
    }),
    not: 'a command of another tool',
    keeps: views([run('y', {})], [run('x'), run('y', {})], { saved: { unifiedCommands: [] } }),
  },
});
