import fc from 'fast-check';
import { expect, inject, test } from 'vitest';
import { openFormBrowser } from '../test-inputs/open-form.js';
import { randomPages, SECRET } from '../test-inputs/random-page.js';

const PAGES = inject('isDeep') ? 5000 : 60;

test('on any page a snapshot shows what was set, and nothing private ever', async ({ task }) => {
  const browser = await openFormBrowser();
  const { page } = await browser.open('');
  try {
    await fc.assert(
      fc.asyncProperty(randomPages, async (html) => {
        const seen = await page.evaluate(useAll, html);
        expect(JSON.stringify(seen.left)).not.toContain(SECRET);
        expect(seen.twice).toEqual([]);
        expect(seen.wrong).toEqual([]);
      }),
      { numRuns: PAGES },
    );
    task.meta.count = PAGES;
  } finally {
    await browser.close();
  }
}, 1_800_000);

/** Runs in the page: sets each control that can be set, and compares. */
async function useAll(html: string) {
  document.body.setHTMLUnsafe(html);
  const frames = [...document.querySelectorAll('iframe')];
  await Promise.all(
    frames.map((frame) =>
      frame.contentDocument?.readyState === 'complete' &&
      frame.contentDocument.URL === 'about:srcdoc'
        ? undefined
        : new Promise((resolve) => frame.addEventListener('load', resolve, { once: true })),
    ),
  );
  const values: Readonly<Record<string, string>> = {
    ...{
      text: 'new',
      textarea: 'two\nlines',
      number: '7',
      range: '7',
      date: '2026-01-31',
      time: '09:30',
    },
    ...{ datetime: '2026-01-31T09:30', month: '2026-01', week: '2026-W05', color: '#aabbcc' },
    ...{ richtext: 'new text', select: 'v', radio: '', checkbox: '' },
  };
  const { fields } = await dragoman.snapshot();
  const usable = fields.filter(
    ({ kind, disabled, readOnly }) => kind in values && disabled !== true && readOnly !== true,
  );
  const actions = usable.map(({ fieldId, kind }) => {
    const value = values[kind] ?? '';
    if (kind === 'select') return { action: 'select' as const, fieldId, value };
    return value === ''
      ? { action: 'click' as const, fieldId }
      : { action: 'fill' as const, fieldId, value };
  });
  const { report, undo } = await dragoman.execute(actions, fields, document, { highlight: false });
  const after = await dragoman.snapshot();
  const wrong = usable.flatMap(({ fieldId, kind, private: isPrivate, multiple }) => {
    const found = after.fields.find((field) => field.fieldId === fieldId);
    if (isPrivate === true) return found?.currentValue === '' ? [] : [{ fieldId, kind, found }];
    const value = values[kind] === '' ? true : values[kind];
    const wanted = JSON.stringify(multiple === true ? [value] : value);
    return JSON.stringify(found?.currentValue) === wanted ? [] : [{ fieldId, kind, found }];
  });
  if (report.applied !== actions.length)
    wrong.push(
      ...report.warnings.map((fieldId) => ({ fieldId, kind: 'text' as const, found: undefined })),
    );
  await undo();
  const ids = fields.map(({ fieldId }) => fieldId);
  return {
    left: [fields, report, after],
    twice: ids.filter((id, at) => ids.indexOf(id) !== at),
    wrong,
  };
}
