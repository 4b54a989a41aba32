import { createElement as h, useState } from 'react';
import { createRoot } from 'react-dom/client';

/** A form whose values React keeps: what it didn't learn of is gone with the next render. */
function Form() {
  const [state, setState] = useState({ name: '', agree: false, size: 's', city: 'a', note: '' });
  const set = (change: Partial<typeof state>) => setState((now) => ({ ...now, ...change }));
  const sizes = ['s', 'l'].map((size) =>
    h('input', {
      key: size,
      type: 'radio',
      name: 'size',
      'aria-label': `Size ${size}`,
      checked: state.size === size,
      onChange: () => set({ size }),
    }),
  );
  return h(
    'form',
    null,
    h('input', {
      'aria-label': 'Name',
      value: state.name,
      onChange: (event) => set({ name: event.currentTarget.value }),
    }),
    h('textarea', {
      'aria-label': 'Note',
      value: state.note,
      onChange: (event) => set({ note: event.currentTarget.value }),
    }),
    h('input', {
      type: 'checkbox',
      'aria-label': 'Agree',
      checked: state.agree,
      onChange: (event) => set({ agree: event.currentTarget.checked }),
    }),
    ...sizes,
    h(
      'select',
      {
        'aria-label': 'City',
        value: state.city,
        onChange: (event) => set({ city: event.currentTarget.value }),
      },
      h('option', { value: 'a' }, 'Athens'),
      h('option', { value: 's' }, 'Smyrna'),
    ),
    h('output', null, JSON.stringify(state)),
  );
}

createRoot(document.body.appendChild(document.createElement('main'))).render(h(Form));
