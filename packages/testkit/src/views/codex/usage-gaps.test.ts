import { checkGaps, notice, turns, used, views } from '../../../test-inputs/check-gaps.js';
import { usageGaps } from './usage-gaps.js';

const one = used(1);
const COMPACTED = [notice('compacted')];
const NOTHING = used(0, { cached_input_tokens: 0 });

checkGaps(usageGaps, {
  'usage-of-unfinished-turns': {
    levels: views([], [], {
      live: { usage: one, ...turns({}, { end: 'completed', usage: one }) },
      saved: { usage: used(3), ...turns({ end: 'aborted', usage: used(2) }, { usage: one }) },
    }),
    alsoLevels: [
      // A fork of a turn that was cut off.
      views([], [], {
        live: { usage: one, ...turns({}, { end: 'completed', usage: one }) },
        saved: { usage: used(3), ...turns({ end: 'completed', usage: one }) },
      }),
    ],
    alsoKeeps: {
      'what a fork has of a turn that finished': views([], [], {
        live: {
          usage: used(2),
          ...turns({ end: 'completed', usage: one }, { end: 'completed', usage: one }),
        },
        saved: { usage: used(3), ...turns({ end: 'completed', usage: one }) },
      }),
    },
    not: 'what is amiss with a turn that finished, beside one that did not',
    keeps: views([], [], {
      live: { usage: one, ...turns({ end: 'failed' }, { end: 'completed', usage: one }) },
      saved: { usage: used(4), ...turns({ usage: used(2) }, { usage: used(2) }) },
    }),
  },
  usage: {
    levels: views([], [], { live: { usage: one } }),
    not: 'figures that differ',
    keeps: views([], [], { live: { usage: one }, saved: { usage: used(2) } }),
  },
  'usage-of-experimental-json': {
    levels: views([], [], { live: turns(), saved: { usage: one, ...turns({ usage: one }) } }),
    not: 'that a stream with turns has none',
    keeps: views([], [], {
      live: turns({ end: 'completed' }),
      saved: { usage: one, ...turns({ usage: one }) },
    }),
  },
  'usage-of-reviews': {
    levels: views([], [], { live: { usage: NOTHING } }),
    not: 'that live counts nothing where the file counts something',
    keeps: views([], [], { live: { usage: NOTHING }, saved: { usage: one } }),
  },
  'usage-behind-compactions': {
    levels: views(COMPACTED, COMPACTED, {
      live: { usage: used(3), ...turns({ usage: used(2) }, { usage: one }) },
      saved: { usage: used(2) },
    }),
    not: 'that part of what a turn used is lost',
    keeps: views(COMPACTED, COMPACTED, {
      live: { usage: used(5), ...turns({ usage: used(2) }, { usage: used(3) }) },
      saved: { usage: used(4) },
    }),
    alsoKeeps: {
      'what a turn used without a compaction': views([], [], {
        live: { usage: used(3), ...turns({ usage: used(2) }, { usage: one }) },
        saved: { usage: used(2) },
      }),
    },
  },
  'reasoning-tokens': {
    levels: views([], [], {
      live: { usage: one },
      saved: { usage: used(1, { reasoning_tokens: 1 }) },
    }),
    not: 'that live says another number',
    keeps: views([], [], {
      live: { usage: used(1, { reasoning_tokens: 2 }) },
      saved: { usage: used(1, { reasoning_tokens: 1 }) },
    }),
  },
});
