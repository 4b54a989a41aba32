import { call, checkGaps, run, say, think, turns, views } from '../../../test-inputs/check-gaps.js';
import { callGaps } from './call-gaps.js';

const failed = (text: string) => ({ text, status: 'error' as const });
const edit = (text: string) => call('Edit', { changes: [] }, failed(text));
const OPEN_REPLY = [think('hm'), say('I wait.'), run('sleep 9')];

checkGaps(callGaps, {
  scripts: {
    levels: views([say('a')], [call('exec', { raw: 'text(1)' }, { text: '1' }), say('a')]),
    not: 'a command',
    keeps: views([say('a')], [run('exec', { text: '1' }), say('a')]),
  },
  'refused-calls': {
    levels: views(
      [say('a')],
      [
        call('hologram', {}, failed('unsupported call: hologram')),
        call('mcp__a__b', {}, failed('TypeError: tools.mcp__a__b is not a function\n at x:1:1')),
        edit('apply_patch verification failed: no such lines'),
        call('Edit', {}, { text: 'patch rejected: read-only', status: 'denied' }),
        say('a'),
      ],
    ),
    not: 'a patch that failed for another reason',
    keeps: views([say('a')], [edit('Failed to write file /x'), say('a')]),
  },
  'blocked-commands': {
    levels: views(
      [say('a')],
      [run('x > y', { ...failed('bash: y: Read-only file system'), exitCode: 1 }), say('a')],
    ),
    not: 'a command that fails by itself',
    keeps: views([say('a')], [run('false', { ...failed('no such file'), exitCode: 1 }), say('a')]),
  },
  'viewed-images': {
    levels: views([say('a')], [call('Read', { file_path: 'x.png' }, {}), say('a')]),
    not: 'that the two views saw different files',
    keeps: views(
      [call('Read', { file_path: 'y.png' }, {})],
      [call('Read', { file_path: 'x.png' }, {})],
    ),
  },
  'web-searches': {
    levels: views([call('WebSearch', { query: 'x' }, {}), say('a')], [say('a')]),
    not: 'a look at a page',
    keeps: views([call('WebFetch', { url: 'x' }, {}), say('a')], [say('a')]),
  },
  'replies-under-way': {
    levels: views([say('a'), ...OPEN_REPLY], [say('a')]),
    not: 'a lost reply whose command was answered',
    keeps: views([say('a'), run('ls', { text: 'x' }), ...OPEN_REPLY], [say('a')]),
  },
  'open-calls': {
    levels: views([say('a'), run('sleep 9')], [say('a')], { live: turns({}) }),
    alsoLevels: [
      views([say('a'), run('ls', { text: 'x' }), run('sleep 9')], [say('a')], { live: turns({}) }),
      // Of two that were interrupted, the file has the second.
      views([say('a'), run('x'), say('a'), run('x')], [say('a'), say('a'), run('x')], {
        live: turns({}, {}),
      }),
    ],
    not: 'a lost call of a turn that was finished',
    keeps: views([say('a'), run('sleep 9')], [say('a')], { live: turns({ end: 'completed' }) }),
    alsoKeeps: {
      'a lost call of another reply': views(
        [run('ls', { text: 'x' }), say('a'), run('sleep 9')],
        [say('a')],
        { live: turns({}) },
      ),
    },
  },
  'calls-not-begun': {
    levels: views([run('sleep 9')], [run('sleep 9'), run('ls')], { live: turns({}) }),
    not: 'a lost call of a turn that was finished',
    keeps: views([say('a')], [say('a'), run('ls')], { live: turns({ end: 'completed' }) }),
    alsoKeeps: {
      'a lost call that was done': views([say('a')], [say('a'), run('ls', { text: 'x' })], {
        live: turns({}),
      }),
    },
  },
  'calls-of-broken-replies': {
    levels: views(
      [say('a'), run('ls', { text: 'x' }), say('a'), run('ls', { text: 'x' })],
      [say('a'), run('ls'), say('a'), run('ls', { text: 'x' })],
    ),
    alsoLevels: [
      views(
        [say('a'), run('ls', { text: 'x' }), say('a'), run('ls', { text: 'x' })],
        [say('a'), say('a'), run('ls', { text: 'x' })],
      ),
      views(
        [say('a'), say('a'), run('ls', { text: 'x' })],
        [say('a'), run('ls'), say('a'), run('ls', { text: 'x' })],
      ),
    ],
    not: 'the lost result of a call that is not made again',
    keeps: views([run('ls', { text: 'x' }), run('pwd', {})], [run('ls'), run('pwd', {})]),
    alsoKeeps: {
      'a lost call that was the last': views([run('ls', {}), say('a')], [say('a')]),
      'other results of a call that is made again': views(
        [run('ls', { text: 'x' }), run('ls', { text: 'x' })],
        [run('ls', { text: 'y' }), run('ls', { text: 'x' })],
      ),
    },
  },
});
