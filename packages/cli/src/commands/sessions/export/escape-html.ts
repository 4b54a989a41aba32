import { harmlessLines } from '../../../terminal/text/harmless-text.js';

const ENTITIES: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
};

/** Text as HTML that shows it, in an element or an attribute. Control characters are made visible. */
export function escapeHtml(text: string): string {
  return harmlessLines(text)
    .join('\n')
    .replace(/[&<>"']/g, (sign) => ENTITIES[sign] ?? sign);
}
