// The recordings are of scripted models: they think in a word and run commands that print one. In
// five real sessions (2,013 lines, 1.3 KB each on average) a thought comes with 2 KB of its encrypted
// form and a command prints 3 KB on average, from nothing to 10 KB, nearly all of it ASCII; most of a
// file's bytes are those. The first record also holds the model's instructions.

const INSTRUCTIONS_BYTES = 20_000;
const THOUGHT_BYTES = 2_000;
/** The user's own instructions, which some versions repeat with every call of the model. */
const CONTEXT_BYTES = 500;
/** What commands print, up to as much as Codex keeps of it. Other tools print nothing, and count, too. */
const OUTPUT_BYTES = [2_500, 400, 8_000, 1_200, 10_000, 6_000];
/** What a patch answers, which is never long. */
const PATCHED = 'Success. Updated';

/** A recorded line with as much text in it as such a record has in life; `index` varies how much. */
export function lifeSized(line: string, index: number): string {
  const record = JSON.parse(line);
  const payload = record.payload ?? record;
  const printed = words(OUTPUT_BYTES[index % OUTPUT_BYTES.length] ?? 0);
  if (payload.base_instructions?.text !== undefined) {
    payload.base_instructions.text = words(INSTRUCTIONS_BYTES);
  } else if (typeof payload.user_instructions === 'string') {
    payload.user_instructions = words(CONTEXT_BYTES);
  } else if (payload.type === 'reasoning') {
    payload.encrypted_content = 'gAAAAAB'.repeat(THOUGHT_BYTES / 7);
  } else if (typeof payload.output === 'string' && !payload.output.includes(PATCHED)) {
    payload.output = withPrinted(payload.output, printed);
  } else if (typeof payload.item?.aggregated_output === 'string') {
    payload.item.aggregated_output += printed;
  }
  return JSON.stringify(record);
}

/** What a command has printed is a member of a JSON text, or the end of a plain one. */
function withPrinted(output: string, printed: string): string {
  if (!output.startsWith('{')) return output.endsWith('\n') ? output + printed : output;
  const wrapped = JSON.parse(output);
  if (typeof wrapped.output === 'string') wrapped.output += printed;
  return JSON.stringify(wrapped);
}

/** Text such as commands print. */
export function words(bytes: number): string {
  const line = 'packages/agents/src/index.ts:17: "a line such as a command prints": 42 matches\n';
  return line.repeat(Math.ceil(bytes / line.length)).slice(0, bytes);
}
