import { type FormTool, formOutputFault, formTools } from '@dragoman/protocol/http';
import type { CallerTool } from './caller-tool.js';

/** Shows the agent the form in a page: `{ instruction, document? }` gives `{ fields }`. */
export const getFormSnapshot = callerTool(formTools.getFormSnapshot);

/** Acts on the form in a page: `{ actions, fields }` gives `{ report }`. */
export const executeFormActions = callerTool(formTools.executeFormActions);

function callerTool(tool: FormTool): CallerTool {
  const { name, description, event } = tool;
  return {
    name,
    description,
    event,
    get inputSchema() {
      return tool.inputSchema;
    },
    checkOutput: (output) => formOutputFault(tool, output),
  };
}
