import type { ToolKind } from '@dragoman/protocol';

const MCP_PREFIX = 'mcp__';

/** What sort of work each of Claude's tools does, those of all versions. */
const KINDS: ReadonlyMap<string, ToolKind> = new Map<string, ToolKind>([
  ['Bash', 'command'],
  ['BashOutput', 'command'],
  ['KillBash', 'command'],
  ['KillShell', 'command'],
  ['Monitor', 'command'],
  ['PowerShell', 'command'],
  ['REPL', 'command'],
  ['TaskOutput', 'command'],
  ['TaskStop', 'command'],
  ['LS', 'read'],
  ['NotebookRead', 'read'],
  ['Read', 'read'],
  ['Edit', 'edit'],
  ['MultiEdit', 'edit'],
  ['NotebookEdit', 'edit'],
  ['Write', 'edit'],
  ['Glob', 'search'],
  ['Grep', 'search'],
  ['LSP', 'search'],
  ['ToolSearch', 'search'],
  ['WebFetch', 'web'],
  ['WebSearch', 'web'],
  ['EnterPlanMode', 'plan'],
  ['ExitPlanMode', 'plan'],
  ['exit_plan_mode', 'plan'],
  ['TaskCreate', 'plan'],
  ['TaskGet', 'plan'],
  ['TaskList', 'plan'],
  ['TaskUpdate', 'plan'],
  ['TodoRead', 'plan'],
  ['TodoWrite', 'plan'],
  ['SendMessage', 'task'],
  ['Task', 'task'],
  ['TeamCreate', 'task'],
  ['TeamDelete', 'task'],
  ['Workflow', 'task'],
  ['ListMcpResourcesTool', 'mcp'],
  ['ReadMcpResourceTool', 'mcp'],
]);

/** What sort of work a tool does, by its common name. */
export function kindOfTool(name: string): ToolKind {
  return KINDS.get(name) ?? (name.startsWith(MCP_PREFIX) ? 'mcp' : 'other');
}
