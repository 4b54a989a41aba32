import { type CommonCall, mcpToolName, type PlanCall } from '../../tools/common-call.js';
import {
  asItIs,
  askUser,
  commandCall,
  editFile,
  fetchPage,
  findFiles,
  listFolder,
  type NativeCall,
  planCall,
  readFile,
  searchText,
  searchWeb,
  taskCall,
  writeFile,
} from './own-calls.js';

type Reading = (call: NativeCall) => CommonCall | PlanCall;

/** How the built-in tools of all versions are read, by native name. */
const READINGS: ReadonlyMap<string, Reading> = new Map<string, Reading>([
  ['run_shell_command', commandCall],
  ['list_background_processes', asItIs('command')],
  ['read_background_output', asItIs('command')],
  ['read_file', readFile],
  ['read_many_files', asItIs('read')],
  ['write_file', writeFile],
  ['replace', editFile],
  ['glob', findFiles],
  ['list_directory', listFolder],
  ['grep_search', searchText],
  ['search_file_content', searchText],
  ['web_fetch', fetchPage],
  ['google_web_search', searchWeb],
  ['write_todos', planCall],
  ['invoke_agent', taskCall],
  ['delegate_to_agent', taskCall],
  ['codebase_investigator', taskCall],
  ['cli_help', taskCall],
  ['introspection_agent', taskCall],
  ['generalist', taskCall],
  ['browser_agent', taskCall],
  ['complete_task', asItIs('task')],
  ['ask_user', askUser],
  ['get_internal_docs', asItIs('read')],
  ['save_memory', asItIs('other')],
  ['update_topic', asItIs('other')],
  ['activate_skill', asItIs('other')],
  ['enter_plan_mode', asItIs('other')],
  ['exit_plan_mode', asItIs('other')],
  ['tracker_create_task', asItIs('other')],
  ['tracker_update_task', asItIs('other')],
  ['tracker_get_task', asItIs('other')],
  ['tracker_list_tasks', asItIs('other')],
  ['tracker_add_dependency', asItIs('other')],
  ['tracker_visualize', asItIs('other')],
  ['read_mcp_resource', asItIs('mcp')],
  ['list_mcp_resources', asItIs('mcp')],
]);

/**
 * A call of any tool, in the common vocabulary. What has no common form keeps its name and input.
 *
 * @param displayName what a person is shown of the tool, where the view says so.
 */
export function toCommonCall(call: NativeCall, displayName?: string): CommonCall | PlanCall {
  const reading = READINGS.get(call.name);
  return reading === undefined ? foreignCall(call, displayName) : reading(call);
}

/** A call of a tool that isn't built in. */
function foreignCall(call: NativeCall, displayName: string | undefined): CommonCall {
  const shown = displayName === undefined ? undefined : mcpNameShown(displayName);
  const name = mcpNameOf(call.name) ?? shown;
  if (name === undefined) return asItIs('other')(call);
  return { ...asItIs('mcp')(call), tool_name: name };
}

const PREFIX = 'mcp_';
const OLD_SEPARATOR = '__';
const DISPLAY_END = ' MCP Server)';

/**
 * The common name of an MCP tool, or undefined for a tool of which the name doesn't say that it is
 * one. Gemini CLI itself takes what comes before the first `_` of `mcp_server_tool` for the server;
 * before 0.33 it wrote `server__tool`, and only `tool` where no other server had one of that name.
 */
function mcpNameOf(name: string): string | undefined {
  if (name.startsWith(PREFIX)) return split(name.slice(PREFIX.length), '_');
  return split(name, OLD_SEPARATOR);
}

function split(name: string, separator: string): string | undefined {
  const at = name.indexOf(separator);
  const tool = name.slice(at + separator.length);
  return at > 0 && tool !== '' ? mcpToolName(name.slice(0, at), tool) : undefined;
}

/** The same by what a person is shown of the tool: `echo (demo MCP Server)`. */
function mcpNameShown(displayName: string): string | undefined {
  if (!displayName.endsWith(DISPLAY_END)) return undefined;
  const at = displayName.lastIndexOf(' (');
  if (at < 1) return undefined;
  const server = displayName.slice(at + 2, -DISPLAY_END.length);
  return server === '' ? undefined : mcpToolName(server, displayName.slice(0, at));
}
