import type { UsageFigures } from '@dragoman/protocol';
import {
  ask,
  call,
  checkGaps,
  notice,
  run,
  say,
  used,
  views,
  withUsage,
} from '../../../test-inputs/check-gaps.js';
import { claudeGaps } from './gaps.js';

const DONE = run('a', { text: 'done' });
const STOPPED_RESULT = { text: 'stopped', status: 'cancelled' } as const;
const STOPPED = run('a', STOPPED_RESULT);
const KILLED = run('a', { text: '', status: 'error', exitCode: 137 });
const OPEN = run('a');
const OPEN_NEXT = run('b');
const OPEN_TASK = call('Task', {});
const DONE_TASK = call('Task', {}, { text: 'done' });
const STOPPED_TASK = call('Task', {}, STOPPED_RESULT);
const LOST = run('a', {
  text: '[Tool call interrupted: the session ended before this call was answered.]',
  status: 'error',
});
const LOST_BEFORE = run('a', {
  text: '[Request interrupted by user for tool use]',
  status: 'cancelled',
});
const INTERRUPTED = notice('interrupted');
const LIMIT = notice('error', 'Reached maximum budget ($1)');
const COMPACTED = notice('compacted', 'It was said One, Two.');
const BROKEN_OFF = notice('warning', 'API Error: Connection closed mid-response.');
const EARLY = { end: 'completed' as const };
const KILLED_TURN = { live: { turns: [{}, EARLY] } };
const SILENCE = notice('warning', '[Your previous response had no visible output.]');

const replies = (count: number, more: Partial<UsageFigures> = {}) =>
  used(count * 1050, { input_tokens: count * 1000, output_tokens: count * 50, ...more });
const wrote = (output_tokens: number) =>
  used(100, { output_tokens, total_tokens: 100 + output_tokens });

