import { createElement as h, StrictMode, useRef, useState } from 'react';
import { createRoot } from 'react-dom/client';
import { useDragomanTools } from '../src/react/index.js';
import type { RelaySession } from '../src/relay/connect-page.js';

/** A form whose value React keeps, and a function that speaks of it as it is now. */
function Form({ relay }: { readonly relay: RelaySession | null }) {
  const form = useRef<HTMLFormElement>(null);
  const [name, setName] = useState('');
  const { status, undo, offered } = useDragomanTools(relay, {
    root: () => form.current,
    tools: {
      greet: {
        description: 'Greets whoever the form is for.',
        inputSchema: { type: 'object' },
        execute: () => `Hello, ${name}.`,
      },
    },
  });
  return h(
    'form',
    { ref: form },
    h('input', {
      'aria-label': 'Name',
      value: name,
      onChange: (event) => setName(event.currentTarget.value),
    }),
    h('output', null, `${status} ${offered.map((tool) => tool.name)}`),
    h('button', { type: 'button', onClick: () => void undo() }, 'Undo'),
  );
}

/** As a test asks for it. */
function App() {
  const [relay, setRelay] = useState<RelaySession | null>(null);
  const [isShown, setShown] = useState(true);
  Object.assign(window, { setRelay, setShown });
  return isShown ? h(Form, { relay }) : h('p', null, 'Gone.');
}

const root = document.body.appendChild(document.createElement('main'));
createRoot(root).render(h(StrictMode, null, h(App)));
