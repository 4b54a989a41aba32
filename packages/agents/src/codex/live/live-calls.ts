import { type FileChange, isJsonObject, type JsonObject, writeJson } from '@dragoman/protocol';
import { objectAt, textAt, textsAt } from '../../interpret/json-fields.js';
import { commandOfArgv, commandOfText } from '../../tools/command-line.js';
import type { CommonCall } from '../../tools/common-call.js';
import { mcpToolName } from '../../tools/mcp-tool-name.js';
import { resolveChanges } from '../../tools/resolve-changes.js';
import { readNativeChanges, webSearchQuery } from '../tools.js';

/** A command, which is one text from 0.44 on and a list of words before. */
export function commandCall(record: JsonObject, nativeName?: string): CommonCall {
  const argv = textsAt(record, 'command');
  const text = textAt(record, 'command') ?? '';
  const command = argv === undefined ? commandOfText(text) : commandOfArgv(argv);
  const isAsWritten = argv === undefined && command === text;
  return {
    tool_name: 'Bash',
    kind: 'command',
    parameters: { command },
    ...(nativeName !== undefined && { native_name: nativeName }),
    ...(!isAsWritten && { native_parameters: nativeCommand(record) }),
  };
}

function nativeCommand({ command, cwd }: JsonObject): JsonObject {
  return cwd === undefined ? { command } : { command, cwd };
}

/** What a patch changes, with absolute paths. */
export function changesIn(record: JsonObject, cwd: string | undefined): FileChange[] {
  return resolveChanges(readNativeChanges(record.changes), cwd);
}

/** A call of a tool of an MCP server. */
export function mcpCall(invocation: JsonObject): CommonCall {
  const server = textAt(invocation, 'server') ?? '';
  const tool = textAt(invocation, 'tool') ?? '';
  return {
    tool_name: mcpToolName(server, tool),
    kind: 'mcp',
    parameters: argumentsOf(invocation.arguments),
  };
}

function argumentsOf(given: unknown): JsonObject {
  if (isJsonObject(given)) return given;
  if (given === undefined || given === null) return {};
  return { raw: typeof given === 'string' ? given : writeJson(given) };
}

/** A search of the web, or a look at a page that it found. */
export function webSearchCall(record: JsonObject): CommonCall {
  const action = objectAt(record, 'action');
  const query = webSearchQuery(action, textAt(record, 'query'));
  const isPlain = action === undefined || textAt(action, 'query') === query;
  return {
    tool_name: 'WebSearch',
    kind: 'web',
    parameters: { query },
    ...(!isPlain && { native_parameters: { query, action } }),
  };
}
