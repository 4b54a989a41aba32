import { DragomanError, errorMessage, isJsonObject, writeJson } from '@dragoman/protocol';
import type { CallerTool } from './caller-tool.js';

/** With `mcp__caller__` before it no longer than the 64 characters that every model takes. */
const NAME = /^[A-Za-z_][A-Za-z0-9_-]{0,50}$/;

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

function checkSchema({ name, inputSchema }: CallerTool): void {
  if (!isJsonObject(inputSchema) || (inputSchema.type ?? 'object') !== 'object') {
    throw refused(name, 'its inputSchema must be a JSON Schema of the type "object".');
  }
  try {
    writeJson(inputSchema, { strict: true });
  } catch (error) {
    throw refused(name, `its inputSchema can't be written as JSON: ${errorMessage(error)}`);
  }
}

function refused(name: string, why: string): DragomanError {
  const message = `The tool ${JSON.stringify(name)} can't be offered: ${why}`;
  return new DragomanError('invalid_request', message);
}
