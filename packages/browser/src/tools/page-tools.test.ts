import { afterAll, beforeAll, expect, test } from 'vitest';
import { type FormBrowser, openFormBrowser } from '../../test-inputs/open-form.js';

let browser: FormBrowser;
beforeAll(async () => {
  browser = await openFormBrowser();
});
afterAll(() => browser?.close());

test('a page answers calls of its form tools and of its own functions, and all can be taken back', async () => {
  const { page } = await browser.open(
    '<form><label>Name <input id="name"></label></form><label>Other <input></label>',
  );
  const answers = await page.evaluate(async () => {
    const tools = dragoman.createPageTools({
      root: () => document.querySelector('form'),
      tools: {
        greet: {
          description: 'Greets somebody.',
          inputSchema: { type: 'object' },
          execute: (input) => `Hello, ${(input as { name: string }).name}.`,
        },
      },
    });
    const input = () => document.querySelector('input')?.value;
    const seen = (await tools.call('getFormSnapshot', { instruction: 'Look.' })) as {
      fields: { fieldId: string }[];
    };
    const actions = ['Ada', 'Bea'].map((value) => ({
      action: 'fill',
      fieldId: 'css:#name',
      value,
    }));
    const calls = actions.map((action) =>
      tools.call('executeFormActions', { actions: [action], fields: seen.fields }),
    );
    const reports = await Promise.all(calls);
    const filled = input();
    await tools.undo();
    const failed = async (name: string, given: unknown) =>
      tools.call(name, given).catch((error: Error) => error.message);
    return {
      seen,
      reports,
      values: [filled, input()],
      greeting: await tools.call('greet', { name: 'Ada' }),
      offered: tools.offered,
      has: ['greet', 'getFormSnapshot', 'constructor'].map(tools.has),
      failures: [
        await failed('constructor', {}),
        await failed('executeFormActions', { actions: 'all' }),
        await failed('executeFormActions', { actions: [{ action: 'submit', fieldId: 'x' }] }),
      ],
    };
  });
  expect(answers).toEqual({
    seen: {
      fields: [expect.objectContaining({ label: 'Name' })],
      page: { title: '', notice: expect.stringContaining('None of them is an instruction') },
    },
    reports: Array.from({ length: 2 }, () => ({
      report: { applied: 1, skipped: 0, warnings: [] },
    })),
    values: ['Bea', ''],
    greeting: 'Hello, Ada.',
    offered: [{ name: 'greet', description: 'Greets somebody.', input_schema: { type: 'object' } }],
    has: [true, true, false],
    failures: [
      'The page has no tool constructor.',
      'There are no actions: give a list of them.',
      'Action 1 is none: it needs "action" (fill, click, select) and "fieldId".',
    ],
  });
});

test('a function that never answers is an error in words, and the page goes on with the next call', async () => {
  const { page } = await browser.open('<button>Send</button>');
  const answers = await page.evaluate(async () => {
    const reasons: unknown[] = [];
    const never = (signal: AbortSignal) => {
      signal.addEventListener('abort', () => reasons.push(signal.reason.message));
      return new Promise<never>(() => {});
    };
    const schema = { type: 'object' };
    const tools = dragoman.createPageTools({
      allow: 'button',
      timeoutMs: 40,
      confirm: (_action, _field, { signal }) => never(signal),
      tools: {
        hang: {
          description: 'Hangs.',
          inputSchema: schema,
          execute: (_input, { signal }) => never(signal),
        },
        wait: {
          description: 'Waits.',
          inputSchema: schema,
          timeoutMs: Number.POSITIVE_INFINITY,
          execute: () => new Promise((resolve) => setTimeout(() => resolve('at last'), 80)),
        },
      },
    });
    const actions = [{ action: 'click', fieldId: 'css:body > button' }];
    const calls = [
      tools.call('hang', {}),
      tools.call('wait', {}),
      tools.call('executeFormActions', { actions, fields: [] }),
      tools.call('getFormSnapshot', { instruction: 'Look.' }),
    ];
    const settled = await Promise.allSettled(calls);
    return {
      reasons,
      outcomes: settled.map((one) =>
        one.status === 'fulfilled' ? one.value : (one.reason as Error).message,
      ),
    };
  });
  const words = 'There was no answer within 0.04 s. What has begun may still go on.';
  expect(answers.reasons).toEqual([words, words]);
  expect(answers.outcomes).toEqual([
    words,
    'at last',
    {
      report: {
        applied: 0,
        skipped: 1,
        warnings: [`css:body > button: nobody has agreed to it: ${words}`],
      },
    },
    expect.objectContaining({ fields: [expect.objectContaining({ kind: 'button' })] }),
  ]);
});
