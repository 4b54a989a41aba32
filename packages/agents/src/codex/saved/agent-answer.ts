import { isJsonObject, type JsonObject, parseJson } from '@dragoman/protocol';
import { objectAt } from '../../interpret/json-fields.js';
import type { ToolOutput } from '../tools.js';

/**
 * The answer to a call that is about other agents, as live shows it: what they have said, and not
 * what else Codex knows of them.
 */
export function readAgentAnswer(answer: ToolOutput): ToolOutput {
  const { output, ...rest } = answer;
  if (answer.failed || typeof output !== 'string' || !output.startsWith('{')) return answer;
  const parsed = parseJson(output);
  if (!parsed.ok || !isJsonObject(parsed.value)) return answer;
  const words = wordsOf(parsed.value);
  return words.length === 0 ? rest : { ...rest, output: words.join('\n') };
}

/** One agent's state stands alone, those of several under their ids. */
function wordsOf(native: JsonObject): string[] {
  const one = objectAt(native, 'previous_status');
  const several = objectAt(native, 'status') ?? {};
  const states = one === undefined ? Object.values(several) : [one];
  return states
    .flatMap((state) => (isJsonObject(state) ? Object.values(state) : []))
    .filter(isText);
}

function isText(value: unknown): value is string {
  return typeof value === 'string' && value !== '';
}
