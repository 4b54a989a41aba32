import { checkGaps, run, say, views } from '../../../test-inputs/check-gaps.js';
import { codexGaps } from './gaps.js';

const [first, second] = [run('a', { text: '1' }), run('b', { text: '2' })];

// The others are checked beside the groups they stand in.
checkGaps(
  codexGaps.filter(({ id }) => id === 'parallel-order'),
  {
    'parallel-order': {
      levels: views([second, first, say('Both.')], [first, second, say('Both.')]),
      not: 'a call on the other side of a word',
      keeps: views([second, say('Both.'), first], [first, second, say('Both.')]),
    },
  },
);
