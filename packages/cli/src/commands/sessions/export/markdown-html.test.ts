import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { markdownHtml } from './markdown-html.js';

/** Every tag that may be there, with every attribute that it may have. */
const PLAIN =
  /<\/?(?:p|h[3-6]|ul|ol|li|pre|code|blockquote|table|tr|th|td|strong|em|del|span|a)>|<[hb]r>/g;
const WITH_ATTRIBUTES =
  /<(?:ol start="\d+"|p class="plain"|t[hd] class="(?:right|center)"|span class="[a-z]+"|a href="(?:https?|mailto):[^"<>\s]*" rel="noreferrer noopener")>/g;

function foreignIn(html: string): string {
  return html.replace(PLAIN, '').replace(WITH_ATTRIBUTES, '');
}

test.each([
  ['# One', '<h3>One</h3>'],
  [
    'a **b** _c_ ~~d~~ `e < f`',
    '<p>a <strong>b</strong> <em>c</em> <del>d</del> <code>e &lt; f</code></p>',
  ],
  ['- a\n- [x] b', '<ul>\n<li>a</li>\n<li>☑ b</li>\n</ul>'],
  ['3. a', '<ol start="3">\n<li>a</li>\n</ol>'],
  ['> a', '<blockquote><p>a</p></blockquote>'],
  ['```js\nlet a\n```', '<pre><code><span class="magenta">let</span> a</code></pre>'],
  [
    '|a|b|\n|-|-:|\n|1|2|',
    '<table>\n<tr><th>a</th><th class="right">b</th></tr>\n<tr><td>1</td><td class="right">2</td></tr>\n</table>',
  ],
  [
    '[a](https://example.com/?x=1&y=2)',
    '<p><a href="https://example.com/?x=1&amp;y=2" rel="noreferrer noopener">a</a></p>',
  ],
  ['a  \nb', '<p>a<br>b</p>'],
  ['AT&amp;T &copy;', '<p>AT&amp;T &amp;copy;</p>'],
])('%j', (markdown, html) => {
  expect(markdownHtml(markdown)).toBe(html);
});

describe('what an agent wrote stays text', () => {
  test.each([
    '<script>alert(1)</script>',
    'a <img src=x onerror=alert(1)> b',
    '<div onclick="x">**b**</div>',
    '<!-- --><style>*{}</style>',
    '```html\n</code></pre><script>x</script>\n```',
    '```"><script>\nx\n```',
    '|<script>|\n|-|\n|<img src=x>|',
    '![<script>](https://example.com/"onload="x)',
    '<https://example.com/"><script>x</script>>',
    '# <iframe src="//x">',
    '- [ ] <svg onload=x>',
    '[a]: javascript:x\n\n[a]',
    '&lt;script&gt;',
  ])('%j', (markdown) => {
    expect(foreignIn(markdownHtml(markdown))).not.toMatch(/[<>]/);
  });

  test('whatever it is', () => {
    const pieces = fc.constantFrom(
      ...[
        '<',
        '>',
        '"',
        "'",
        '&',
        '`',
        '*',
        '_',
        '[',
        ']',
        '(',
        ')',
        '!',
        '|',
        '-',
        '#',
        '\n',
        ' ',
      ],
      ...['script', 'javascript:', 'https://x.y', 'onload=', '<a href=', '```', '&#x3c;', '\u0000'],
    );
    fc.assert(
      fc.property(fc.array(pieces, { maxLength: 60 }), (parts) => {
        expect(foreignIn(markdownHtml(parts.join('')))).not.toMatch(/[<>]/);
      }),
      { numRuns: 2000 },
    );
  });

  test.each([
    'javascript:alert(1)',
    'JaVaScRiPt:alert(1)',
    'java&#x0A;script:alert(1)',
    'data:text/html,<script>x</script>',
    'vbscript:x',
    'file:///etc/passwd',
    '//example.com',
    'docs/a.md',
  ])('%s is no link', (address) => {
    const html = markdownHtml(`[look](<${address}>)`);
    expect(html).not.toContain('<a ');
    expect(html).toContain('look');
  });
});

test('what is too long or too deep is shown as it is written', () => {
  const long = '<b>'.repeat(100_000);
  expect(markdownHtml(long)).toBe(
    `<p class="plain">${long.replace(/</g, '&lt;').replace(/>/g, '&gt;')}</p>`,
  );
  const deep = markdownHtml(`${'> '.repeat(50)}x`);
  expect(deep.match(/<blockquote>/g)).toHaveLength(8);
  expect(foreignIn(markdownHtml('*a '.repeat(5000)))).not.toMatch(/[<>]/);
});
