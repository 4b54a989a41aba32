import type { ToolKind } from '@dragoman/protocol';
import { type CommonCall, parametersOf } from '../../tools/common-call.js';

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

/** Tools with another common name. Those that the provider runs have names of the provider. */
const COMMON_NAMES: ReadonlyMap<string, string> = new Map([
  ['Agent', 'Task'],
  ['web_search', 'WebSearch'],
  ['web_fetch', 'WebFetch'],
]);

/** A call in the common vocabulary, which is Claude's: inputs stay as they are. */
export function readCall(name: string, input: unknown): CommonCall {
  const common = COMMON_NAMES.get(name);
  const tool_name = common ?? name;
  const call = { tool_name, kind: kindOfTool(tool_name), parameters: parametersOf(input) };
  return common === undefined ? call : { ...call, native_name: name };
}

/** What sort of work a tool does, by its common name. */
function kindOfTool(name: string): ToolKind {
  return KINDS.get(name) ?? (name.startsWith(MCP_PREFIX) ? 'mcp' : 'other');
}
