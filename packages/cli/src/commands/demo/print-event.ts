import { isJsonObject, parseJson } from '@dragoman/protocol';
import type { Paint } from '../../terminal/paint.js';

type Format = Parameters<Paint>[0];

/** How each kind of event looks, by the type of its item or its own. What isn't here is dim. */
const LOOKS: Readonly<Record<string, Format>> = {
  agent_message: 'green',
  reasoning: 'magenta',
  command_execution: 'cyan',
  file_change: 'yellow',
  error: 'red',
  'turn.failed': 'red',
  'turn.completed': 'bold',
};

/** A raw event as a line for stdout: unchanged but for colour. */
export function printEvent(line: string, paint: Paint): string {
  return `${paint(LOOKS[kindOf(line)] ?? 'dim', line)}\n`;
}

function kindOf(line: string): string {
  const parsed = parseJson(line);
  if (!parsed.ok || !isJsonObject(parsed.value)) return '';
  const { type, item } = parsed.value;
  return String((isJsonObject(item) && item.type) || type);
}
