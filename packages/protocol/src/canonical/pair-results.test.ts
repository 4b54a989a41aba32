import { expect, test } from 'vitest';
import type { ToolResultBlock, ToolUseBlock, UnifiedContent } from '../message/content-block.js';
import type { UnifiedMessage } from '../message/unified-message.js';
import { pairResults } from './pair-results.js';

const call = (id: string): ToolUseBlock => ({ type: 'tool_use', id, name: 'Bash', input: {} });
const answer = (id: string, content: string): ToolResultBlock => ({
  type: 'tool_result',
  tool_use_id: id,
  content,
});

let count = 0;
function message(content: UnifiedContent[], parentToolUseId?: string): UnifiedMessage {
  count += 1;
  return {
    id: `${count}`,
    role: 'assistant',
    content,
    timestamp: 0,
    timestampSource: 'received',
    source: 'saved',
    tool: 'claude',
    ...(parentToolUseId !== undefined && { parentToolUseId }),
  };
}

test('a result in the message of its call belongs to it, although an earlier call has its id', () => {
  const [first, second, result] = [call('a'), call('a'), answer('a', 'x')];
  const { resultOf, orphans } = pairResults([message([first]), message([second, result])], 'chain');
  expect(resultOf.get(first)).toBeUndefined();
  expect(resultOf.get(second)).toBe(result);
  expect(orphans.size).toBe(0);
});

test('a result belongs to the latest call before it that has its id and no result', () => {
  const calls = [call('a'), call('a')] as const;
  const results = [answer('a', '1'), answer('a', '2'), answer('a', '3'), answer('a', '4')] as const;
  const { resultOf, orphans } = pairResults(
    [
      message([results[0]]),
      message([calls[0]]),
      message([calls[1]]),
      message([results[1], results[2], results[3]]),
    ],
    'chain',
  );
  expect(resultOf.get(calls[1])).toBe(results[1]);
  expect(resultOf.get(calls[0])).toBe(results[2]);
  expect([...orphans]).toEqual([results[0], results[3]]);
});

test('results in other messages belong to none where only messages are looked into', () => {
  const [before, inside, after] = [call('a'), answer('a', '1'), answer('a', '2')];
  const own = call('a');
  const { resultOf, orphans } = pairResults(
    [message([before]), message([own, inside]), message([after])],
    'message',
  );
  expect([...resultOf]).toEqual([[own, inside]]);
  expect([...orphans]).toEqual([after]);
});

test('results pair within the chain of one sub-agent only', () => {
  const [own, other, result] = [call('a'), call('a'), answer('a', 'x')];
  const { resultOf } = pairResults(
    [message([other], 'task'), message([own]), message([result], 'task')],
    'chain',
  );
  expect(resultOf.get(own)).toBeUndefined();
  expect(resultOf.get(other)).toBe(result);
});

test('a second result of a call in one message has no call', () => {
  const [only, first, second] = [call('a'), answer('a', '1'), answer('a', '2')];
  const { resultOf, orphans } = pairResults([message([only, first, second])], 'message');
  expect(resultOf.get(only)).toBe(first);
  expect([...orphans]).toEqual([second]);
});

test('what a running tool has printed is no result', () => {
  const only = call('a');
  const printed = { ...answer('a', 'x'), preliminary: true };
  const { resultOf, orphans } = pairResults([message([only, printed])], 'message');
  expect([resultOf.size, orphans.size]).toEqual([0, 0]);
});
