import {
  isJsonObject,
  type JsonObject,
  type OutputBlock,
  parseJson,
  type ToolKind,
  writeJson,
} from '@dragoman/protocol';
import { flagAt, numberAt, objectAt, textAt } from '../../interpret/json-fields.js';
import { isContentList, readMcpContent, readMcpResult } from './mcp.js';
import { type OutputHeader, readOutputHeader } from './output-header.js';
import { readRefusal, readSandboxDenial } from './refusal.js';
import { readTruncation } from './truncation.js';

/** An output while it is read. */
type Read = { -readonly [Name in keyof ToolOutput]: ToolOutput[Name] };

const TIMEOUT_OPENS = 'command timed out after ';
const TIMEOUT = /^command timed out after \d+ milliseconds(?=\n|$)/;
const RUST_ERROR = /^err: (".*")$/s;

/**
 * Reads the `output` of a saved call, in each shape a version gave it. With the `kind` of the call,
 * the output of an MCP tool is read as such and never taken for that of a command.
 */
export function readToolOutput(output: unknown, kind?: ToolKind): ToolOutput {
  if (typeof output === 'string') return readText(output, kind);
  if (Array.isArray(output)) return readBlocks(output, kind);
  if (isJsonObject(output)) return readPayload(output, kind);
  return output === undefined || output === null
    ? { failed: false }
    : { output: writeJson(output), failed: false };
}

function readText(text: string, kind: ToolKind | undefined): ToolOutput {
  const header = isJsonLike(text) ? undefined : readOutputHeader(text);
  if (header === undefined) return readBody(withoutWallTime(text), kind);
  if (!header.isWrapper) return kind === 'mcp' ? plain(text) : readCommand(header);
  const inner = kind === 'mcp' ? undefined : readOutputHeader(header.rest);
  const read =
    inner === undefined || inner.isWrapper ? readBody(header.rest, kind) : readCommand(inner);
  return timed({ ...read }, header.seconds);
}

/** An aborted call of 0.150 and later has the time above `aborted by user`, but no `Output:`. */
function withoutWallTime(text: string): string {
  if (!text.startsWith('Wall time: ')) return text;
  return text.replace(/^Wall time: [\d.]{1,20} seconds\n(?=aborted by user$)/, '');
}

function isJsonLike(text: string): boolean {
  return text.startsWith('{') || text.startsWith('[');
}

/** What has no header, or stands below one that says only the time. */
function readBody(text: string, kind: ToolKind | undefined): ToolOutput {
  const json = isJsonLike(text) ? parseJson(text) : undefined;
  if (kind === 'mcp') return readMcpBody(text, json?.ok ? json.value : undefined);
  if (json?.ok) {
    if (isContentList(json.value)) return content(json.value);
    const fields = isJsonObject(json.value) ? json.value : undefined;
    const metadata = objectAt(fields, 'metadata');
    const output = textAt(fields, 'output');
    if (metadata !== undefined && output !== undefined) return readRecord(output, metadata);
  }
  return plain(text);
}

function readMcpBody(text: string, value: unknown): ToolOutput {
  if (value !== undefined) {
    if (Array.isArray(value) && (value.length === 0 || isContentList(value))) return content(value);
    if (isMcpResult(value)) return readMcpResult(value);
    // Structured content. Written anew, so that it is the same text as that of the live stream.
    return { output: writeJson(value), failed: false };
  }
  const quoted = RUST_ERROR.exec(text)?.[1];
  const error = quoted === undefined ? undefined : parseJson(quoted);
  return error?.ok ? readMcpResult({ Err: error.value }) : plain(text);
}

const mcpResultKeys = new Set(['content', 'isError', 'structuredContent', '_meta']);

function isMcpResult(value: unknown): boolean {
  return (
    isJsonObject(value) &&
    Array.isArray(value.content) &&
    Object.keys(value).every((key) => mcpResultKeys.has(key))
  );
}

/** `{"output":"hi\n","metadata":{"exit_code":0,"duration_seconds":0.1}}` */
function readRecord(output: string, metadata: JsonObject): ToolOutput {
  const read = finished(output, numberAt(metadata, 'exit_code'));
  return timed(read, numberAt(metadata, 'duration_seconds'));
}

