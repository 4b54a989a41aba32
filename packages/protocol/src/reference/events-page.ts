import { z } from 'zod';
import { DragomanError } from '../dragoman-error.js';
import { type DragomanEvent, eventSchemas } from '../event/dragoman-event.js';
import { parseEvent } from '../event/parse-event.js';
import { isJsonObject, type JsonObject } from '../json/json-object.js';
import { encodeEvent } from '../ndjson/encode-event.js';
import { typeText } from './type-text.js';

const INTRODUCTION = `# The event language

<!-- Generated from the schemas in packages/protocol/src/event. Change those, then run \`npm run docs\`. -->

Whatever an agent does, live or in a saved session, Dragoman tells it in this one language: NDJSON,
one JSON object a line, UTF-8, \`type\` first.

- A reader ignores types and fields it doesn't know. New ones may be added at any time; the meaning of
  those that exist does not change.
- No line holds a raw newline. A line longer than 16 MiB is skipped by readers, and reported.
- A field marked *optional* may be absent. Absent means unknown or not applicable, never zero or empty.
- A turn ends with exactly one \`end\`, always last, whatever was killed. A failure is never dressed as
  success. How the verdict is found: [decision 012](decisions/012-one-table-for-the-outcome.md).
- Events of a journal carry no secrets: \`[redacted]\` stands in their place. Counts of tokens stay.

Every event may carry the two fields of the journal, which the tables below leave out. There they come
right after \`type\`, so that a reader finds its place without parsing the rest. A reader who knows \`seq\`
*n* asks for what comes after *n*; where lines of a journal are damaged, one \`error\` with the code
\`journal_damaged\` and the last \`seq\` of them stands in their place.
`;

const ENVELOPE_FIELDS = ['seq', 'ts'];

/** The reference page of the event language, in Markdown, made from the schemas themselves. */
export function eventsPage(): string {
  const sections = Object.entries(eventSchemas).map(([type, schema]) => eventSection(type, schema));
  const contents = Object.keys(eventSchemas).map((type) => `[\`${type}\`](#${anchorOf(type)})`);
  return [
    INTRODUCTION,
    fieldTable(envelopeSchema(), ENVELOPE_FIELDS),
    `\nThe events: ${contents.join(' · ')}\n`,
    ...sections,
  ].join('\n');
}

/** The example lines of the page, by event type. */
export function exampleEvents(): DragomanEvent[] {
  return Object.values(eventSchemas).map(exampleOf);
}

function eventSection(type: string, schema: z.ZodObject): string {
  const json: JsonObject = z.toJSONSchema(schema, { unrepresentable: 'any', io: 'output' });
  const hidden = ['type', ...ENVELOPE_FIELDS];
  const names = Object.keys(schema.shape).filter((name) => !hidden.includes(name));
  const table = names.length === 0 ? 'It has no fields of its own.\n' : fieldTable(json, names);
  const example = encodeEvent(exampleOf(schema));
  return `## \`${type}\`\n\n${json.description}\n\n${table}\n\`\`\`json\n${example}\`\`\`\n`;
}

function fieldTable(json: JsonObject, names: readonly string[]): string {
  const properties = isJsonObject(json.properties) ? json.properties : {};
  const required = Array.isArray(json.required) ? json.required : [];
  const rows = names.map((name) => {
    const property = properties[name];
    const meaning = isJsonObject(property) ? property.description : '';
    const optional = required.includes(name) ? '' : ', *optional*';
    return `| \`${name}\` | \`${typeText(property)}\`${optional} | ${meaning} |\n`;
  });
  return `| field | type | meaning |\n|---|---|---|\n${rows.join('')}`;
}

function envelopeSchema(): JsonObject {
  return z.toJSONSchema(eventSchemas.ping, { unrepresentable: 'any', io: 'output' });
}

function exampleOf(schema: z.ZodObject): DragomanEvent {
  const examples = schema.meta()?.examples;
  const parsed = parseEvent(Array.isArray(examples) ? examples[0] : undefined);
  if (parsed.ok) return parsed.event;
  throw new DragomanError(
    'invalid_example',
    `The example of an event is no event: ${JSON.stringify(parsed)}`,
  );
}

function anchorOf(type: string): string {
  return type.replace('.', '');
}
