import { fileURLToPath } from 'node:url';
import { launchChromium } from '@dragoman/testkit/browser';
import fc from 'fast-check';
import { expect, inject, test } from 'vitest';
import { bundled } from '../../test-inputs/open-form.js';

const PAGES = inject('isDeep') ? 3000 : 150;

const names = fileURLToPath(new URL('../../test-inputs/names.ts', import.meta.url));

const oneOf = (...all: string[]) => fc.constantFrom(...all);
const text = oneOf('a', 'b ', ' c', ' ', '\n', 'd  e', ' f ', '', '5&nbsp;g', '<!-- x -->');
const attribute = oneOf(
  ...['', '', '', '', ' class="x"', ' title="T"', ' hidden', ' aria-hidden="true"', ' role="note"'],
  ...[' style="display:none"', ' style="display:block"', ' style="visibility:hidden"'],
  ...[' style="display:contents"', ' aria-label="L"', ' contenteditable', ' data-agent-private'],
);
const other = oneOf(
  '<br>',
  '<button>x</button>',
  '<img alt="I">',
  '<output>o</output>',
  '<a>y</a>',
);
const control = fc
  .tuple(
    oneOf('<input', '<input type="checkbox"', '<input type="SUBMIT"', '<select', '<textarea'),
    oneOf(
      '',
      '',
      '',
      ' style="display:inline"',
      ' aria-label=" A "',
      ' title="T"',
      ' role="switch"',
    ),
  )
  .map(
    ([start, more]) => `${start} id="c"${more}>${start === '<select' ? '<option>o</select>' : ''}`,
  )
  .map((html) => (html.startsWith('<textarea') ? `${html}v</textarea>` : html));
const inside = fc.letrec<{ part: string }>((tie) => ({
  part: fc.oneof(
    { depthSize: 'small' },
    { arbitrary: text, weight: 8 },
    { arbitrary: other, weight: 1 },
    {
      arbitrary: fc
        .tuple(
          oneOf('span', 'b', 'div', 'em', 'p'),
          attribute,
          fc.array(tie('part'), { maxLength: 3 }),
        )
        .map(([name, all, parts]) => `<${name}${all}>${parts.join('')}</${name}>`),
      weight: 3,
    },
  ),
})).part;
const parts = fc.array(inside, { maxLength: 3 }).map((all) => all.join(''));
const labelled = fc.oneof(
  fc
    .tuple(attribute, parts, control, parts)
    .map(([all, before, held, after]) => `<label${all}>${before}${held}${after}</label>`),
  fc
    .tuple(attribute, parts, control, parts)
    .map(
      ([all, one, held, two]) =>
        `<label${all} for="c">${one}</label>${held}<label for="c">${two}</label>`,
    ),
  fc
    .tuple(attribute, parts, control)
    .map(([all, legend, held]) => `<fieldset><legend${all}>${legend}</legend>${held}</fieldset>`),
);

test('a name that is read at once is the one of the algorithm', async ({ task }) => {
  const [browser, script] = await Promise.all([launchChromium(), bundled(names)]);
  try {
    const page = await browser.newPage();
    await page.setContent('<!doctype html><html lang="en"><body></body></html>');
    await page.addScriptTag({ content: script });
    let count = 0;
    await fc.assert(
      fc.asyncProperty(labelled, async (html) => {
        const compared = await page.evaluate(compareNames, html);
        count += compared.length;
        for (const { atOnce, algorithm } of compared) expect(atOnce).toBe(algorithm);
      }),
      { numRuns: PAGES },
    );
    task.meta.count = count;
    expect(count).toBeGreaterThan(PAGES / 10);
  } finally {
    await browser.close();
  }
}, 600_000);

declare const dragoman: typeof import('../../test-inputs/names.js');

/** Runs in the page: both names of what has one that is read at once. */
function compareNames(html: string) {
  const { computeAccessibleName, plainName, shortened } = dragoman;
  document.body.innerHTML = html;
  return [...document.querySelectorAll('input, select, textarea, fieldset')].flatMap((element) => {
    const atOnce = plainName(element);
    const isShown = element.checkVisibility({ visibilityProperty: true });
    if (atOnce === undefined || !isShown) return [];
    return [{ atOnce: shortened(atOnce), algorithm: shortened(computeAccessibleName(element)) }];
  });
}
