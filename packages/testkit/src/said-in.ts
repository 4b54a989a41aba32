import { isJsonObject, parseJson } from '@dragoman/protocol';

/** All that an agent said in its raw output, from whatever field its own format says it in. */
export function saidIn(output: string): string {
  let said = '';
  const visit = (value: unknown, key: string): void => {
    if (typeof value === 'string' && (key === 'text' || key === 'content')) said += value;
    if (Array.isArray(value)) for (const entry of value) visit(entry, key);
    if (isJsonObject(value)) for (const [name, entry] of Object.entries(value)) visit(entry, name);
  };
  for (const line of output.trim().split('\n')) {
    const parsed = parseJson(line);
    if (!parsed.ok) throw new Error(`The agent wrote a line that is not JSON: ${line}`);
    visit(parsed.value, '');
  }
  return said;
}
