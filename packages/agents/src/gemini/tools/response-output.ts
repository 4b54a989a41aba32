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
/** One part of a result. Of one that is empty, the line before the end may be that before its beginning. */
const WRAPPED = /(^|\n)<untrusted_context>\n([\s\S]*?)\n?<\/untrusted_context>(?=\n|$)/g;
/** What else a result can begin with: a part that is no text is named in a line. */
const NAMED = /^(?:\[Tool '|Resource Link: )/;

/**
 * What stands between the tags in which Gemini CLI wraps what comes from outside, from 0.51 on. The
 * parts of a result that are text are wrapped one by one; a tag that closes is escaped within them.
 */
export function unwrapUntrusted(text: string): string {
  if (!text.startsWith(WRAP_OPENS)) {
    return NAMED.test(text) && text.includes(`\n${WRAP_OPENS}`) ? unwrapEach(text) : text;
  }
  const end = text.lastIndexOf(WRAP_CLOSES);
  if (end < WRAP_OPENS.length - 1) return text;
  const inner = text.slice(WRAP_OPENS.length, Math.max(end, WRAP_OPENS.length));
  if (inner.includes(CLOSE_TAG)) return unwrapEach(text);
  const after = text.slice(end + WRAP_CLOSES.length);
  // Joined with nothing, a long text would still be copied when it is next looked into.
  return after === '' ? unescaped(inner) : unescaped(inner) + after;
}

function unwrapEach(text: string): string {
  return text.replaceAll(
    WRAPPED,
    (_part, before: string, inner: string) => before + unescaped(inner),
  );
}

function unescaped(inner: string): string {
  return inner.includes(CLOSES_ESCAPED) ? inner.replaceAll(CLOSES_ESCAPED, CLOSE_TAG) : inner;
}
