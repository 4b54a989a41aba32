import { DragomanError, isJsonObject, type JsonObject, writeJson } from '@dragoman/protocol';
import { errorMessage } from '@dragoman/protocol/internal';
import { z } from 'zod';

/** The name of the tool server through which an agent reaches the tools of the caller. */
export { callerServerName } from '@dragoman/protocol/internal';

/** The schema of a tool's input, which is an object: a JSON Schema, or a schema of Zod 4. */
export type ToolSchema = Readonly<JsonObject> | z.ZodType;

/** What `execute` gets: what a Zod schema that is known parsed, or else an object of any fields. */
export type ExecuteInput<Schema extends ToolSchema> = z.ZodType extends Schema
  ? JsonObject
  : Schema extends z.ZodType
    ? z.output<Schema>
    : JsonObject;

/** A tool that the caller of a turn executes. The agent sees it as `mcp__caller__<name>`. */
export interface CallerTool<Schema extends ToolSchema = ToolSchema> {
  /** Letters, digits, `_` and `-`, at most 51, beginning with a letter or `_`. */
  readonly name: string;
  /** What the model reads about it. */
  readonly description?: string | undefined;
  readonly inputSchema: Schema;
  /**
   * Runs the tool. What it returns is the answer, as JSON; what it throws is the error of the call. With
   * a Zod schema it gets what the schema parsed. Absent: the call waits for `answer` of the turn.
   */
  execute?(input: ExecuteInput<Schema>, call: ToolCall): unknown;
  /**
   * Whether somebody has to approve each call, by an answer with `approved`, before it is executed.
   * Default: false.
   */
  readonly needsApproval?: boolean | undefined;
  /** How long an answer may take before the call fails. Default: ten minutes. */
  readonly timeoutMs?: number | undefined;
  /** The event that a call becomes. Default: `tool_request`. */
  readonly event?: 'tool_request' | 'snapshot_request' | 'execute_request' | undefined;
  /** Says what is wrong with an output. The agent gets that instead. */
  readonly checkOutput?: ((output: unknown) => string | undefined) | undefined;
}

/** One call of a tool, as its `execute` sees it. */
export interface ToolCall {
  readonly requestId: string;
  /** Aborted when nobody waits for the answer any more: the turn ended, or the time was over. */
  readonly signal: AbortSignal;
}

/** The schema of a tool's input as JSON Schema. Throws where Zod can't write it as one. */
export function inputSchemaOf({ inputSchema }: Pick<CallerTool, 'inputSchema'>): JsonObject {
  if (!isZod(inputSchema)) return { ...inputSchema };
  return { ...z.toJSONSchema(inputSchema, { io: 'input' }) };
}

/** Also where another copy of Zod made it. */
export function isZod(schema: CallerTool['inputSchema']): schema is z.ZodType {
  return '_zod' in schema;
}

/** With `mcp__caller__` before it no longer than the 64 characters that every model takes. */
const NAME = /^[A-Za-z_][A-Za-z0-9_-]{0,50}$/;

const WRONG_SCHEMA =
  'its inputSchema must be a JSON Schema of the type "object", or a Zod schema of an object.';

/** Refuses tools that no agent could be offered, with the code `invalid_request`. */
export function checkTools(tools: readonly CallerTool[]): void {
  const names = new Set<string>();
  for (const tool of tools) {
    const { name, timeoutMs } = tool;
    if (!NAME.test(name)) {
      const rule = 'at most 51 letters, digits, "_" and "-", of which the first is a letter or "_"';
      throw refused(name, `its name must be ${rule}.`);
    }
    if (names.has(name)) throw refused(name, 'there is another of that name.');
    names.add(name);
    if (timeoutMs !== undefined && !(timeoutMs > 0)) {
      throw refused(name, 'its timeoutMs must be more than nothing.');
    }
    checkSchema(tool);
  }
}

function checkSchema(tool: CallerTool): void {
  const { name, inputSchema } = tool;
  if (!isJsonObject(inputSchema)) throw refused(name, WRONG_SCHEMA);
  if ('_def' in inputSchema && !isZod(inputSchema)) {
    throw refused(name, 'its inputSchema is one of an older Zod. Take Zod 4, or a JSON Schema.');
  }
  const schema = written(tool);
  if ((schema.type ?? 'object') !== 'object') throw refused(name, WRONG_SCHEMA);
}

function written(tool: CallerTool): JsonObject {
  const { name } = tool;
  try {
    const schema = inputSchemaOf(tool);
    writeJson(schema, { strict: true });
    return schema;
  } catch (error) {
    throw refused(name, `its inputSchema can't be written as JSON: ${errorMessage(error)}`);
  }
}

function refused(name: string, why: string): DragomanError {
  const message = `The tool ${JSON.stringify(name)} can't be offered: ${why}`;
  return new DragomanError('invalid_request', message);
}
