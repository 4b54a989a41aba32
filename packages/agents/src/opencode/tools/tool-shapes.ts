import type { ToolKind } from '@dragoman/protocol';

/** How a tool of OpenCode is called in the common vocabulary, and what its input is called there. */
export interface ToolShape {
  readonly tool_name: string;
  readonly kind: ToolKind;
  /** The common names of its parameters, by OpenCode's names. Absent: the input stays as it is. */
  readonly takes?: Readonly<Record<string, string>>;
  /** The parameters, by OpenCode's names, that a call must have. Without them its input stays as it is. */
  readonly needs?: readonly string[];
}

/** A tool that has no common name. */
const own = (tool_name: string, kind: ToolKind = 'other'): ToolShape => ({ tool_name, kind });

/** The tools that OpenCode has had, in all recorded versions; plans and patches are read apart. */
export const toolShapes: Readonly<Record<string, ToolShape>> = {
  bash: {
    tool_name: 'Bash',
    kind: 'command',
    takes: { command: 'command', description: 'description', timeout: 'timeout' },
    needs: ['command'],
  },
  read: {
    tool_name: 'Read',
    kind: 'read',
    takes: { filePath: 'file_path', offset: 'offset', limit: 'limit' },
    needs: ['filePath'],
  },
  write: {
    tool_name: 'Write',
    kind: 'edit',
    takes: { filePath: 'file_path', content: 'content' },
    needs: ['filePath', 'content'],
  },
  edit: {
    tool_name: 'Edit',
    kind: 'edit',
    takes: {
      filePath: 'file_path',
      oldString: 'old_string',
      newString: 'new_string',
      replaceAll: 'replace_all',
    },
    needs: ['filePath', 'oldString', 'newString'],
  },
  multiedit: own('multiedit', 'edit'),
  glob: {
    tool_name: 'Glob',
    kind: 'search',
    takes: { pattern: 'pattern', path: 'path' },
    needs: ['pattern'],
  },
  grep: {
    tool_name: 'Grep',
    kind: 'search',
    takes: { pattern: 'pattern', path: 'path', include: 'glob' },
    needs: ['pattern'],
  },
  webfetch: { tool_name: 'WebFetch', kind: 'web', takes: { url: 'url' }, needs: ['url'] },
  websearch: { tool_name: 'WebSearch', kind: 'web', takes: { query: 'query' }, needs: ['query'] },
  codesearch: own('codesearch', 'web'),
  task: {
    tool_name: 'Task',
    kind: 'task',
    takes: {
      description: 'description',
      prompt: 'prompt',
      subagent_type: 'subagent_type',
      task_id: 'resume',
    },
    needs: ['description', 'prompt'],
  },
  todoread: own('todoread', 'plan'),
  skill: own('skill'),
  lsp: own('lsp', 'search'),
  lsp_hover: own('lsp_hover', 'search'),
  lsp_diagnostics: own('lsp_diagnostics', 'search'),
  batch: own('batch'),
  execute: own('execute'),
  plan_enter: own('plan_enter', 'plan'),
  plan_exit: own('plan_exit', 'plan'),
  list_mcp_resources: own('list_mcp_resources', 'mcp'),
  list_mcp_resource_templates: own('list_mcp_resource_templates', 'mcp'),
  read_mcp_resource: own('read_mcp_resource', 'mcp'),
  StructuredOutput: own('StructuredOutput'),
};
