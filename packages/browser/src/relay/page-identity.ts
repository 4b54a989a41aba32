/** Which load of which tab this is, for a relay that has to tell a reload from a second tab. */
export interface PageIdentity {
  /** New with each load. */
  readonly instance: string;
  /** The same after a reload. */
  readonly tab: string;
}

const KEY = 'dragoman.tab';

let current: PageIdentity | undefined;

/**
 * The identity of this load. The tab's part is in `sessionStorage` only between two loads: a tab that is
 * duplicated copies the storage, and must not be taken for this one.
 */
export function pageIdentity(): PageIdentity {
  if (current !== undefined) return current;
  addEventListener('pagehide', () => {
    if (current !== undefined) keepTab(current.tab);
  });
  addEventListener('pageshow', ({ persisted }) => {
    // It comes back as it was (from the cache of the browser), but was left all the same.
    if (persisted) current = nextIdentity();
  });
  current = nextIdentity();
  return current;
}

/** Another identity, where another page has this one. */
export function renewIdentity(): PageIdentity {
  current = { instance: randomId(), tab: randomId() };
  return current;
}

function nextIdentity(): PageIdentity {
  return { instance: randomId(), tab: takeTab() ?? randomId() };
}

/** A page may have no storage. Then a reload looks like another tab. */
function keepTab(tab: string): void {
  try {
    sessionStorage.setItem(KEY, tab);
  } catch {}
}

function takeTab(): string | undefined {
  try {
    const tab = sessionStorage.getItem(KEY) ?? undefined;
    sessionStorage.removeItem(KEY);
    return tab;
  } catch {
    return undefined;
  }
}

/** An id that nobody else has. `crypto.randomUUID` is for pages that came over TLS only. */
export function randomId(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(16));
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('');
}