checkGaps(claudeGaps, {
  cost: {
    levels: withUsage([], used(5, { cost_usd: 0.5 }), used(5)),
    not: 'other tokens',
    keeps: withUsage([], used(5, { cost_usd: 0.5 }), used(6)),
  },
  'usage-of-sub-agents': {
    levels: views([], [], {
      live: { usage: used(7), beside: used(2) },
      saved: { usage: used(9), beside: used(4) },
    }),
    not: 'what messages used',
    keeps: views([], [], {
      live: { usage: used(7), beside: used(3) },
      saved: { usage: used(9), beside: used(4) },
    }),
  },
  'usage-of-broken-replies-of-sub-agents': {
    levels: views([], [], {
      live: { usage: used(7), beside: used(2) },
      saved: { usage: used(9), beside: used(4) },
    }),
    not: 'what messages used',
    keeps: views([], [], {
      live: { usage: used(7), beside: used(3) },
      saved: { usage: used(9), beside: used(4) },
    }),
  },
  'usage-beside-the-conversation': {
    levels: views([], [], {
      live: { usage: used(9), beside: used(4) },
      saved: { usage: used(5) },
    }),
    not: 'what messages used',
    keeps: views([], [], { live: { usage: used(9), beside: used(3) }, saved: { usage: used(5) } }),
    alsoLevels: [
      views([], [], {
        live: { usage: used(9), beside: used(4) },
        saved: { usage: used(7), beside: used(2) },
      }),
      // What the second turn used came with the result of the first.
      views([], [], {
        live: { usage: used(9), beside: used(6), turns: [EARLY] },
        saved: { usage: used(7), beside: used(2) },
      }),
    ],
    alsoKeeps: {
      'what only the file counts': views([], [], {
        live: { usage: used(5), beside: used(1) },
        saved: { usage: used(9), beside: used(5) },
      }),
    },
  },
  'cost-of-cut-off-turns': {
    levels: views([], [], {
      live: { usage: used(5), turns: [{}] },
      saved: { usage: used(5, { cost_usd: 0.5 }) },
    }),
    not: 'what a turn cost that came to its end',
    keeps: views([], [], {
      live: { usage: used(5), turns: [{ end: 'completed' }] },
      saved: { usage: used(5, { cost_usd: 0.5 }) },
    }),
    // It was interrupted, and ended before its result.
    alsoLevels: [
      views([], [], {
        live: { usage: used(5), turns: [{ end: 'aborted', usage: used(5) }] },
        saved: { usage: used(5, { cost_usd: 0.5 }) },
      }),
    ],
    alsoKeeps: {
      'what a turn cost whose result came': views([], [], {
        live: {
          usage: used(5, { cost_usd: 0.4 }),
          turns: [{ end: 'aborted', usage: used(5, { cost_usd: 0.4 }) }],
        },
        saved: { usage: used(5, { cost_usd: 0.5 }) },
      }),
    },
  },
  'output-tokens': {
    levels: withUsage([], wrote(9), wrote(1)),
    not: 'more in the file',
    keeps: withUsage([], wrote(9), wrote(10)),
  },
  'usage-of-cut-off-turns': {
    levels: withUsage([OPEN], undefined, used(5)),
    alsoLevels: [
      views([DONE], [DONE], {
        live: { usage: used(3), turns: [{}] },
        saved: { usage: used(5), beside: used(2) },
      }),
    ],
    not: 'what a turn used whose call was answered',
    keeps: withUsage([DONE], undefined, used(5)),
    alsoKeeps: {
      'what a turn used that a limit ended': withUsage([OPEN, OPEN, LIMIT], used(2), used(5)),
    },
  },
  'reasoning-of-cut-off-turns': {
    levels: withUsage([OPEN], used(5), used(5, { reasoning_tokens: 0 })),
    not: 'the reasoning of a turn whose call was answered',
    keeps: withUsage([DONE], used(5), used(5, { reasoning_tokens: 0 })),
    alsoKeeps: {
      'other reasoning': withUsage(
        [OPEN],
        used(5, { reasoning_tokens: 1 }),
        used(5, { reasoning_tokens: 2 }),
      ),
    },
  },
  'usage-of-empty-replies': {
    levels: withUsage([SILENCE], used(9), used(5)),
    not: 'what a reply used that said something',
    keeps: withUsage([say('a')], used(9), used(5)),
    alsoLevels: [withUsage([DONE], used(9), used(5))],
    alsoKeeps: {
      'more than one reply can have used': withUsage([DONE], used(11), used(5)),
      'more than the rest of its turn': views([DONE], [DONE], {
        live: { usage: used(9) },
        saved: { usage: used(5), turns: [{ usage: used(2) }, { usage: used(3) }] },
      }),
    },
  },
  'usage-of-broken-replies': {
    levels: withUsage([], replies(9, { cost_usd: 0.5 }), replies(5, { cost_usd: 0.5 })),
    not: 'another cost',
    keeps: withUsage([], replies(9, { cost_usd: 0.5 }), replies(5, { cost_usd: 0.4 })),
    alsoLevels: [
      views([], [], { live: { usage: replies(9), takenBack: 1 }, saved: { usage: replies(5) } }),
      views([], [], { live: { usage: replies(9), retries: 1 }, saved: { usage: replies(5) } }),
      // It broke off before its first piece, and nothing says that it was asked for again.
      withUsage([], replies(6, { output_tokens: 251 }), replies(5)),
    ],
    alsoKeeps: { 'what replies used that came whole': withUsage([], replies(9), replies(5)) },
  },
  prompts: {
    levels: views([say('Hi.')], [say('Hi.'), ask('go on')]),
    not: 'another prompt in a stream that repeats them',
    keeps: views([say('Hi.'), ask('and on')], [say('Hi.'), ask('go on')]),
  },
  'words-of-sub-agents': {
    levels: views([DONE], [DONE, { ...say('I count.'), parent: 0 }]),
    alsoLevels: [
      // One in the background printed its words.
      views(
        [DONE, { ...say('I count.'), parent: 0 }],
        [DONE, { ...say('I look.'), parent: 0 }, { ...say('I count.'), parent: 0 }],
      ),
    ],
    not: 'words of the agent itself',
    keeps: views([DONE], [DONE, say('I count.')]),
  },
  'words-of-nested-sub-agents': {
    levels: views(
      [DONE, { ...DONE, parent: 0 }],
      [DONE, { ...DONE, parent: 0 }, { ...say('I count.'), parent: 1 }],
    ),
    not: 'words of a sub-agent of the agent itself',
    keeps: views([DONE], [DONE, { ...say('I count.'), parent: 0 }]),
  },
  'switched-models': {
    levels: views(
      [notice('warning', 'Switched to A due to high demand for B'), say('a')],
      [say('a')],
    ),
    not: 'another warning',
    keeps: views([notice('warning', 'It is late.'), say('a')], [say('a')]),
  },
  limits: {
    levels: views([LIMIT], []),
    alsoLevels: [
      views([notice('error', 'Failed to provide valid structured output after 5 attempts')], []),
    ],
    not: 'another failure',
    keeps: views([notice('error', 'API Error: 400')], []),
  },
  'unanswered-calls': {
    levels: views([say('a'), OPEN], [say('a')]),
    alsoLevels: [views([STOPPED, say('a')], [say('a')])],
    not: 'a call that was answered',
    keeps: views([say('a'), DONE], [say('a')]),
  },
  'remarks-in-forks': {
    levels: views([DONE, BROKEN_OFF, say('a')], [DONE, say('a')]),
    not: 'one behind words',
    keeps: views([say('Well'), BROKEN_OFF, say('a')], [say('Well'), say('a')]),
  },
  'replies-without-their-call': {
    levels: views([say('I call.'), say('Now.'), say('Well.')], [say('Well.')]),
    not: 'words that a call follows',
    keeps: views([say('I call.'), DONE, say('Well.')], [DONE, say('Well.')]),
    alsoKeeps: { 'the last words': views([say('Well.'), say('Now.')], [say('Well.')]) },
  },
  'words-under-way': {
    levels: views([say('One.'), say('Tw'), INTERRUPTED], [say('One.'), INTERRUPTED]),
    not: 'words that nothing interrupted',
    keeps: views([say('One.'), say('Two.')], [say('One.')]),
  },
  'words-of-killed-turns': {
    levels: views([say('Tw'), say('Three.')], [say('Three.')], {
      live: { turns: [{}, { end: 'completed' }] },
    }),
    not: 'words that were interrupted',
    keeps: views([say('Tw'), INTERRUPTED], [INTERRUPTED], {
      live: { turns: [{ end: 'aborted' }] },
    }),
    // The same was said again.
    alsoLevels: [
      views([say('Tw'), say('Tw'), say('Three.')], [say('Tw'), say('Three.')], {
        live: { turns: [{}, { end: 'completed' }] },
      }),
    ],
  },
  'history-of-compacted-sessions': {
    levels: views(
      [say('One.'), DONE, say('Two.'), COMPACTED, say('Three.')],
      [COMPACTED, say('Two.'), say('Three.')],
      { live: { usage: used(9) }, saved: { usage: used(5) } },
    ),
    not: 'what came before a compaction with which the file does not begin',
    keeps: views([say('One.'), say('Two.'), COMPACTED], [say('Two.'), COMPACTED]),
    alsoKeeps: {
      'what came behind it': views([say('One.'), COMPACTED, say('Two.')], [COMPACTED]),
    },
  },
  'ends-of-stopped-turns': {
    levels: views([say('a'), DONE, OPEN, say('b')], [say('b')], KILLED_TURN),
    not: 'what is lost in a turn that came to its end',
    keeps: views([say('a'), DONE, OPEN, say('b')], [say('b')]),
    alsoLevels: [
      // The call was saved, and what became of it not; resuming the session may say that nobody knows.
      views([DONE, OPEN_NEXT, say('b')], [OPEN, OPEN_NEXT, say('b')], KILLED_TURN),
      views([DONE, OPEN_NEXT, say('b')], [LOST, OPEN_NEXT, say('b')], KILLED_TURN),
      // A sub-agent was at work.
      views([say('a'), DONE_TASK, { ...DONE, parent: 1 }, say('b')], [say('b')], KILLED_TURN),
      // It was stopped, and the agent went on.
      views([STOPPED_TASK, say('a'), say('b')], [OPEN_TASK, say('b')], {
        live: { usage: used(3) },
        saved: { usage: used(2) },
      }),
      // The same was said again.
      views([STOPPED_TASK, say('a'), say('a')], [OPEN_TASK, say('a')]),
      // It was in the background, and its call was stopped, or never answered.
      views(
        [DONE_TASK, say('a'), say('b'), { ...OPEN, parent: 0 }],
        [DONE_TASK, say('b'), { ...OPEN, parent: 0 }],
      ),
      views(
        [DONE_TASK, say('a'), say('b'), { ...STOPPED, parent: 0 }],
        [DONE_TASK, say('b'), { ...STOPPED, parent: 0 }],
      ),
      // The file has what became of the call.
      views([STOPPED_TASK, say('a'), say('b')], [STOPPED_TASK, say('b')]),
      // Nothing but what became of calls is lost; the session was resumed, which didn't add it.
      views([STOPPED, INTERRUPTED], [OPEN, INTERRUPTED]),
      views([STOPPED, INTERRUPTED, say('a')], [OPEN, INTERRUPTED, say('a')]),
      views([STOPPED, say('a')], [OPEN, say('a')], { live: { turns: [{}, {}] } }),
      views([KILLED, say('a')], [OPEN, say('a')], { live: { turns: [{}, {}] } }),
      views([STOPPED, run('b', STOPPED_RESULT), INTERRUPTED], [OPEN, run('b'), INTERRUPTED]),
    ],
    alsoKeeps: {
      'what is lost in two places': views(
        [say('a'), DONE, say('b'), say('c'), say('d')],
        [say('b'), say('d')],
        KILLED_TURN,
      ),
      'a result that others of the turn follow': views(
        [DONE, run('b', { text: 'done' })],
        [OPEN, run('b', { text: 'done' })],
        KILLED_TURN,
      ),
      'the result of a call after which something was said': views(
        [STOPPED, say('Go on.')],
        [OPEN, say('Go on.')],
      ),
      'words behind a command that was stopped': views(
        [STOPPED, say('a'), say('b')],
        [OPEN, say('b')],
      ),
      'words behind a sub-agent that was done': views(
        [DONE_TASK, say('a'), say('b'), { ...DONE, parent: 0 }],
        [DONE_TASK, say('b'), { ...DONE, parent: 0 }],
      ),
      'the end of a sub-agent behind which nothing is lost': views(
        [STOPPED_TASK, say('a')],
        [OPEN_TASK, say('a')],
      ),
      'words behind another call': views(
        [STOPPED_TASK, DONE, say('a'), say('b')],
        [OPEN_TASK, DONE, say('b')],
      ),
    },
  },
  'results-of-stopped-sub-agents': {
    levels: views([DONE, { ...OPEN, parent: 0 }], [DONE, { ...STOPPED, parent: 0 }]),
    not: 'a call of the agent itself',
    keeps: views([OPEN], [STOPPED]),
    alsoKeeps: {
      'the result of a call that was done': views(
        [DONE, { ...OPEN, parent: 0 }],
        [DONE, { ...DONE, parent: 0 }],
      ),
    },
  },
  'results-of-lost-calls': {
    levels: views([OPEN, say('a')], [LOST, say('a')]),
    not: 'another result that is only in the file',
    keeps: views([OPEN, say('a')], [STOPPED, say('a')]),
    alsoLevels: [
      views([STOPPED, say('a')], [LOST, say('a')]),
      views([OPEN, say('a')], [LOST_BEFORE, say('a')]),
    ],
    alsoKeeps: { 'the result of a call that was done': views([DONE], [LOST]) },
  },
  interruptions: {
    levels: views([say('a'), INTERRUPTED], [say('a')]),
    not: 'an interruption that only the file has',
    keeps: views([say('a')], [say('a'), INTERRUPTED]),
    alsoLevels: [
      views([OPEN, INTERRUPTED, say('a')], [OPEN, say('a')]),
      views([OPEN, notice('interrupted'), say('a'), INTERRUPTED], [OPEN, say('a'), INTERRUPTED]),
    ],
  },
});
