import type { CanonicalBlock } from '@dragoman/protocol';
import {
  ask,
  call,
  checkGaps,
  type GapCase,
  notice,
  run,
  say,
  think,
  used,
  views,
  withUsage,
} from '../../../test-inputs/check-gaps.js';
import { geminiGaps } from './gaps.js';

const FAILED = { text: 'no', status: 'error' } as const;
const SHELL = run('ls');
const image = (role: 'user' | 'assistant'): CanonicalBlock => ({ role, kind: 'image', text: 'x' });
const read = (result: Parameters<typeof call>[2]) => call('Read', {}, result);
const edit = (file_path: string, new_string = 'x') => call('Edit', { file_path, new_string }, {});
const search = (more: Readonly<Record<string, unknown>>) =>
  call('Grep', { ...more, pattern: 'x' }, {});
const THOUGHT = used(9, { output_tokens: used(5).output_tokens + 3, reasoning_tokens: 3 });
const REFUSED = notice('warning', 'Agent execution blocked: No.');
const UNANSWERED = notice('error', 'The turn ended without an answer.');
const BLOCKED = notice('error', '[API Error: BeforeAgent hook blocked processing: No.]');
const mcp = (result: Parameters<typeof call>[2]) => call('mcp__a__b', {}, result);

/** Usage that live counts in, where one of these blocks explains it. */
const countedIn = (first: CanonicalBlock, ...others: readonly CanonicalBlock[]): GapCase => ({
  levels: withUsage([first], used(9), used(5)),
  alsoLevels: others.map((explains) => withUsage([explains], used(9), used(5))),
  not: 'what nothing explains',
  keeps: withUsage([SHELL], used(9), used(5)),
  alsoKeeps: { 'that live counts less': withUsage([first], used(4), used(5)) },
});

