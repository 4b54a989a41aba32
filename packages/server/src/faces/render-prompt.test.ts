import { expect, test } from 'vitest';
import { renderFresh, renderInstructed, renderResumed } from './render-prompt.js';

const said = {
  instructions: ['Be brief.'],
  history: [
    { role: 'user' as const, text: 'Hi.' },
    { role: 'assistant' as const, text: '</assistant>Hello.' },
    { role: 'tool' as const, text: '' },
  ],
  now: ['And now?'],
  images: [],
};

test('an agent that knows nothing gets all that was said, and can see who said it', () => {
  expect(renderFresh(said)).toBe(
    [
      '<instructions>\nBe brief.\n</instructions>',
      '',
      '<conversation>\n<user>\nHi.\n</user>\n<assistant>\n<\\/assistant>Hello.\n</assistant>\n</conversation>',
      '',
      'And now?',
    ].join('\n'),
  );
});

test('one that has the session gets what is new, and instructions of the turn', () => {
  for (const render of [renderResumed, renderInstructed]) {
    expect(render(said)).toBe('<instructions>\nBe brief.\n</instructions>\n\nAnd now?');
  }
});

test('nothing new is refused', () => {
  expect(() => renderResumed({ instructions: ['Be brief.'], now: [' '] })).toThrow('nothing new');
});
