import { diffLines } from '../../../terminal/conversation/change-lines.js';
import { escapeHtml } from './escape-html.js';
import { codeHtml, markdownHtml } from './markdown-html.js';
import type { Page, Section } from './page.js';
import type { Part } from './page-parts.js';

// Nothing is loaded from anywhere, and no script runs: whatever an agent wrote is only text.
const POLICY = "default-src 'none'; style-src 'unsafe-inline'; img-src data:";

const STYLE = `
:root { color-scheme: light dark; --dim: #767676; --line: #8884; --code: #8881; --bad: #c33; }
body { font: 16px/1.5 system-ui, sans-serif; max-width: 52rem; margin: 2rem auto; padding: 0 1rem; }
h1 { font-size: 1.5rem; line-height: 1.25; }
h2 { font-size: 1rem; margin: 2rem 0 .5rem; padding-top: .75rem; border-top: 1px solid var(--line); }
time, dt, .thought { color: var(--dim); font-weight: normal; }
dl { display: grid; grid-template-columns: max-content 1fr; gap: 0 1rem; margin: 0; }
dd { margin: 0; overflow-wrap: anywhere; }
h3, h4, h5, h6 { font-size: 1rem; margin: 1rem 0 .5rem; }
p, li, td { overflow-wrap: anywhere; }
p { margin: .5rem 0; }
p.plain { white-space: pre-wrap; }
blockquote { margin: .5rem 0; padding-left: 1rem; border-left: 3px solid var(--line); }
table { border-collapse: collapse; margin: .5rem 0; }
th, td { border: 1px solid var(--line); padding: .125rem .5rem; text-align: left; }
.right { text-align: right; }
.center { text-align: center; }
code { background: var(--code); border-radius: .25rem; padding: 0 .2rem; font: .85rem/1.45 ui-monospace, monospace; }
pre code { background: none; padding: 0; }
.green { color: #2a8a3e; }
.red { color: #c8403a; }
.cyan { color: #178a94; }
.blue { color: #3f75c9; }
.yellow { color: #9a6b00; }
.magenta { color: #a550b0; }
.dim { color: var(--dim); }
.bold { font-weight: bold; }
pre { background: var(--code); border-radius: .375rem; padding: .5rem .75rem; margin: .5rem 0; overflow-x: auto; font: .85rem/1.45 ui-monospace, monospace; }
pre.call { border-left: 3px solid #58a; }
pre.failure { border-left: 3px solid var(--bad); }
details > summary { color: var(--dim); cursor: pointer; font-size: .85rem; }
.nested { margin-left: 1.5rem; }
.notice { color: var(--bad); }
img { max-width: 100%; }
`;

/** Longer outputs are folded. */
const MOST_LINES = 30;

/** A page as one HTML file that loads nothing and runs nothing. */
export function* htmlOf({ title, facts, sections }: Page): Generator<string> {
  yield `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width">
<meta http-equiv="Content-Security-Policy" content="${POLICY}">
<title>${escapeHtml(title)}</title>
<style>${STYLE}</style>
</head>
<body>
<h1>${escapeHtml(title)}</h1>
<dl>
${facts.map(([name, value]) => `<dt>${escapeHtml(name)}</dt><dd>${escapeHtml(value)}</dd>`).join('\n')}
</dl>
`;
  for (const section of sections) yield sectionOf(section);
  yield '</body>\n</html>\n';
}

function sectionOf({ speaker, time, isNested, parts }: Section): string {
  const when =
    time === undefined
      ? ''
      : ` <time datetime="${time}">${time.slice(0, 16).replace('T', ' ')}</time>`;
  const nested = isNested ? ' class="nested"' : '';
  return `<section${nested}>
<h2>${escapeHtml(speaker)}${when}</h2>
${parts.map(partOf).join('\n')}
</section>
`;
}

function partOf({ kind, text }: Part): string {
  switch (kind) {
    case 'said':
      return markdownHtml(text);
    case 'thought':
      return `<div class="thought">${markdownHtml(text)}</div>`;
    case 'prose':
      return `<p class="plain">${escapeHtml(text.trim())}</p>`;
    case 'notice':
      return `<p class="plain notice">${escapeHtml(text.trim())}</p>`;
    case 'diff':
      return folded(text, `<pre>${codeHtml(diffLines(text, { full: true }))}</pre>`);
    case 'image':
      return /^data:image\/[\w+.-]+;base64,[\w+/=]+$/.test(text)
        ? `<img src="${text}" alt="An image of the conversation">`
        : `<p class="thought">${escapeHtml(`(an image: ${text.slice(0, 200)})`)}</p>`;
    default:
      return folded(text, `<pre class="${kind}">${escapeHtml(text)}</pre>`);
  }
}

function folded(text: string, html: string): string {
  const lines = text.split('\n').length;
  if (lines <= MOST_LINES) return html;
  return `<details><summary>${lines} lines</summary>${html}</details>`;
}
