import type { CanonicalBlock, CanonicalResult, MessageUsage } from '@dragoman/protocol';
import { describe, expect, test } from 'vitest';
import type { SessionViews } from '../interpret/view-gap.js';
import { geminiGaps } from './gaps.js';

const say = (text: string): CanonicalBlock => ({ role: 'assistant', kind: 'text', text });
const ask = (text: string): CanonicalBlock => ({ role: 'user', kind: 'text', text });
const think = (text: string): CanonicalBlock => ({ role: 'assistant', kind: 'thinking', text });
const image = (role: 'user' | 'assistant'): CanonicalBlock => ({ role, kind: 'image', text: 'x' });
const notice = (
  kind: 'error' | 'aborted' | 'compacted' | 'warning',
  text = '',
): CanonicalBlock => ({
  role: 'system',
  kind: 'notice',
  notice: kind,
  text,
});
const call = (name: string, result?: Partial<CanonicalResult>, input = '{}'): CanonicalBlock => ({
  role: 'assistant',
  kind: 'tool',
  name,
  input,
  ...(result && { result: { text: '', status: 'success', ...result } }),
});
const used = (inputTokens: number, cacheReadTokens?: number): MessageUsage => ({
  inputTokens,
  outputTokens: 1,
  totalTokens: inputTokens + 1,
  ...(cacheReadTokens !== undefined && { cacheReadTokens }),
});

/** The two views of a session after one gap is levelled. */
function levelled(id: string, live: CanonicalBlock[], saved: CanonicalBlock[]): SessionViews {
  return levelledWith(id, live, undefined, saved, undefined);
}

function levelledWith(
  id: string,
  live: CanonicalBlock[],
  liveUsage: MessageUsage | undefined,
  saved: CanonicalBlock[],
  savedUsage: MessageUsage | undefined,
): SessionViews {
  const gap = geminiGaps.find((one) => one.id === id);
  if (gap === undefined) throw new Error(`no gap ${id}`);
  return gap.level({
    live: { blocks: live, usage: liveUsage },
    saved: { blocks: saved, usage: savedUsage },
  });
}

describe('blocks: a gap levels', () => {
  const cases: [id: string, what: string, live: CanonicalBlock[], saved: CanonicalBlock[]][] = [
    ['thoughts', 'thoughts', [say('a')], [think('t'), say('a')]],
    ['images-of-prompts', 'an image of the user', [ask('a')], [ask('a'), image('user')]],
    [
      'broken-off-replies',
      'words before a failure',
      [say('A te'), notice('error')],
      [notice('error')],
    ],
    [
      'earlier-tries',
      'the beginnings of a reply before it',
      [say('A texA text is lA text is long.')],
      [say('A text is long.')],
    ],
    [
      'order-in-a-reply',
      'words behind calls',
      [say('Before.'), call('Bash'), say('After.')],
      [say('Before. After.'), call('Bash')],
    ],
    ['compactions', 'a summary', [say('a')], [notice('compacted', 's'), say('a')]],
    ['failures', 'why it failed', [say('a'), notice('error', 'no')], [say('a')]],
    ['cut-off-turns', 'that it was cut off', [say('a'), notice('aborted')], [say('a')]],
    [
      'servers-of-tools',
      'the server of a tool',
      [call('echo', {}, '{"a":1}')],
      [call('mcp__demo__echo', {}, '{"a":1}')],
    ],
    ['running-calls', 'a call without an answer', [say('a'), call('Bash')], [say('a')]],
    [
      'outputs-of-commands',
      'what a command printed',
      [call('Bash', {})],
      [call('Bash', { text: 'no', status: 'error' })],
    ],
    [
      'exit-codes',
      'a command that failed',
      [call('Bash', { text: 'no' })],
      [call('Bash', { text: 'no', status: 'error', exitCode: 2 })],
    ],
    ['exit-codes', 'a command that succeeded', [call('Bash', {})], [call('Bash', { exitCode: 0 })]],
    ['outputs', 'what a file has in it', [call('Read', {})], [call('Read', { text: 'one' })]],
    [
      'failed-sub-agents',
      'a sub-agent that failed',
      [call('Task', {})],
      [call('Task', { text: 'no', status: 'error' })],
    ],
    [
      'images-of-tools',
      'an image of a tool',
      [call('mcp__a__b', { text: 'a dot\n[Image: image/png]' })],
      [call('mcp__a__b', { text: 'a dot\n[image image/png 7]' })],
    ],
  ];

  test.each(cases)('%s: %s', (id, _, live, saved) => {
    const views = levelled(id, live, saved);
    expect(views.live.blocks).toEqual(views.saved.blocks);
  });
});

