// What all files of a worker share and a test may replace. Where a file leaves something replaced, the
// files after it fail or hang for no reason of theirs: `setTimeout` of a fake clock never fires.

const NAMES = /** @type {const} */ ([
  'setTimeout',
  'clearTimeout',
  'setInterval',
  'clearInterval',
  'setImmediate',
  'clearImmediate',
  'queueMicrotask',
  'Date',
  'performance',
  'fetch',
]);
// Not `exit`: Vitest itself replaces it for each file. A plain object in place of `env` sets no variable.
const PROCESS_NAMES = /** @type {const} */ ([
  'env',
  'kill',
  'on',
  'once',
  'emitWarning',
  'nextTick',
]);

/**
 * Remembers the globals as they are. The result names those that are others by now, and puts them back.
 */
export function rememberGlobals() {
  const objects = [
    { object: globalThis, prefix: '', names: NAMES },
    { object: process, prefix: 'process.', names: PROCESS_NAMES },
    { object: performance, prefix: 'performance.', names: ['now'] },
    { object: process.stdout, prefix: 'process.stdout.', names: ['write'] },
    { object: process.stderr, prefix: 'process.stderr.', names: ['write'] },
  ];
  const remembered = objects.flatMap(({ object, prefix, names }) =>
    names.map((name) => ({
      object,
      name,
      label: `${prefix}${name}`,
      value: Reflect.get(object, name),
    })),
  );
  return () => {
    const changed = remembered.filter(
      ({ object, name, value }) => Reflect.get(object, name) !== value,
    );
    for (const { object, name, value } of changed) Reflect.set(object, name, value);
    return changed.map(({ label }) => label);
  };
}
