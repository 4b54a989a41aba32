import { element } from './element.js';
import { short } from './format.js';
import { shownText } from './shown-text.js';

const FIRST = 20_000;
const MORE = 200_000;

/** A text of any length as it is written; of a long one the beginning, and more on demand. */
export function longText(text: string, className: string): HTMLElement {
  const pre = element('pre', { class: className, tabindex: '0' }, shownText(text.slice(0, FIRST)));
  if (text.length <= FIRST) return pre;
  let shown = FIRST;
  const label = () => `Show more: ${short(text.length - shown)} characters are left`;
  const button = element('button', { class: 'more', type: 'button', click: showMore }, label());
  function showMore(): void {
    pre.append(shownText(text.slice(shown, shown + MORE)));
    shown += MORE;
    if (shown >= text.length) button.remove();
    else button.textContent = label();
  }
  return element('div', {}, pre, button);
}
