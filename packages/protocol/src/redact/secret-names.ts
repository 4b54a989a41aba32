const SECRET_WORDS = new Set([
  'apikey',
  'authorization',
  'cookie',
  'credential',
  'credentials',
  'passwd',
  'password',
  'secret',
  'token',
]);
const SECRET_PAIRS = new Set(['access_key', 'api_key', 'private_key']);
/** Names that hold such a word and mean an amount or a location, never a secret. */
const PLAIN_NAMES = /^(?:key|task_key|cache_key|max_tokens?|tokens?_in|tokens?_out|tokens?_count)$/;

const known = new Map<string, boolean>();
const MOST_KNOWN = 2000;

/**
 * Whether what a field holds is a secret because of the field's name: `authToken`, `x-api-key`,
 * `DB_PASSWORD`; not `max_tokens`, not `cache_key`. Words count whole.
 */
export function isSecretName(name: string): boolean {
  const before = known.get(name);
  if (before !== undefined) return before;
  const isSecret = holdsSecretWord(name);
  if (known.size < MOST_KNOWN) known.set(name, isSecret);
  return isSecret;
}

function holdsSecretWord(name: string): boolean {
  if (name.length > 100) return false;
  const words = name
    .replace(/([a-z0-9])([A-Z])/g, '$1_$2')
    .toLowerCase()
    .split(/[^a-z0-9]+/)
    .filter((word) => word !== '');
  if (PLAIN_NAMES.test(words.join('_'))) return false;
  return words.some(
    (word, index) =>
      SECRET_WORDS.has(word) || SECRET_PAIRS.has(`${word}_${words[index + 1] ?? ''}`),
  );
}
