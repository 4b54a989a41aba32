import { isJsonObject, type JsonObject } from '@dragoman/protocol';
import { errorMessage } from '@dragoman/protocol/internal';
import { type CallerTool, isZod, type ToolCall } from './caller-tool.js';
import { type WrittenAnswer, writtenAnswer } from './tool-answer.js';

/** A tool that answers its calls. */
type ExecutableTool = CallerTool & Required<Pick<CallerTool, 'execute'>>;

export function isExecutable(tool: CallerTool): tool is ExecutableTool {
  return tool.execute !== undefined;
}

/** Runs a tool. Never rejects: an input that its schema refuses and an error that it throws are answers. */
export async function executeTool(
  tool: ExecutableTool,
  input: JsonObject,
  call: ToolCall,
): Promise<WrittenAnswer> {
  try {
    return writtenAnswer({ output: await tool.execute(await parsedInput(tool, input), call) });
  } catch (error) {
    return writtenAnswer({ error: errorMessage(error) });
  }
}

async function parsedInput(tool: CallerTool, input: JsonObject): Promise<JsonObject> {
  const { name, inputSchema } = tool;
  if (!isZod(inputSchema)) return input;
  const parsed = await inputSchema.safeParseAsync(input);
  if (parsed.success) {
    if (isJsonObject(parsed.data)) return parsed.data;
    throw new Error(`The schema of ${name} makes no object of its input.`);
  }
  const issues = parsed.error.issues.map(({ path, message }) => `${path.join('.')}: ${message}`);
  throw new Error(`The input of ${name} is not valid: ${issues.join('; ')}.`);
}