function readCommand(header: OutputHeader): ToolOutput {
  const read = finished(header.rest, header.exitCode, header.originalTokens);
  if (header.runningSession !== undefined) read.runningSession = header.runningSession;
  return timed(read, header.seconds);
}

// Assigned one by one, here and below: this runs for every call of a session, and spreads cost many
// times as much.
function finished(text: string, exitCode: number | undefined, tokens?: number): Read {
  const timeout = text.startsWith(TIMEOUT_OPENS) ? TIMEOUT.exec(text)?.[0] : undefined;
  const read = cut(timeout === undefined ? text : text.slice(timeout.length + 1), tokens);
  if (exitCode !== undefined) {
    read.exitCode = exitCode;
    read.failed = exitCode !== 0;
  }
  if (timeout !== undefined) {
    read.failed = true;
    read.error = { message: timeout, type: 'timeout' };
  }
  return read;
}

function plain(text: string): ToolOutput {
  const refusal = readRefusal(text);
  if (refusal === undefined) return cut(text);
  // What the command printed says it better than Rust's print of the failure.
  const denial = readSandboxDenial(text);
  if (denial !== undefined) return { ...denial, failed: true };
  return { output: refusal.message, failed: true, error: refusal };
}

/** The parts of an output that is a list: of a tool that gives images, and from 0.150 of MCP. */
function readBlocks(parts: readonly unknown[], kind: ToolKind | undefined): ToolOutput {
  const first = isJsonObject(parts[0]) ? textAt(parts[0], 'text') : undefined;
  if (first === undefined) return content(parts);
  if (parts.length === 1 && kind !== 'mcp') return readText(first, kind);
  const header = readOutputHeader(first);
  if (!header?.isWrapper) return content(parts);
  const rest = header.rest === '' ? [] : [{ type: 'text', text: header.rest }];
  return timed({ ...content([...rest, ...parts.slice(1)]) }, header.seconds);
}

/** An output in an object: `{content, success}`. */
function readPayload(payload: JsonObject, kind: ToolKind | undefined): ToolOutput {
  const { content: inner } = payload;
  if (typeof inner !== 'string' && !Array.isArray(inner)) {
    return { output: writeJson(payload), failed: false };
  }
  const read = typeof inner === 'string' ? readText(inner, kind) : readBlocks(inner, kind);
  return flagAt(payload, 'success') === false ? { ...read, failed: true } : read;
}

function content(parts: readonly unknown[]): ToolOutput {
  const output = readMcpContent(parts);
  if (typeof output === 'string') return cut(output);
  return output === undefined ? { failed: false } : { output, failed: false };
}

function cut(text: string, originalTokens?: number): Read {
  const { text: output, truncated } = readTruncation(text, originalTokens);
  return truncated ? { output, failed: false, truncated } : { output, failed: false };
}

/** How long it took, where what was read inside doesn't say it. */
function timed(read: Read, seconds: number | undefined): ToolOutput {
  if (seconds !== undefined) read.durationMs ??= Math.round(seconds * 1000);
  return read;
}

/** What a saved output says, without the headers Codex puts around it. */
export interface ToolOutput {
  readonly output?: string | OutputBlock[];
  readonly exitCode?: number;
  readonly failed: boolean;
  readonly error?: { readonly message: string; readonly type?: string };
  readonly durationMs?: number;
  /** True when Codex cut the output. */
  readonly truncated?: boolean;
  /** The command still runs under this id; a later `write_stdin` output has its end. */
  readonly runningSession?: number;
}

/** Milliseconds of the duration of a call, as Rust writes it: `{"secs":1,"nanos":500000000}`. */
export function durationOf(record: JsonObject): number | undefined {
  const duration = objectAt(record, 'duration');
  const seconds = numberAt(duration, 'secs');
  if (seconds === undefined || seconds < 0) return undefined;
  return Math.round(seconds * 1e3 + (numberAt(duration, 'nanos') ?? 0) / 1e6);
}
