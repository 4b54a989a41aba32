import { DragomanError } from '@dragoman/protocol';
import { errorMessage } from '@dragoman/protocol/internal';
import {
  type Document,
  isMap,
  isNode,
  isScalar,
  LineCounter,
  type Node,
  parseDocument,
} from 'yaml';
import { invalidScript, type Locate } from './define-script.js';

/** A script as data, and where in its text each part of it is. */
export interface ScriptText {
  readonly data: unknown;
  readonly locate: Locate;
}

/** Reads YAML. Every JSON text is YAML, too, so one parser gives positions for both. */
export function readScriptText(text: string, source: string): ScriptText {
  const lines = new LineCounter();
  const document = parseDocument(text, { lineCounter: lines, prettyErrors: false });
  if (document.errors.length > 0) {
    throw invalidScript(
      source,
      document.errors.map(({ pos, message }) => ({ ...lines.linePos(pos[0]), path: '', message })),
    );
  }
  const locate: Locate = (keys, unknownKey) => {
    const offset = offsetOf(document, keys, unknownKey);
    return offset === undefined ? {} : lines.linePos(offset);
  };
  return { data: plainData(document, source), locate };
}

function plainData(document: { toJS(): unknown }, source: string): unknown {
  try {
    return document.toJS();
  } catch (cause) {
    // Aliases that unfold without end are only noticed here.
    const message = errorMessage(cause);
    throw new DragomanError('script_invalid', `${source}: ${message}`, { cause });
  }
}

/** Where in the text a path leads; for a missing value, the nearest thing around it. */
function offsetOf(
  document: Document,
  keys: readonly (string | number)[],
  unknownKey: string | undefined,
): number | undefined {
  for (let depth = keys.length; depth >= 0; depth -= 1) {
    const node = document.getIn(keys.slice(0, depth), true);
    if (!isNode(node)) continue;
    const key = depth === keys.length ? unknownKey : keys[depth];
    return (keyNode(node, key) ?? node).range?.[0];
  }
  return undefined;
}

function keyNode(node: Node, key: string | number | undefined): Node | undefined {
  if (!isMap(node) || key === undefined) return undefined;
  const pair = node.items.find((item) => isScalar(item.key) && item.key.value === key);
  return isNode(pair?.key) ? pair.key : undefined;
}
