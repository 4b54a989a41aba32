import {
  isJsonObject,
  type JsonObject,
  type OutputBlock,
  parseMcpToolName,
  writeJson,
} from '@dragoman/protocol';
import { flagAt, objectAt, textAt } from '../../interpret/json-fields.js';
import { imageSourceOf, mcpNameIn, mcpToolName } from '../../tools/common-call.js';
import type { ToolOutput } from './output.js';

/** The blocks that are text, in an MCP result and in what Codex makes of one for the model. */
const textTypes = new Set(['text', 'input_text', 'output_text']);

/** The content of an MCP result: text where it is nothing else, blocks otherwise. */
export function readMcpContent(content: unknown): string | OutputBlock[] | undefined {
  if (!Array.isArray(content)) return undefined;
  const blocks = content.map(toOutputBlock);
  let text = '';
  for (const [index, block] of blocks.entries()) {
    if (block.type !== 'text') return blocks;
    text += index === 0 ? block.text : `\n${block.text}`;
  }
  return text;
}

/**
 * A whole MCP result, live or saved. Where it has structured content, that is the output: it is all
 * that Codex gives the model then, and up to 0.121 all that it saves.
 */
export function readMcpResult(result: unknown): ToolOutput {
  if (!isJsonObject(result)) return { failed: false };
  if (Object.hasOwn(result, 'Err')) return mcpError(result.Err);
  const body = objectAt(result, 'Ok') ?? result;
  const failed = (flagAt(body, 'isError') ?? flagAt(body, 'is_error')) === true;
  const structured = body.structured_content ?? body.structuredContent ?? undefined;
  const output = structured === undefined ? readMcpContent(body.content) : writeJson(structured);
  return output === undefined ? { failed } : { output, failed };
}

function mcpError(error: unknown): ToolOutput {
  const message = typeof error === 'string' ? error : writeJson(error);
  return { output: message, failed: true, error: { message } };
}

/** True for a list of nothing but content blocks. */
export function isContentList(value: unknown): value is JsonObject[] {
  return (
    Array.isArray(value) &&
    value.length > 0 &&
    value.every((entry) => isJsonObject(entry) && typeof entry.type === 'string')
  );
}

function toOutputBlock(entry: unknown): OutputBlock {
  if (typeof entry === 'string') return { type: 'text', text: entry };
  const block = isJsonObject(entry) ? entry : undefined;
  const type = textAt(block, 'type') ?? '';
  const text = textAt(block, 'text');
  if (textTypes.has(type) && text !== undefined) return { type: 'text', text };
  const source = imageOf(block, type);
  return source === undefined
    ? { type: 'text', text: writeJson(entry) }
    : { type: 'image', source };
}

function imageOf(block: JsonObject | undefined, type: string) {
  if (type === 'input_image') {
    const url = textAt(block, 'image_url');
    return url === undefined ? undefined : imageSourceOf(url);
  }
  const data = type === 'image' ? textAt(block, 'data') : undefined;
  if (data === undefined) return undefined;
  if (data.startsWith('data:')) return imageSourceOf(data);
  const media_type = textAt(block, 'mimeType') ?? textAt(block, 'mime_type');
  return { type: 'base64' as const, data, media_type: media_type ?? 'application/octet-stream' };
}

const PREFIX = 'mcp__';
const SEPARATOR = '__';

/**
 * The common name of an MCP tool as the model calls it; undefined when the call is for no MCP tool.
 * Codex wrote `demo__echo` up to 0.44, `mcp__demo__echo` up to 0.107, and then `echo` in a namespace
 * `mcp__demo__` (0.121) or `mcp__demo`.
 */
export function mcpNameOfCall(name: string, namespace: string | undefined): string | undefined {
  if (namespace?.startsWith(PREFIX)) {
    const server = namespace.slice(PREFIX.length);
    return mcpToolName(server.endsWith(SEPARATOR) ? server.slice(0, -2) : server, name);
  }
  if (namespace !== undefined && namespace !== '') return undefined;
  if (name.startsWith(PREFIX)) return parseMcpToolName(name) === undefined ? undefined : name;
  return mcpNameIn(name, SEPARATOR);
}
