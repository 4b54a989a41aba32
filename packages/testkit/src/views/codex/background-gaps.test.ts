import { call, checkGaps, run, views } from '../../../test-inputs/check-gaps.js';
import { backgroundGaps } from './background-gaps.js';

const written = call('write_stdin', { session_id: 1 }, { text: 'two\nthree' });

checkGaps(backgroundGaps, {
  'early-output': {
    levels: views(
      [run('x', { text: 'two\nthree' }), written],
      [run('x', { text: 'one\ntwo\nthree' }), written],
    ),
    not: 'a lost head of a command that nothing was written to',
    keeps: views([run('x', { text: 'two\nthree' })], [run('x', { text: 'one\ntwo\nthree' })]),
  },
  'write-stdin': {
    levels: views([run('x', { text: 'two' })], [run('x', { text: 'two' }), written]),
    not: 'another call',
    keeps: views([run('x', { text: 'two' })], [run('x', { text: 'two' }), run('y', {})]),
  },
});
