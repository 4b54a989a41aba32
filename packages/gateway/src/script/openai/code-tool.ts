import type { OfferedTool, ToolCall } from '../reply.js';

/**
 * For its newest models Codex (from 0.144) offers one custom tool that runs JavaScript, and
 * describes all others as functions to be called from there. This file reads and writes that.
 */
const DECLARATION = /declare const tools: \{ (\w+)\((\w+)\??: (string\b)?/g;

/** The tools that a code tool's description declares; none for any other tool. */
export function nestedTools(codeTool: string, description: string): OfferedTool[] {
  return [...description.matchAll(DECLARATION)].map(([, name = '', , text]) => ({
    name,
    form: text === undefined ? 'function' : 'custom',
    nested: { name: codeTool },
    properties: [],
    required: [],
  }));
}

/** The code that calls a nested tool and hands its result to the model. */
export function codeFor({ name, form, arguments: args }: ToolCall): string {
  const argument = form === 'custom' ? args.input : args;
  return `text(await tools.${name}(${JSON.stringify(argument)}));`;
}
