import type { JsonObject } from '@dragoman/protocol';
import { flagAt, textAt } from '../../interpret/json-fields.js';
import type { CommonCall, PlanCall } from '../../tools/common-call.js';
import { userQuestions } from '../../tools/user-questions.js';
import { editFile, readFile, writeFile } from './file-calls.js';
import { mcpNameOf, mcpNameShown } from './mcp-name.js';
import { asItIs, type NativeCall, recast } from './native-call.js';
import { planCall } from './plan-call.js';
import { findFiles, listFolder, searchText } from './search-calls.js';
import { taskCall } from './task-call.js';
import { fetchPage, searchWeb } from './web-calls.js';

type Reading = (call: NativeCall) => CommonCall | PlanCall;

/** Every tool of Gemini CLI's own that any version has, by its native name. */
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
 * A call of any tool, in the common vocabulary. What has no common form keeps its own.
 *
 * @param displayName what a person is shown of the tool, where the view says so.
 */
export function toCommonCall(call: NativeCall, displayName?: string): CommonCall | PlanCall {
  const reading = READINGS.get(call.name);
  return reading === undefined ? foreignCall(call, displayName) : reading(call);
}

/** A call of a tool that isn't Gemini CLI's own. */
function foreignCall(call: NativeCall, displayName: string | undefined): CommonCall {
  const shown = displayName === undefined ? undefined : mcpNameShown(displayName);
  const name = mcpNameOf(call.name) ?? shown;
  if (name === undefined) return asItIs('other')(call);
  return { ...asItIs('mcp')(call), tool_name: name };
}

/** `run_shell_command`. Where it runs stays in the native input. */
function commandCall(call: NativeCall): CommonCall {
  const command = textAt(call.args, 'command');
  if (command === undefined) return { ...asItIs('command')(call), tool_name: 'Bash' };
  const parameters: JsonObject = { command };
  const description = textAt(call.args, 'description');
  if (description !== undefined) parameters.description = description;
  if (flagAt(call.args, 'is_background') === true) parameters.run_in_background = true;
  return recast(call, 'Bash', 'command', parameters);
}

function askUser(call: NativeCall): CommonCall {
  const questions = userQuestions(call.args);
  return questions === undefined
    ? asItIs('other')(call)
    : recast(call, 'AskUserQuestion', 'other', { questions });
}
