import { expect, test } from 'vitest';
import { call, views } from '../../test-inputs/check-gaps.js';
import { claudeUncounted } from './claude/uncounted.js';
import { geminiUncounted } from './gemini/uncounted.js';
import { opencodeUncounted } from './opencode/uncounted.js';
import { countUncounted, possibleSums } from './uncounted.js';

const usual = { inputTokens: 1000, cachedInputTokens: 600, outputTokens: 50 };
const nothing = { inputTokens: 0, cachedInputTokens: 0, outputTokens: 0 };
const tokens = { inputTokens: 7, cachedInputTokens: 3, outputTokens: 2, reasoningTokens: 0 };
const aside = { kind: 'aside', tag: 'a', isWhole: true, turn: 0, tokens } as const;
const result = { isInterrupted: false, stdout: '{"type":"result"}\n' };
const run = { turns: [result], sessions: [], replies: [aside], usual };

test('counts replies that report what every reply does by their number', () => {
  const rows = [{ what: 'the summary', until: '2.0.0', in: () => 2 }];
  expect(countUncounted(rows, '2.0.0', run).surely).toStrictEqual({
    inputTokens: 2000,
    cachedInputTokens: 1200,
    outputTokens: 100,
  });
  expect(countUncounted(rows, '2.0.1', run).surely).toStrictEqual(nothing);
});

test.each([
  ['1.0.112', 7],
  ['1.0.113', 0],
  ['2.0.21', 0],
  ['2.0.22', 7],
  ['2.0.34', 7],
  ['2.0.35', 0],
])('what Claude Code %s asks on the side counts as what it reported, if at all', (version, sum) => {
  expect(countUncounted(claudeUncounted, version, run).surely.inputTokens).toBe(sum);
});

test('what chance leaves out may be lacking, as often as there is such a reply', () => {
  const warmUp = { ...aside, kind: 'warm-up' } as const;
  const found = countUncounted(claudeUncounted, '2.0.50', { ...run, replies: [warmUp, warmUp] });
  expect(possibleSums(found).map(({ inputTokens }) => inputTokens)).toStrictEqual([0, 7, 14]);
});

test.each([
  ['2.1.325', 0],
  ['2.1.326', 50],
])(
  'of a reply that broke off, Claude Code %s may count more than was reported, by %d tokens at most',
  (version, most) => {
    const broken = { ...aside, kind: 'step', isWhole: false } as const;
    const found = countUncounted(claudeUncounted, version, { ...run, replies: [broken, aside] });
    expect(found).toStrictEqual({ surely: nothing, perhaps: [], estimated: most });
  },
);

test('a reply that comes while Claude Code is being stopped counts where either view names it', () => {
  const step = { ...aside, kind: 'step', tag: 'x_1' } as const;
  const lacking = (stdout: string, text: string) => {
    const stopped = { turns: [{ isInterrupted: true, stdout }], replies: [step] };
    const sessions = [{ views: views([], []), text }];
    const found = countUncounted(claudeUncounted, '2.1.210', { ...run, ...stopped, sessions });
    return found.surely.inputTokens;
  };
  expect(lacking('', '')).toBe(7);
  // A reply that is tried again has a longer name.
  expect(lacking('msg_x_1-2', 'msg_x_12')).toBe(7);
  expect(lacking('"msg_x_1"', '')).toBe(0);
  expect(lacking('', 'toolu_x_1_2')).toBe(0);
});

test.each([
  ['2.1.1', 1],
  ['2.1.2', 0],
])(
  'what a reply wrote that Claude Code %s could not read counts nowhere, but for its first token',
  (version, sum) => {
    const step = { ...aside, kind: 'step', tag: 'x_1' } as const;
    const lacking = (text: string, end = '"message_start"') => {
      const stdout = `"msg_x_1"\n${end}\n"message_delta"\n`;
      const turns = [{ isInterrupted: false, stdout }];
      const given = { ...run, turns, replies: [step], sessions: [{ views: views([], []), text }] };
      return countUncounted(claudeUncounted, version, given).surely;
    };
    expect(lacking('')).toMatchObject({ inputTokens: 0, outputTokens: sum });
    expect(lacking('"msg_x_1"')).toMatchObject({ inputTokens: 0, outputTokens: 0 });
    // It said nothing.
    expect(lacking('', '"message_stop"')).toMatchObject({ inputTokens: 0, outputTokens: 0 });
  },
);

