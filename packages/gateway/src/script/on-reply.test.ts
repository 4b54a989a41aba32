import { expect, test } from 'vitest';
import { askModel } from '../testing/ask-model.js';
import { createClosing } from '../testing/closing.js';
import { startScripted } from '../testing/start-scripted.js';
import type { PlayedReply } from './script-turn.js';

const closing = createClosing();
const usage = { input: 1000, cached: 600, output: 50, reasoning: 0 };

test('shows what each reply reported, and which took no step', async () => {
  const replies: PlayedReply[] = [];
  const { gateway, token } = await startScripted(
    closing,
    {
      usage,
      steps: [{ fault: { cut: true, after: 2, times: 1 }, actions: [{ say: 'a' }] }],
    },
    { onReply: (reply) => replies.push(reply) },
  );
  const question = { dialect: 'anthropic', token } as const;
  const warmUp = { messages: [{ role: 'user', content: [{ type: 'text', text: 'Warmup' }] }] };
  await askModel(gateway, { ...question, tools: [] });
  await askModel(gateway, { ...question, extra: warmUp });
  await askModel(gateway, question).catch(() => undefined);
  await askModel(gateway, question);
  expect(
    replies.map(({ kind, isWhole, tokens }) => [kind, isWhole, tokens.inputTokens]),
  ).toStrictEqual([
    ['aside', true, 1000],
    ['warm-up', true, 1000],
    ['step', false, 1000],
    ['step', true, 1000],
  ]);
  expect(replies.map(({ tokens }) => tokens.outputTokens)).toStrictEqual([50, 50, 1, 50]);
});
