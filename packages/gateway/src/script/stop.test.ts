import { expect, test } from 'vitest';
import { readPath } from '../json/read-path.js';
import { askModel } from '../testing/ask-model.js';
import { createClosing } from '../testing/closing.js';
import { startScripted } from '../testing/start-scripted.js';
import type { Stop } from './script.js';

const closing = createClosing();
const usage = { input: 100, cached: 60, output: 5, reasoning: 0 };

/** The path of the reason in the last event that has one, and the reasons. */
const REASONS = {
  anthropic: [
    ['delta', 'stop_reason'],
    { limit: 'max_tokens', refusal: 'refusal', call: 'tool_use' },
  ],
  gemini: [
    ['candidates', '0', 'finishReason'],
    { limit: 'MAX_TOKENS', refusal: 'SAFETY', call: 'MALFORMED_FUNCTION_CALL' },
  ],
  openai: [
    ['response', 'incomplete_details', 'reason'],
    { limit: 'max_output_tokens', refusal: 'content_filter', call: undefined },
  ],
} as const;

const STOPS: readonly Stop[] = ['limit', 'refusal', 'call'];
const CASES = (['anthropic', 'gemini', 'openai'] as const).flatMap((dialect) =>
  STOPS.map((stop) => ({ dialect, stop })),
);

test.each(CASES)('$dialect says that a reply ends for a $stop, and it counts', async (asked) => {
  const { dialect, stop } = asked;
  const { gateway, token, pass } = await startScripted(closing, {
    usage,
    steps: [{ stop, actions: [{ say: 'So far' }] }],
  });
  const { events, text } = await askModel(gateway, { dialect, token });
  const [path, reasons] = REASONS[dialect];
  const said = events.map(({ data }) => readPath(data, ...path) ?? undefined);
  expect(said.findLast((reason) => reason !== undefined)).toBe(reasons[stop]);
  expect(text).toContain('So');
  expect(pass.usage()).toMatchObject({ inputTokens: 100, outputTokens: 5 });
});