checkGaps(geminiGaps, {
  'broken-calls': {
    levels: {
      live: { blocks: [say('Broken.Mended.')], usage: used(9) },
      saved: { blocks: [say('Mended.')], usage: used(5) },
    },
    not: 'words before others where the stream counts no more',
    keeps: views([say('Broken.Mended.')], [say('Mended.')]),
    alsoKeeps: { 'what was used where no words show it': withUsage([say('a')], used(9), used(5)) },
  },
  'cached-tokens': {
    levels: withUsage([], used(10), used(10, { cached_input_tokens: 6 })),
    not: 'how many there were',
    keeps: withUsage([], used(9), used(10, { cached_input_tokens: 6 })),
  },
  'usage-of-cut-off-turns': {
    levels: withUsage([notice('aborted')], undefined, used(5)),
    not: 'what a turn used that was not cut off',
    keeps: withUsage([], undefined, used(5)),
    alsoKeeps: { 'that live counts more': withUsage([notice('aborted')], used(6), used(5)) },
  },
  'usage-of-asides': countedIn(call('Task', {}), call('WebSearch', {}), notice('compacted')),
  'usage-of-checks': countedIn(say('a')),
  'usage-of-lost-replies': countedIn(notice('error')),
  'usage-of-silent-replies': {
    levels: withUsage([SHELL, read({})], used(9), used(5)),
    alsoLevels: [withUsage([SHELL, say('a')], used(9), used(5))],
    not: 'what a reply used before the first call',
    keeps: withUsage([say('a'), SHELL], used(9), used(5)),
    alsoKeeps: {
      'what a search of the web used': withUsage(
        [call('WebSearch', {}), say('a')],
        used(9),
        used(5),
      ),
    },
  },
  'usage-of-empty-replies': {
    levels: withUsage([SHELL, say('a')], used(9), used(5)),
    not: 'what a reply used before the first call',
    keeps: withUsage([say('a'), SHELL], used(9), used(5)),
  },
  'usage-of-empty-replies-again': {
    levels: withUsage([SHELL, say('a')], used(9), used(5)),
    not: 'what a reply used before the first call',
    keeps: withUsage([say('a'), SHELL], used(9), used(5)),
  },
  'usage-of-wordless-replies': {
    levels: withUsage([say('a')], THOUGHT, used(5)),
    alsoLevels: [withUsage([ask('a'), say('b')], used(9), used(5))],
    not: 'what replies used that said something',
    keeps: withUsage([say('a')], used(9), used(5)),
    alsoKeeps: { 'that no words came in the end': withUsage([SHELL], THOUGHT, used(5)) },
  },
  'usage-of-unsaid-summaries': countedIn(ask('a')),
  thoughts: {
    levels: views([say('a')], [think('t'), say('a')]),
    not: 'thoughts of the stream',
    keeps: views([think('t')], []),
  },
  'images-of-prompts': {
    levels: views([ask('a')], [ask('a'), image('user')]),
    not: 'an image of the agent',
    keeps: views([], [image('assistant')]),
  },
  'invisible-characters': {
    levels: views([say('a\u200D\uFEFFb <!-- c <!-- d --> --> e')], [say('ab  --> e')]),
    alsoLevels: [views([say('\u200B<!-- a -->'), say('b')], [say('b')])],
    not: 'other characters',
    keeps: views([say('a\u00A0b')], [say('ab')]),
    alsoKeeps: { 'what the user says': views([ask('a\u200Db')], [ask('ab')]) },
  },
  'broken-off-replies': {
    levels: views([say('A te'), notice('error')], [notice('error')]),
    alsoLevels: [
      views([say('A te'), SHELL, notice('error')], [SHELL, notice('error')]),
      views([say('a'), notice('error'), say('a')], [notice('error'), say('a')]),
    ],
    not: 'words that something follows',
    keeps: views([say('a'), SHELL], [SHELL]),
    alsoKeeps: { 'words of the file': views([notice('error')], [say('a'), notice('error')]) },
  },
  'joined-replies': {
    levels: views([say('One.Two.')], [say('One.'), say('Two.')]),
    not: 'replies with a call between them',
    keeps: views([say('One.Two.')], [say('One.'), SHELL, say('Two.')]),
  },
  'earlier-tries': {
    levels: views([say('A texA text is lA text is long.')], [say('A text is long.')]),
    alsoLevels: [views([say('A line of worOther words.')], [say('Other words.')])],
    not: 'words before a text that the stream has as well',
    keeps: views([say('So: a text.'), say('a text.')], [say('a text.'), say('a text.')]),
    alsoKeeps: {
      'less than the reply': views([say('A te')], [say('A text.')]),
      'words behind the reply': views([say('A text. So.')], [say('A text.')]),
      'more than one text with one of the file': views(
        [say('a one.'), say('b one.')],
        [say('one.')],
      ),
    },
  },
  'order-in-a-reply': {
    levels: views([say('Before.'), SHELL, say('After.')], [say('Before. After.'), SHELL]),
    alsoLevels: [
      views(
        [say('One.'), SHELL, say('Two.'), SHELL, say('Three.'), say('Done.')],
        [say('One.Two.Three.'), SHELL, SHELL, say('Done.')],
      ),
      views([SHELL, run('a'), say('Behind.')], [SHELL, say('Behind.'), run('a')], {
        live: { amidCalls: [{ text: 'Behind.', calls: 1 }] },
      }),
    ],
    not: 'other words behind calls',
    keeps: views([say('Before.'), SHELL, say('Other.')], [say('Before. After.'), SHELL]),
    alsoKeeps: {
      'words of the next reply': views([SHELL, say('Done.')], [say('Done.'), SHELL]),
      'words behind fewer calls': views([SHELL, SHELL, say('a')], [SHELL, say('a'), SHELL], {
        live: { amidCalls: [{ text: 'a', calls: 2 }] },
      }),
    },
  },
  compactions: {
    levels: views([say('a')], [notice('compacted', 's'), say('a')]),
    not: 'a summary of the stream',
    keeps: views([notice('compacted', 's')], []),
  },
  'refused-prompts': {
    levels: views([ask('no'), UNANSWERED, ask('a')], [UNANSWERED, ask('a')]),
    alsoLevels: [
      views([ask('no'), REFUSED, UNANSWERED], [REFUSED, UNANSWERED]),
      views([ask('no'), BLOCKED, ask('a')], [BLOCKED, ask('a')]),
    ],
    not: 'prompts with an answer',
    keeps: views([ask('a'), say('b')], [say('b')]),
    alsoKeeps: {
      'the prompt of another failure': views([ask('a'), notice('error')], [notice('error')]),
    },
  },
  'refusals-of-hooks': {
    levels: views([say('a'), REFUSED, say('Me.')], [say('a')]),
    alsoLevels: [views([say('a'), REFUSED, say('b')], [say('a'), say('b')])],
    not: 'other warnings',
    keeps: views([notice('warning', 'Careful.')], []),
    alsoKeeps: {
      'words before it': views([say('a'), REFUSED], [REFUSED]),
      'a refusal of the file': views([], [REFUSED]),
    },
  },
  'words-of-hooks': {
    levels: views([ask('Do.'), say('Me.'), ask('Go on.')], [ask('Do.'), ask('Go on.')]),
    not: 'words behind a call',
    keeps: views([ask('Do.'), SHELL, say('Me.')], [ask('Do.'), SHELL]),
  },
  failures: {
    levels: views([say('a'), notice('error', 'no')], [say('a')]),
    not: 'a warning',
    keeps: views([notice('warning', 'a')], []),
    alsoKeeps: { 'a failure of the file': views([], [notice('error', 'a')]) },
  },
  'cut-off-turns': {
    levels: views([say('a'), notice('aborted')], [say('a')]),
    not: 'a turn that the file has as cut off',
    keeps: views([], [notice('aborted')]),
  },
  'servers-of-tools': {
    levels: views([call('echo', { a: 1 }, {})], [call('mcp__demo__echo', { a: 1 }, {})]),
    not: 'a call with another input',
    keeps: views([call('echo', { a: 1 }, {})], [call('mcp__demo__echo', { a: 2 }, {})]),
  },
  'paths-of-edits': {
    levels: views([edit('sub/a.txt')], [edit('/work/sub/a.txt')]),
    not: 'the path of another file',
    keeps: views([edit('a.txt')], [edit('/work/ba.txt')]),
    alsoKeeps: {
      'another edit': views([edit('a.txt')], [edit('/work/a.txt', 'other')]),
      'a path that was read': views(
        [call('Read', { file_path: 'a' }, {})],
        [call('Read', { file_path: '/a' }, {})],
      ),
    },
  },
  'context-of-searches': {
    levels: views([search({})], [search({ '-C': 15 })]),
    alsoLevels: [views([search({})], [search({ '-C': 50 })])],
    not: 'lines that Gemini CLI does not choose',
    keeps: views([search({})], [search({ '-C': 2 })]),
    alsoKeeps: {
      'another search': views([search({})], [search({ '-C': 15, path: 'src' })]),
      'lines that the model asked for': views([search({ '-C': 15 })], [search({})]),
    },
  },
  'running-calls': {
    levels: views([say('a'), SHELL], [say('a')]),
    alsoLevels: [views([SHELL, run('ls', {})], [run('ls', {})])],
    not: 'a call with an answer',
    keeps: views([run('ls', {})], []),
  },
  'changed-inputs': {
    levels: views([SHELL, run('a')], [SHELL, run('b')], { saved: { changedInputs: 1 } }),
    not: 'other inputs',
    keeps: views([SHELL, run('a')], [SHELL, run('b')]),
    alsoKeeps: {
      'more inputs than were changed': views([run('a'), run('b')], [run('c'), run('d')], {
        saved: { changedInputs: 1 },
      }),
      'the call of another tool': views([run('a')], [read({})], { saved: { changedInputs: 1 } }),
    },
  },
  'outputs-of-commands': {
    levels: views([run('ls', {})], [run('ls', FAILED)]),
    not: 'other output',
    keeps: views([run('ls', { text: 'a' })], [run('ls', { text: 'b' })]),
    alsoKeeps: { 'the output of another tool': views([read({})], [read({ text: 'a' })]) },
  },
  'exit-codes': {
    levels: views([run('ls', { text: 'no' })], [run('ls', { ...FAILED, exitCode: 2 })]),
    alsoLevels: [views([run('ls', {})], [run('ls', { exitCode: 0 })])],
    not: 'other output',
    keeps: views([run('ls', { text: 'a' })], [run('ls', { text: 'b' })]),
    alsoKeeps: {
      'another tool that failed': views([read({ text: 'no' })], [read(FAILED)]),
      'a failure that printed nothing, which live says': views(
        [run('ls', {})],
        [run('ls', { status: 'error' })],
      ),
    },
  },
  outputs: {
    levels: views([read({})], [read({ text: 'one' })]),
    not: 'the output of a command',
    keeps: views([run('ls', {})], [run('ls', { text: 'one' })]),
    alsoKeeps: {
      'the output of an MCP tool': views([mcp({})], [mcp({ text: 'one' })]),
      'why a call failed': views([read({ status: 'error' })], [read(FAILED)]),
      'what only live has': views([read({ text: 'one' })], [read({})]),
      'an image': views([read({})], [read({ text: '[image image/png 7]' })]),
    },
  },
  'failed-sub-agents': {
    levels: views([call('Task', {}, {})], [call('Task', {}, FAILED)]),
    not: 'another call that failed',
    keeps: views([read({})], [read({ status: 'error' })]),
  },
  'images-of-tools': {
    levels: views(
      [mcp({ text: 'a dot\n[Image: image/png]' })],
      [mcp({ text: 'a dot\n[image image/png 7]' })],
    ),
    alsoLevels: [views([read({})], [read({ text: '[image image/png 7]' })])],
    not: 'other text',
    keeps: views([mcp({ text: 'a' })], [mcp({ text: 'b' })]),
  },
});