test('a reply of which Claude Code prints only the beginning while it is being stopped may count', () => {
  const step = { ...aside, kind: 'step', tag: 'x_1' } as const;
  const perhaps = (stdout: string, text: string) => {
    const stopped = { turns: [{ isInterrupted: true, stdout }], replies: [step] };
    const sessions = [{ views: views([], []), text }];
    return countUncounted(claudeUncounted, '2.1.210', { ...run, ...stopped, sessions }).perhaps;
  };
  expect(perhaps('"msg_x_1"', '')).toHaveLength(1);
  expect(perhaps('"msg_x_1" {"type":"result"}', '')).toHaveLength(0);
  expect(perhaps('"msg_x_1"', '"msg_x_1"')).toHaveLength(0);
});

test('what is asked on the side in a turn without a result counts nowhere', () => {
  const turns = [{ isInterrupted: true, stdout: '' }];
  const found = countUncounted(claudeUncounted, '2.0.50', { ...run, turns });
  expect(found.surely.inputTokens).toBe(7);
});

test.each([
  ['2.1.7', 0],
  ['2.1.8', 1],
  ['2.1.58', 1],
  ['2.1.59', 0],
])('Claude Code %s lacks the output of a turn without pieces that was cut off', (version, lack) => {
  const step = { ...aside, kind: 'step', tag: 'x_1' } as const;
  const outputOf = (stdout: string) => {
    const turns = [{ isInterrupted: true, stdout }];
    const sessions = [{ views: views([], []), text: 'x_1' }];
    const given = { ...run, turns, replies: [step], sessions };
    return countUncounted(claudeUncounted, version, given).surely.outputTokens;
  };
  expect(outputOf('x_1')).toBe(lack);
  expect(outputOf('{"type":"stream_event"} x_1')).toBe(0);
  expect(outputOf('x_1 {"type":"result"}')).toBe(0);
});

test('what is asked on the side in a turn of Gemini CLI that was cut off counts nowhere', () => {
  const step = { ...aside, kind: 'step' } as const;
  const replies = [aside, step];
  const isCutOff = { ...result, isInterrupted: true };
  const lacking = [result, isCutOff].map(
    (turn) => countUncounted(geminiUncounted, '0.61.0', { ...run, replies, turns: [turn] }).surely,
  );
  expect(lacking.map(({ inputTokens }) => inputTokens)).toStrictEqual([0, 7]);
});

test('of an OpenCode that was stopped, the last reply and the one that had asked a sub-agent count nowhere', () => {
  const step = { ...aside, kind: 'step' } as const;
  const stopped = { ...run, turns: [{ isInterrupted: true, stdout: '' }], replies: [step, step] };
  const sessionWith = (name: string) => ({
    views: views([], [call(name, {})]),
    text: '',
  });
  const lacking = (name: string) =>
    countUncounted(opencodeUncounted, '1.18.33', { ...stopped, sessions: [sessionWith(name)] })
      .surely.inputTokens;
  expect(lacking('Bash')).toBe(7);
  expect(lacking('Task')).toBe(1007);
});

test.each([
  ['1.2.4', 1000],
  ['1.2.6', 0],
])(
  'of what OpenCode %s asks on the side, summaries count, and titles as far as they are asked for',
  (version, sum) => {
    const message = { info: { summary: true, time: { created: 5 } }, parts: [{ type: 'text' }] };
    const text = JSON.stringify({ messages: [message] });
    // A fork has a copy of the summary.
    const sessions = [text, text].map((each) => ({ views: views([], []), text: each }));
    const asked = { ...run, sessions, replies: [aside, aside] };
    expect(countUncounted(opencodeUncounted, version, asked).surely.inputTokens).toBe(sum);
  },
);

test.each([
  ['1.3.2', 7],
  ['1.14.34', 0],
])(
  'of a reply with a call that OpenCode %s can’t take, %d tokens count nowhere',
  (version, sum) => {
    const calls = (...types: readonly string[]) =>
      types.map((type, at) => ({ type, callID: `toolu_x_${at}_1` }));
    const parts = calls('step-start', 'tool', 'step-start', 'tool', 'step-finish');
    const sessions = [{ views: views([], []), text: JSON.stringify({ messages: [{ parts }] }) }];
    const replies = [1, 3].map((at) => ({ ...aside, kind: 'step' as const, tag: `x_${at}` }));
    const found = countUncounted(opencodeUncounted, version, { ...run, sessions, replies });
    expect(found.surely.inputTokens).toBe(sum);
  },
);
