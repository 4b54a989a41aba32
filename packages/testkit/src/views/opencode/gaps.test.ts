import {
  ask,
  checkGaps,
  notice,
  run,
  say,
  think,
  used,
  views,
} from '../../../test-inputs/check-gaps.js';
import { opencodeGaps } from './gaps.js';

const FAILED = { status: 'error' } as const;
const [a, b] = [run('a', {}), run('b', {})];

checkGaps(opencodeGaps, {
  prompts: {
    levels: views([say('a')], [say('a'), ask('more')]),
    not: 'what the agent says',
    keeps: views([say('a')], [say('a'), say('more')]),
  },
  thoughts: {
    levels: views([say('a')], [think('t'), say('a')]),
    not: 'one thought of two',
    keeps: views([think('t')], [think('t'), think('u')]),
  },
  summaries: {
    levels: views([say('a'), say('s'), say('b')], [say('a'), notice('compacted', 's'), say('b')]),
    not: 'speech that is no summary',
    keeps: views([say('a'), say('b')], [notice('compacted', 's')]),
    alsoKeeps: {
      'the second of two equal texts': views(
        [say('s'), say('s')],
        [notice('compacted', 's'), say('other')],
      ),
    },
  },
  overflows: {
    levels: views([notice('warning'), say('a')], [say('a')]),
    not: 'a failure',
    keeps: views([notice('error'), say('a')], [say('a')]),
  },
  'early-failures': {
    levels: views([notice('error', 'no')], []),
    not: 'two failures',
    keeps: views([notice('error', 'no')], [notice('error', 'yes')]),
  },
  'broken-replies': {
    levels: views(
      [think('t'), say('a'), notice('error', 'no')],
      [think('t'), say('a'), think('u'), say('b'), notice('error', 'no')],
    ),
    not: 'words that no failure follows',
    keeps: views([notice('error', 'no')], [notice('error', 'no'), say('a')]),
    alsoKeeps: {
      'other words before the failure': views(
        [say('a'), notice('error', 'no')],
        [say('b'), say('a'), notice('error', 'no')],
      ),
      'words before a call': views(
        [a, notice('error', 'no')],
        [say('a'), a, notice('error', 'no')],
      ),
    },
  },
  refusals: {
    levels: views([say('a')], [say('a'), notice('aborted')]),
    not: 'a failure',
    keeps: views([say('a')], [say('a'), notice('error')]),
  },
  'failed-calls': {
    levels: views([say('a')], [run('x', FAILED), say('a')]),
    not: 'a call that went well',
    keeps: views([say('a')], [run('x', {}), say('a')]),
    alsoKeeps: { 'two ends of one call': views([run('x', {})], [run('x', FAILED)]) },
  },
  'open-calls': {
    levels: views([say('a')], [say('a'), run('x')]),
    not: 'a call with an answer',
    keeps: views([say('a')], [say('a'), run('x', {})]),
  },
  'order-in-replies': {
    levels: views([b, a], [a, b]),
    alsoLevels: [
      views([say('x'), say('y'), a, say('z')], [say('x'), a, say('y'), say('z')]),
      views([think('t'), a, b], [a, think('t'), b]),
    ],
    not: 'a call before the words that came before it',
    keeps: views([a, say('x')], [say('x'), a]),
    alsoKeeps: {
      'a call in another reply': views([think('t'), a], [a, think('t')]),
      'two ends of one call': views([b, run('a', FAILED)], [a, b]),
    },
  },
  endings: {
    levels: views([a], [a, think('t'), say('b')]),
    alsoLevels: [views([], [say('a')], { live: { usage: used(1) }, saved: { usage: used(2) } })],
    not: 'a call at the end',
    keeps: views([say('a')], [say('a'), a]),
    alsoKeeps: {
      'other words': views([say('a'), say('c')], [say('a'), say('b')]),
      'that live counts more': views([], [say('a')], {
        live: { usage: used(2) },
        saved: { usage: used(1) },
      }),
    },
  },
});
