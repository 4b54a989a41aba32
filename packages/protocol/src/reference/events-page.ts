import { z } from 'zod';
import { DragomanError } from '../errors.js';
import { type DragomanEvent, eventSchemas } from '../event/dragoman-event.js';
import { eventTraits } from '../event/event-traits.js';
import { parseEvent } from '../event/parse-event.js';
import { isJsonObject, type JsonObject } from '../json/parse-json.js';
import { encodeEvent } from '../ndjson/encode-event.js';

const INTRODUCTION = `# The event language

<!-- Generated from packages/protocol/src: the schemas in event, the prose in reference. Change those, then run \`npm run docs\`. -->

What an agent does, live or in a saved session, is written in this one language: NDJSON, one JSON object
a line, UTF-8, \`type\` first.

- A reader ignores types and fields it doesn't know. New ones may be added at any time; the meaning of
  those that exist does not change.
- No line holds a raw newline. A line longer than 16 MiB is skipped by readers, and reported.
- A field marked *optional* may be absent. Absent means unknown or not applicable, never zero or empty.
- A turn ends with exactly one \`end\`, always last, whatever was killed. A failure is never dressed as
  success. How the verdict is found: [decision 012](decisions/012-one-table-for-the-outcome.md).
- Events of a journal carry no secrets: each is replaced with \`[redacted]\`. Counts of tokens stay.
`;

/** The events that end a text without an id. */
const INTERRUPTS = Object.entries(eventTraits)
  .filter(([, { interruptsText }]) => interruptsText === 'in its chain')
  .map(([type]) => `\`${type}\``);

/**
 * Plain JavaScript, so that it can be copied anywhere. A test runs it, as the page shows it, on every
 * recording of every agent.
 */
const TEXT_READER = `export function readTexts(ndjson) {
  const texts = new Map(); // by id, in the order in which they begin
  for (const line of ndjson.split('\\n')) {
    if (line === '') continue;
    const { type, role, content, delta, id = Symbol() } = JSON.parse(line);
    if (type !== 'message' || role !== 'assistant') continue;
    texts.set(id, delta ? (texts.get(id) ?? '') + content : content);
  }
  return [...texts.values()].filter((text) => text !== '');
}
`;

const TEXTS = `## Texts

A \`message\` or a \`reasoning\` is a whole text, or a piece of one (\`delta: true\`). A text that comes in
pieces has an \`id\`, unique in its session; a whole one may have one. **Pieces with one \`id\` append.** What
a CLI repeats as a whole after its pieces is not repeated; what only the whole knows (a signature, a
model, a stop reason) comes with a last, empty piece. **Only a whole text that differs from its pieces
comes after them: with their \`id\` and \`replaces: true\`, and it replaces them.** So \`text += content\` over
the assistant's events is right except in that case. This reader is right for all that Dragoman writes:

\`\`\`js
${TEXT_READER}\`\`\`

Programs other than Dragoman may write pieces without an \`id\`. Such a piece continues the latest text of
the same \`type\`, \`role\` and \`parent_tool_id\`, unless a \`turn\`, an \`end\`, or one of these came in between
with the same \`parent_tool_id\`: ${INTERRUPTS.join(', ')}. A whole text without an \`id\` that begins with
such an open text completes it. \`createTextAssembler\` follows both rules, and \`reduce\` makes messages of
all events.
`;

const JOURNAL = `## The journal

Every event may carry the two fields of the journal, which the tables below leave out. There they come
right after \`type\`, so that a reader finds them without parsing the rest. A reader who knows \`seq\` *n*
asks for what comes after *n*; damaged lines of a journal are replaced with one \`error\` with the code
\`journal_damaged\` and the last \`seq\` of them.
`;

const RUNS = `## Runs

Events whose type begins with \`run.\`, \`strategy.\` or \`task.\` stand in the log of a run, which has the
fields and the rules of a journal, and in no turn. Only the run writes them. A log names the turns of its
tasks (\`task.turn\`) and repeats nothing of their journals: \`finalMessage\` reads what an agent said last.

- An event comes before what it announces: a turn begins after its \`task.turn\`, commits become a branch
  after their \`task.importing\`.
- Each task has one \`task.scheduled\` and, once it is over, exactly one of \`task.completed\`,
  \`task.failed\` and \`task.canceled\`.
- A log has no \`end\`. Its last word may be anything, where a run was stopped, and a run that is done may
  still go on.
`;

const ENVELOPE_FIELDS = ['seq', 'ts'];

/** The reference page of the event language, in Markdown, made from the schemas. */
export function eventsPage(): string {
  const sections = Object.entries(eventSchemas).map(([type, schema]) => eventSection(type, schema));
  const contents = Object.keys(eventSchemas).map((type) => `[\`${type}\`](#${anchorOf(type)})`);
  return [
    INTRODUCTION,
    TEXTS,
    JOURNAL,
    fieldTable(envelopeSchema(), ENVELOPE_FIELDS),
    RUNS,
    `The events: ${contents.join(' · ')}\n`,
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
  const table = names.length === 0 ? 'It has no other fields.\n' : fieldTable(json, names);
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

/** A JSON Schema as a short type in the words of the page: `string`, `"a" or "b"`, `{ path: string }[]`. */
export function typeText(schema: unknown): string {
  return alternativesOf(schema).join(' or ');
}

function alternativesOf(schema: unknown): string[] {
  if (!isJsonObject(schema)) return ['any'];
  if ('const' in schema) return [JSON.stringify(schema.const)];
  if (Array.isArray(schema.enum)) return schema.enum.map((value) => JSON.stringify(value));
  const variants = schema.anyOf ?? schema.oneOf;
  if (Array.isArray(variants)) return variants.flatMap(alternativesOf);
  if (Array.isArray(schema.type)) return schema.type.map(String);
  return [plainType(schema)];
}

function plainType(schema: JsonObject): string {
  if (schema.type === 'array') return arrayText(alternativesOf(schema.items));
  if (schema.type === 'object' && isJsonObject(schema.properties)) {
    return objectText(schema.properties, schema.required);
  }
  return typeof schema.type === 'string' ? schema.type : 'any';
}

function arrayText(items: readonly string[]): string {
  return items.length === 1 ? `${items[0]}[]` : `(${items.join(' or ')})[]`;
}

function objectText(properties: JsonObject, required: unknown): string {
  const names = Array.isArray(required) ? required : [];
  const members = Object.entries(properties).map(
    ([name, member]) => `${name}${names.includes(name) ? '' : '?'}: ${typeText(member)}`,
  );
  return `{ ${members.join(', ')} }`;
}
