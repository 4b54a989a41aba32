import {
  type ImageSource,
  isJsonObject,
  type JsonObject,
  type OutputBlock,
  writeJson,
} from '@dragoman/protocol';
import { objectAt, textAt } from '../../interpret/json-fields.js';

type Output = string | OutputBlock[];

/** What the model is shown of a result: a text, or texts and images. */
export function outputOf(content: unknown): Output | undefined {
  if (typeof content === 'string') return content;
  if (content === undefined || content === null) return undefined;
  const blocks = (Array.isArray(content) ? content : [content]).map(outputBlock);
  const texts = blocks.flatMap((block) => (block.type === 'text' ? [block.text] : []));
  return texts.length === blocks.length ? texts.join('\n') : blocks;
}

const BLOCKS: ReadonlyMap<string | undefined, (block: JsonObject) => OutputBlock | undefined> =
  new Map<string | undefined, (block: JsonObject) => OutputBlock | undefined>([
    ['text', (block) => textBlock(textAt(block, 'text'))],
    ['image', imageBlock],
    ['tool_reference', (block) => textBlock(textAt(block, 'tool_name'))],
    ['search_result', (block) => textBlock(textAt(block, 'title') ?? textAt(block, 'source'))],
    ['document', (block) => textBlock(textAt(objectAt(block, 'source'), 'data'))],
  ]);

/** What is of an unknown sort is shown as it was written. */
function outputBlock(block: unknown): OutputBlock {
  const known = isJsonObject(block) ? BLOCKS.get(textAt(block, 'type'))?.(block) : undefined;
  return known ?? { type: 'text', text: typeof block === 'string' ? block : writeJson(block) };
}

function textBlock(text: string | undefined): OutputBlock | undefined {
  return text === undefined ? undefined : { type: 'text', text };
}

function imageBlock(block: JsonObject): OutputBlock | undefined {
  const source = imageSource(block);
  return source === undefined ? undefined : { type: 'image', source };
}

/** The image of an `image` block; undefined when the block has none. */
export function imageSource(block: JsonObject): ImageSource | undefined {
  const source = objectAt(block, 'source');
  const url = textAt(source, 'url');
  if (url !== undefined) return { type: 'url', url };
  const data = textAt(source, 'data');
  if (data === undefined) return undefined;
  const media_type = textAt(source, 'media_type') ?? 'application/octet-stream';
  return { type: 'base64', data, media_type };
}

/** The text of a result without what the CLI puts around it. */
export interface PlainOutput {
  readonly output: string;
  readonly exitCode: number | undefined;
  readonly truncated: boolean;
}

const EXIT = 'Exit code ';
const EXIT_CODE = /^Exit code (\d{1,10})(?:\n|$)/;
const ERROR_OPEN = '<tool_use_error>';
const ERROR_CLOSE = '</tool_use_error>';
const PERSISTED = '<persisted-output>';
const REMINDER_OPEN = '\n\n<system-reminder>';
const REMINDER_CLOSE = '</system-reminder>';

/** What stands for nothing at all. */
const NO_OUTPUT = new Set(['(Bash completed with no output)', 'Tool ran without output or errors']);

const LONGEST_NOTHING = 64;

/** Stands where the CLI left something out of a long output: `... [123 lines truncated] ...`. */
const CUT = ' truncated] ...';
/** What is shorter was never cut. */
const SHORTEST_CUT = 8000;

export function plainOutput(shown: string, name: string | undefined, rich: unknown): PlainOutput {
  if (shown.startsWith(PERSISTED)) {
    return { output: printed(rich) ?? shown, exitCode: undefined, truncated: true };
  }
  if (name === 'Bash') return commandOutput(shown);
  return { output: withoutReminder(withoutMarks(shown)), exitCode: undefined, truncated: false };
}

function commandOutput(shown: string): PlainOutput {
  // Looking up a text in a set takes reading all of it.
  if (shown.length < LONGEST_NOTHING && NO_OUTPUT.has(shown))
    return { output: '', exitCode: undefined, truncated: false };
  const failed = shown.startsWith(EXIT) ? EXIT_CODE.exec(shown) : null;
  const output = failed === null ? withoutMarks(shown) : shown.slice(failed[0].length);
  const exitCode = failed === null ? undefined : Number(failed[1]);
  return { output, exitCode, truncated: output.length > SHORTEST_CUT && output.includes(CUT) };
}

/** The beginning of an output that the CLI put into a file. */
function printed(rich: unknown): string | undefined {
  if (!isJsonObject(rich)) return undefined;
  const [out, err] = [textAt(rich, 'stdout'), textAt(rich, 'stderr')];
  if (out === undefined || out === '') return err === '' ? out : (err ?? out);
  return err === undefined || err === '' ? out : `${out}\n${err}`;
}

function withoutMarks(shown: string): string {
  return shown.startsWith(ERROR_OPEN) && shown.endsWith(ERROR_CLOSE)
    ? shown.slice(ERROR_OPEN.length, -ERROR_CLOSE.length)
    : shown;
}

/** Up to 2.0, what was read ends with a reminder for the model. */
function withoutReminder(shown: string): string {
  const text = shown.trimEnd();
  if (!text.endsWith(REMINDER_CLOSE)) return shown;
  const start = text.lastIndexOf(REMINDER_OPEN);
  return start === -1 ? shown : text.slice(0, start);
}
