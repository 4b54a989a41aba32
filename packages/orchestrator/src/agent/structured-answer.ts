import { parseJson } from '@dragoman/protocol';
import { errorMessage } from '@dragoman/protocol/internal';
import { z } from 'zod';

/** What an agent answered in the form that was asked for; or why it isn't in that form. */
export type StructuredAnswer =
  | { readonly ok: true; readonly value: unknown }
  | { readonly ok: false; readonly why: string };

/**
 * Reads the answer that a schema asks for out of an agent's last words: all of them, else the last block
 * that is marked as code, else the last object in them.
 */
export function readStructuredAnswer(
  text: string,
  schema: Readonly<Record<string, unknown>>,
): StructuredAnswer {
  let why = 'There is no JSON in it.';
  for (const candidate of candidatesIn(text)) {
    const parsed = parseJson(candidate);
    if (!parsed.ok) continue;
    const checked = checkAnswer(parsed.value, schema);
    if (checked.ok) return checked;
    why = checked.why;
  }
  return { ok: false, why };
}

/** Whether an answer is in the form that was asked for. */
export function checkAnswer(
  value: unknown,
  schema: Readonly<Record<string, unknown>>,
): StructuredAnswer {
  const checked = z.fromJSONSchema(schema).safeParse(value);
  return checked.success ? { ok: true, value } : { ok: false, why: z.prettifyError(checked.error) };
}

/** Why no answer can be checked against a schema. Undefined: they can. */
export function schemaProblem(schema: Readonly<Record<string, unknown>>): string | undefined {
  try {
    z.fromJSONSchema(schema);
    return undefined;
  } catch (error) {
    return errorMessage(error);
  }
}

/** From the most to the least likely. */
function candidatesIn(text: string): readonly string[] {
  const blocks = [...text.matchAll(/```(?:json)?[ \t]*\n(.*?)```/gs)].map(
    ([, block = '']) => block,
  );
  return [text.trim(), ...blocks.reverse(), ...objectsIn(text).reverse()];
}

/** How many objects are looked for: text of an agent may be nothing but braces. */
const MOST_OBJECTS = 50;

/** All outermost `{ … }` of a text, braces in strings left out. */
function objectsIn(text: string): string[] {
  const objects: string[] = [];
  let depth = 0;
  let begin = 0;
  let isString = false;
  for (let index = 0; index < text.length && objects.length < MOST_OBJECTS; index += 1) {
    const character = text[index];
    if (isString) {
      if (character === '\\') index += 1;
      else if (character === '"') isString = false;
    } else if (character === '"' && depth > 0) isString = true;
    else if (character === '{') {
      if (depth === 0) begin = index;
      depth += 1;
    } else if (character === '}' && depth > 0) {
      depth -= 1;
      if (depth === 0) objects.push(text.slice(begin, index + 1));
    }
  }
  return objects;
}

/** The words with which an agent is asked for the form, where its CLI has no option for that. */
export function schemaPrompt(schema: Readonly<Record<string, unknown>>): string {
  return `Answer with nothing but one JSON object that follows this JSON Schema:\n\n\`\`\`json\n${JSON.stringify(schema, undefined, 2)}\n\`\`\``;
}

/** The words with which an agent is asked again. */
export function schemaRetryPrompt(why: string): string {
  return `Your last answer doesn't follow the JSON Schema that was asked for:\n${why}\n\nAnswer again, with nothing but one JSON object that follows it.`;
}
