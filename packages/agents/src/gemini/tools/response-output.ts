import {
  type ImageSource,
  isJsonObject,
  type JsonObject,
  type OutputBlock,
  writeJson,
} from '@dragoman/protocol';
import { listAt, objectAt, textAt } from '../../interpret/json-fields.js';

/** What the model got back from a call. */
export interface ResponseOutput {
  readonly text: string;
  /** Text and images in their order, where there are images. */
  readonly blocks: readonly OutputBlock[] | undefined;
  /** Whether the response calls itself an error. */
  readonly isError: boolean;
}

/** A line that announces an image, and says no more than the image itself. */
const ANNOUNCED =
  /^\[Tool '[^']*' provided the following (?:image|audio) data with mime-type: .*\]$/;

/** Reads the parts in which the result of a call came, whatever version wrote them. */
export function readResponse(result: unknown): ResponseOutput | undefined {
  const plain = plainOutput(result);
  if (plain !== undefined) return { text: plain, blocks: undefined, isError: false };
  const pieces = (Array.isArray(result) ? result : [result]).flatMap(readPart);
  const isError = pieces.some((piece) => piece.isError);
  const blocks = pieces.flatMap(({ block }) => block ?? []);
  if (blocks.length === 0) return undefined;
  const text = blocks.flatMap((block) => (block.type === 'text' ? block.text : [])).join('\n');
  const hasImages = blocks.some(({ type }) => type === 'image');
  return { text, blocks: hasImages ? withoutAnnouncements(blocks) : undefined, isError };
}

/** Nearly all results are one text, so that is looked at first. */
function plainOutput(result: unknown): string | undefined {
  const only: unknown = Array.isArray(result) && result.length === 1 ? result[0] : undefined;
  const answer = isJsonObject(only) ? objectAt(only, 'functionResponse') : undefined;
  if (answer === undefined || answer.parts !== undefined) return undefined;
  const response = objectAt(answer, 'response');
  return response?.error === undefined ? textAt(response, 'output') : undefined;
}

interface Piece {
  readonly block?: OutputBlock;
  readonly isError?: boolean;
}

function readPart(part: unknown): Piece[] {
  if (typeof part === 'string') return [{ block: { type: 'text', text: part } }];
  if (!isJsonObject(part)) return [];
  const response = objectAt(part, 'functionResponse');
  if (response !== undefined) return readFunctionResponse(response);
  const source = imageOf(part);
  if (source !== undefined) return [{ block: { type: 'image', source } }];
  const text = textAt(part, 'text');
  return text === undefined ? [] : [{ block: { type: 'text', text } }];
}

function readFunctionResponse(functionResponse: JsonObject): Piece[] {
  const response = objectAt(functionResponse, 'response');
  const further = listAt(functionResponse, 'parts').flatMap(readPart);
  if (response === undefined) return further;
  const error = response.error;
  const said = error ?? response.output ?? response;
  const text = typeof said === 'string' ? said : isEmpty(response) ? '' : writeJson(said);
  return [{ block: { type: 'text', text }, isError: error !== undefined }, ...further];
}

/** A tool server that answers with nothing leaves an empty response. */
function isEmpty(response: JsonObject): boolean {
  return Object.keys(response).length === 0;
}

function withoutAnnouncements(blocks: readonly OutputBlock[]): OutputBlock[] {
  return blocks.flatMap((block): OutputBlock[] => {
    if (block.type !== 'text') return [block];
    const lines = unwrapUntrusted(block.text).split('\n');
    const text = lines.filter((line) => !ANNOUNCED.test(line)).join('\n');
    return text === '' ? [] : [{ type: 'text', text }];
  });
}

/** The image that a part is; undefined for a part that is none. */
export function imageOf(part: JsonObject): ImageSource | undefined {
  const inline = objectAt(part, 'inlineData');
  const data = textAt(inline, 'data');
  const type = textAt(inline, 'mimeType');
  if (data !== undefined && type?.startsWith('image/') === true) {
    return { type: 'base64', data, media_type: type };
  }
  const file = objectAt(part, 'fileData');
  const url = textAt(file, 'fileUri');
  const isImage = textAt(file, 'mimeType')?.startsWith('image/') === true;
  return url !== undefined && isImage ? { type: 'url', url } : undefined;
}

const WRAP_OPENS = '<untrusted_context>\n';
const WRAP_CLOSES = '\n</untrusted_context>';
const CLOSE_TAG = '</untrusted_context>';
const CLOSES_ESCAPED = '&lt;/untrusted_context&gt;';
/** A part that is no text is named in a line. */
const NAMED = /(?:\[Tool '|Resource Link: )/y;

/**
 * What stands between the tags in which Gemini CLI wraps what comes from outside, from 0.51 on. The
 * parts of a result that are text are wrapped one by one; a tag that closes is escaped within them.
 */
export function unwrapUntrusted(text: string): string {
  let open = text.startsWith(WRAP_OPENS) ? 0 : isNamed(text, 0) ? nextOpen(text, 0) : -1;
  const pieces: string[] = [];
  let done = 0;
  while (open !== -1) {
    const from = open + WRAP_OPENS.length;
    // The line before the end of an empty part may be that before its beginning.
    const end = endOfPart(text, from - 1);
    if (end === -1) break;
    pieces.push(text.slice(done, open), unescaped(text.slice(from, Math.max(end, from))));
    done = end + WRAP_CLOSES.length;
    open = nextOpen(text, done);
  }
  pieces.push(text.slice(done));
  const [first = '', ...others] = pieces.filter((piece) => piece !== '');
  // Joined with nothing, a long text would still be copied when it is next looked into.
  return others.length === 0 ? first : [first, ...others].join('');
}

/**
 * Where a part ends: at the first tag that closes and has another part or nothing behind it. Behind
 * the last part there may be other words; then the last tag ends it, and those before are its own.
 */
function endOfPart(text: string, from: number): number {
  let last = -1;
  for (
    let at = text.indexOf(WRAP_CLOSES, from);
    at !== -1;
    at = text.indexOf(WRAP_CLOSES, at + WRAP_CLOSES.length)
  ) {
    last = at;
    const next = at + WRAP_CLOSES.length;
    if (text.startsWith(`\n${WRAP_OPENS}`, next)) return at;
    if (text.startsWith('\n', next) && isNamed(text, next + 1)) return at;
  }
  return last;
}

function nextOpen(text: string, from: number): number {
  const at = text.indexOf(`\n${WRAP_OPENS}`, from);
  return at === -1 ? -1 : at + 1;
}

function isNamed(text: string, at: number): boolean {
  NAMED.lastIndex = at;
  return NAMED.test(text);
}

function unescaped(inner: string): string {
  return inner.includes(CLOSES_ESCAPED) ? inner.replaceAll(CLOSES_ESCAPED, CLOSE_TAG) : inner;
}
