import { readFile } from 'node:fs/promises';
import { DragomanError } from '@dragoman/protocol';

export interface ReadmeExampleOptions {
  /** The heading under which the example stands. Default: the first of the page that imports something. */
  readonly under?: string;
  /** Variables that the example uses and leaves to the reader to set. */
  readonly given?: Readonly<Record<string, unknown>>;
}

/**
 * Runs an example of a README exactly as it is printed there.
 * `modules` are what it may import, by name; the result holds the variables in `results` as they are
 * when it has ended.
 */
export async function runReadmeExample(
  readme: URL,
  modules: Readonly<Record<string, object>>,
  results: readonly string[],
  { under, given = {} }: ReadmeExampleOptions = {},
): Promise<Record<string, unknown>> {
  const text = await readFile(readme, 'utf8');
  const from = under === undefined ? 0 : text.indexOf(`\n## ${under}\n`);
  const fence = under === undefined ? /```[jt]s\n(import .*?)```/s : /```[jt]s\n(.*?)```/s;
  const example = from === -1 ? undefined : fence.exec(text.slice(from))?.[1];
  if (example === undefined) {
    throw new DragomanError('readme_without_example', `${readme.pathname} has no example.`);
  }
  // An example is a module; a function body can't import, but it can be handed what it wants.
  const body = example.replaceAll(/^import (\{.*?\}) from ('.*?');/gms, 'const $1 = modules[$2];');
  const AsyncFunction = async function example() {}.constructor;
  const run: unknown = Reflect.construct(AsyncFunction, [
    'modules',
    ...Object.keys(given),
    `${body}\nreturn { ${results.join(', ')} };`,
  ]);
  if (typeof run !== 'function') throw new DragomanError('readme_without_example', 'not runnable');
  return run(modules, ...Object.values(given));
}
