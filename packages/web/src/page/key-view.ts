import { element } from './element.js';
import type { View } from './view.js';

/** Asks for the key that the server needs. */
export function createKeyView(problem: string | undefined, onKey: (key: string) => void): View {
  const input = element('input', {
    type: 'password',
    name: 'key',
    required: true,
    pattern: '[!-~]+',
    autocomplete: 'off',
    spellcheck: 'false',
    placeholder: 'drg_…',
    'aria-label': 'Key',
    ...(problem !== undefined && { 'aria-describedby': 'problem', 'aria-invalid': 'true' }),
  });
  const form = element(
    'form',
    { class: 'key-form' },
    element('h1', {}, 'This server needs a key'),
    element(
      'p',
      { class: 'muted' },
      'Make one with ',
      element('code', {}, 'dragoman keys add NAME'),
      '. You see the turns of this key. This tab keeps it until it is closed.',
    ),
    problem === undefined
      ? undefined
      : element('p', { class: 'bad', id: 'problem', role: 'alert' }, problem),
    input,
    element('button', { type: 'submit', class: 'primary' }, 'Continue'),
  );
  form.addEventListener('submit', (event) => {
    event.preventDefault();
    const key = input.value.trim();
    if (key !== '') onKey(key);
  });
  queueMicrotask(() => input.focus());
  return { node: element('main', { class: 'centre' }, form) };
}
