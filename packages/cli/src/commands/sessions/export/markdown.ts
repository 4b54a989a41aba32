import type { Page, Section } from './page.js';
import type { Part } from './page-parts.js';

/** A page as Markdown. What the agent wrote stays as it is; what it ran and got is in fences. */
export function* markdownOf({ title, facts, sections }: Page): Generator<string> {
  yield `# ${escaped(title)}\n\n`;
  yield `${facts.map(([name, value]) => `- ${name}: ${escaped(value)}`).join('\n')}\n`;
  for (const section of sections) yield sectionOf(section);
}

function sectionOf({ speaker, time, isNested, parts }: Section): string {
  const nested = isNested ? ' (sub-agent)' : '';
  const when = time === undefined ? '' : ` · ${time.slice(0, 16).replace('T', ' ')}`;
  return [`\n## ${escaped(speaker)}${nested}${when}`, ...parts.map(partOf)]
    .join('\n\n')
    .concat('\n');
}

function partOf({ kind, text }: Part): string {
  switch (kind) {
    case 'prose':
    case 'said':
      return text.trim();
    case 'thought':
      return quoted(text.trim());
    case 'notice':
      return quoted(`**${escaped(text.trim())}**`);
    case 'image':
      return text.startsWith('data:') ? '*(an image)*' : `*(an image: ${escaped(text)})*`;
    case 'diff':
      return fenced(text, 'diff');
    default:
      return fenced(text);
  }
}

function quoted(text: string): string {
  return text
    .split('\n')
    .map((line) => `> ${line}`.trimEnd())
    .join('\n');
}

/** A fence that is longer than any in the text. */
function fenced(text: string, language = ''): string {
  let longest = 2;
  for (const [run] of text.matchAll(/`+/g)) longest = Math.max(longest, run.length);
  const fence = '`'.repeat(longest + 1);
  return `${fence}${language}\n${text}\n${fence}`;
}

function escaped(text: string): string {
  return text.replace(/[\\`*_[\]<>#]/g, '\\$&').replace(/\n/g, ' ');
}
