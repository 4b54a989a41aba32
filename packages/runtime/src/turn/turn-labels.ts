import { DragomanError } from '@dragoman/protocol';

type Labels = Readonly<Record<string, string>>;

/** What a label of a sandbox may be called, and may say. */
const NAME = /^[a-z0-9][a-z0-9._-]{0,62}$/i;
const VALUE = /^[\w./:@+-]{0,200}$/;

/**
 * The labels of a turn that its sandbox has, too: plain words. Labels of a container stand in the list of
 * processes, for all users of the machine to see; a text is only noted with the turn.
 */
export function sandboxLabels(labels: Labels = {}): Labels {
  const plain = Object.entries(labels).filter(
    ([name, value]) => NAME.test(name) && VALUE.test(value),
  );
  return Object.fromEntries(plain);
}

/** Refuses labels that are no texts, with the code `invalid_request`: callers without types can give anything. */
export function checkLabels(labels: Labels = {}): void {
  const entries: readonly (readonly [string, unknown])[] = Object.entries(labels);
  const wrong = entries.find(([, value]) => typeof value !== 'string');
  if (wrong === undefined) return;
  throw new DragomanError(
    'invalid_request',
    `The label ${JSON.stringify(wrong[0])} is no text: labels are texts by name.`,
  );
}