describe('blocks: a gap does not level', () => {
  const cases: [id: string, what: string, live: CanonicalBlock[], saved: CanonicalBlock[]][] = [
    ['thoughts', 'thoughts of the stream', [think('t')], []],
    ['images-of-prompts', 'an image of the agent', [], [image('assistant')]],
    [
      'broken-off-replies',
      'words that something follows',
      [say('a'), call('Bash')],
      [call('Bash')],
    ],
    ['broken-off-replies', 'words of the file', [notice('error')], [say('a'), notice('error')]],
    ['earlier-tries', 'other words before it', [say('So: a text.')], [say('a text.')]],
    ['earlier-tries', 'less than the reply', [say('A te')], [say('A text.')]],
    [
      'order-in-a-reply',
      'other words behind calls',
      [say('Before.'), call('Bash'), say('Other.')],
      [say('Before. After.'), call('Bash')],
    ],
    [
      'order-in-a-reply',
      'words of the next reply',
      [call('Bash'), say('Done.')],
      [say('Done.'), call('Bash')],
    ],
    ['compactions', 'a summary of the stream', [notice('compacted', 's')], []],
    ['failures', 'a warning', [notice('warning', 'a')], []],
    ['failures', 'a failure of the file', [], [notice('error', 'a')]],
    ['cut-off-turns', 'a turn that the file has as cut off', [], [notice('aborted')]],
    [
      'servers-of-tools',
      'a call with another input',
      [call('echo', {}, '{"a":1}')],
      [call('mcp__demo__echo', {}, '{"a":2}')],
    ],
    ['running-calls', 'a call with an answer', [call('Bash', {})], []],
    [
      'outputs-of-commands',
      'other output',
      [call('Bash', { text: 'a' })],
      [call('Bash', { text: 'b' })],
    ],
    [
      'outputs-of-commands',
      'that of another tool',
      [call('Read', {})],
      [call('Read', { text: 'a' })],
    ],
    ['exit-codes', 'other output', [call('Bash', { text: 'a' })], [call('Bash', { text: 'b' })]],
    [
      'exit-codes',
      'another tool that failed',
      [call('Read', { text: 'no' })],
      [call('Read', { text: 'no', status: 'error' })],
    ],
    [
      'exit-codes',
      'a failure that printed nothing, which live tells',
      [call('Bash', {})],
      [call('Bash', { status: 'error' })],
    ],
    ['outputs', 'the output of a command', [call('Bash', {})], [call('Bash', { text: 'one' })]],
    ['outputs', 'of an MCP tool', [call('mcp__a__b', {})], [call('mcp__a__b', { text: 'one' })]],
    [
      'outputs',
      'why a call failed',
      [call('Read', { status: 'error' })],
      [call('Read', { text: 'no', status: 'error' })],
    ],
    ['outputs', 'what only live has', [call('Read', { text: 'one' })], [call('Read', {})]],
    [
      'failed-sub-agents',
      'another call that failed',
      [call('Read', {})],
      [call('Read', { status: 'error' })],
    ],
    [
      'images-of-tools',
      'other text',
      [call('mcp__a__b', { text: 'a' })],
      [call('mcp__a__b', { text: 'b' })],
    ],
  ];

  test.each(cases)('%s: %s', (id, _, live, saved) => {
    const views = levelled(id, live, saved);
    expect(views.live.blocks).not.toEqual(views.saved.blocks);
  });
});

describe('usage: a gap', () => {
  const usages = (...args: Parameters<typeof levelledWith>) => {
    const { live, saved } = levelledWith(...args);
    return [live.usage, saved.usage];
  };

  test('levels what a cut-off turn used, and nothing of one that was not', () => {
    const id = 'usage-of-cut-off-turns';
    expect(usages(id, [notice('aborted')], undefined, [], used(5))).toEqual([undefined, undefined]);
    expect(usages(id, [], undefined, [], used(5))).toEqual([undefined, used(5)]);
    expect(usages(id, [notice('aborted')], used(6), [], used(5))).toEqual([used(6), used(5)]);
  });

  test.each([
    ['usage-of-asides', call('Task')],
    ['usage-of-asides', call('WebSearch')],
    ['usage-of-asides', notice('compacted')],
    ['usage-of-checks', say('a')],
    ['usage-of-lost-replies', notice('error')],
  ])('levels what live counts in: %s', (id, explains) => {
    expect(usages(id, [explains], used(9), [], used(5))).toEqual([used(5), used(5)]);
    expect(usages(id, [call('Bash')], used(9), [], used(5))).toEqual([used(9), used(5)]);
    expect(usages(id, [explains], used(4), [], used(5))).toEqual([used(4), used(5)]);
  });

  test('levels what replies used that only make calls, one after the other', () => {
    const id = 'usage-of-silent-replies';
    const [one, other] = [call('Bash'), call('Read')];
    expect(usages(id, [one, other], used(9), [one, other], used(5))).toEqual([used(5), used(5)]);
    expect(usages(id, [one, say('a')], used(9), [one, say('a')], used(5))).toEqual([
      used(9),
      used(5),
    ]);
  });

  test('levels what came from a cache, and not how much there was', () => {
    expect(usages('cached-tokens', [], used(10), [], used(4, 6))).toEqual([used(10), used(10)]);
    expect(usages('cached-tokens', [], used(9), [], used(4, 6))).toEqual([used(9), used(10)]);
  });
});
