import {
  ask,
  call,
  checkGaps,
  notice,
  say,
  think,
  turns,
  views,
} from '../../../test-inputs/check-gaps.js';
import { speechGaps } from './speech-gaps.js';

checkGaps(speechGaps, {
  prompts: {
    levels: views([say('a'), say('b')], [say('a'), ask('go on'), say('b')]),
    not: 'what the agent says',
    keeps: views([say('a')], [say('a'), ask('go on'), say('b')]),
  },
  warnings: {
    levels: views([notice('warning', 'slow'), say('a')], [say('a')]),
    not: 'an error',
    keeps: views([notice('error', 'broken'), say('a')], [say('a')]),
  },
  failures: {
    levels: views([say('a'), notice('error', 'no')], [say('a')], {
      live: turns({ end: 'failed' }),
    }),
    not: 'that the file gives another reason',
    keeps: views([notice('error', 'no')], [notice('error', 'yes')], {
      live: turns({ end: 'failed' }),
      saved: turns({ end: 'failed' }),
    }),
  },
  aborts: {
    levels: views([say('a')], [say('a'), notice('interrupted')], {
      live: turns({}),
      saved: turns({ end: 'aborted' }),
    }),
    not: 'that live calls the turn complete',
    keeps: views([say('a')], [say('a'), notice('interrupted')], {
      live: turns({ end: 'completed' }),
      saved: turns({ end: 'aborted' }),
    }),
  },
  'speech-of-sub-agents': {
    levels: views(
      [call('Task', {}), say('of the sub-agent'), say('a')],
      [call('Task', {}), say('a')],
    ),
    not: 'words before there was a sub-agent',
    keeps: views([say('b'), call('Task', {}), say('a')], [call('Task', {}), say('a')]),
  },
  'abandoned-thoughts': {
    levels: views([think('a'), think('a'), say('b')], [think('a'), say('b')]),
    not: 'another thought',
    keeps: views([think('a'), think('c'), say('b')], [think('a'), say('b')]),
    alsoKeeps: {
      'a thought that the file lacks': views([think('a'), think('a')], []),
    },
  },
  compactions: {
    levels: views([say('a')], [notice('compacted', 'so far'), say('a')]),
    not: 'that something went wrong',
    keeps: views([say('a')], [notice('error', 'so far'), say('a')]),
  },
});
