import { isJsonObject, type JsonObject, parseJson } from '@dragoman/protocol';
import type { CallResult } from '../../interpret/emitted-calls.js';
import { objectAt, objectsAt, textAt } from '../../interpret/json-fields.js';

const MCP_FAILED = /^MCP tool '[^']*' reported tool error for function call: /;
const MCP_RESPONSE = ' with response: ';
const DENIED = /^Tool execution (?:for "[^"]*" )?denied by policy\./;
const CANCELLED = '[Operation Cancelled]';

/** The result of a call that the CLI itself calls an error, by the words that the model got. */
export function failedResult(message: string, type?: string): CallResult {
  const words = mcpWords(message) ?? message;
  const kind = kindOf(message) ?? type;
  return { status: 'error', error: { message: words, ...(kind !== undefined && { type: kind }) } };
}

/** The two sorts of failure that have a name in the event language. */
function kindOf(message: string): 'denied' | 'cancelled' | undefined {
  if (message.startsWith(CANCELLED)) return 'cancelled';
  return DENIED.test(message) ? 'denied' : undefined;
}

/** What an MCP tool said itself, out of all that is said around it. */
function mcpWords(message: string): string | undefined {
  if (!MCP_FAILED.test(message)) return undefined;
  const at = message.indexOf(MCP_RESPONSE);
  const parsed = at === -1 ? undefined : parseJson(message.slice(at + MCP_RESPONSE.length));
  if (parsed?.ok !== true || !Array.isArray(parsed.value)) return undefined;
  const texts = parsed.value.filter(isJsonObject).flatMap(contentTexts);
  return texts.length === 0 ? undefined : texts.join('\n');
}

function contentTexts(part: JsonObject): string[] {
  const response = objectAt(objectAt(part, 'functionResponse'), 'response');
  return objectsAt(response, 'content').flatMap((block) => textAt(block, 'text') ?? []);
}
