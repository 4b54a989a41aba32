import { element } from './element.js';
import { createKeyView } from './key-view.js';
import { createListView } from './list-view.js';
import { createServerClient, ServerError } from './server-client.js';
import { createTurnView } from './turn-view.js';
import type { View } from './view.js';

const KEY = 'dragoman-key';
const TURN = /^#\/turns\/([\w-]+)(?:\/(\w+))?/;

const client = createServerClient({
  base: document.baseURI,
  key: () => sessionStorage.getItem(KEY) ?? undefined,
  fetch: (...request) => fetch(...request),
});
const forget = element(
  'button',
  { type: 'button', class: 'quiet', click: forgetKey },
  'Forget key',
);
const bar = element(
  'header',
  { class: 'top' },
  element(
    'nav',
    {},
    element('a', { class: 'brand', href: '#/' }, 'Dragoman'),
    element('a', { class: 'muted', href: '#/' }, 'Turns'),
  ),
  forget,
);
const stage = element('div', { class: 'stage' });
document.body.append(bar, stage);
let current = new AbortController();
window.addEventListener('hashchange', show);
show();

/** Shows what the address names. */
function show(): void {
  current.abort();
  current = new AbortController();
  const { signal } = current;
  const onFailure = (error: unknown): void => {
    if (!signal.aborted) fail(error);
  };
  const { hash } = location;
  const [, id, tab = ''] = TURN.exec(hash) ?? [];
  const shared = { client, signal, onFailure };
  const query = new URLSearchParams(hash.slice(hash.indexOf('?') + 1 || hash.length));
  // Typing adds no entry to the history.
  const onAddress = (next: string) => history.replaceState(null, '', next);
  put(
    id === undefined
      ? createListView({
          ...shared,
          query,
          onAddress,
          hasKey: sessionStorage.getItem(KEY) !== null,
        })
      : createTurnView({ ...shared, id, tab }),
  );
}

function put({ node }: View): void {
  forget.hidden = sessionStorage.getItem(KEY) === null;
  stage.replaceChildren(node);
}

function fail(error: unknown): void {
  current.abort();
  const message = error instanceof Error ? error.message : String(error);
  const isKey = error instanceof ServerError && error.status === 401;
  const wasGiven = sessionStorage.getItem(KEY) !== null;
  if (isKey) sessionStorage.removeItem(KEY);
  const asked = () => createKeyView(wasGiven ? message : undefined, takeKey);
  put(isKey ? asked() : createFailureView(message));
}

function createFailureView(message: string): View {
  const back = element('p', {}, element('a', { href: '#/' }, 'All turns'));
  const title = element('h1', {}, 'That did not work');
  const alert = element('p', { role: 'alert' }, message);
  return { node: element('main', { class: 'centre' }, title, alert, back) };
}

function takeKey(key: string): void {
  sessionStorage.setItem(KEY, key);
  show();
}

function forgetKey(): void {
  sessionStorage.removeItem(KEY);
  show();
}
