import type { JsonObject, PlanItem } from '@dragoman/protocol';
import { flagAt, given, numberAt, objectsAt, textAt } from '../../interpret/json-fields.js';
import {
  type CommonCall,
  firstLine,
  type PlanCall,
  planStatus,
  userQuestions,
} from '../../tools/common-call.js';

/** A call as the model made it. */
export interface NativeCall {
  readonly name: string;
  readonly args: JsonObject;
}

/** A call that keeps its name and its input. */
export function asItIs(kind: CommonCall['kind']): (call: NativeCall) => CommonCall {
  return ({ name, args }) => ({ tool_name: name, kind, parameters: args, native_name: name });
}

/** A call that has another name, and may have another input, in the common vocabulary. */
function recast(
  { name, args }: NativeCall,
  tool_name: string,
  kind: CommonCall['kind'],
  parameters: JsonObject,
): CommonCall {
  return isSame(args, parameters)
    ? { tool_name, kind, parameters, native_name: name }
    : { tool_name, kind, parameters, native_name: name, native_parameters: args };
}

/** Whether the new input has the same members as the native one. */
function isSame(args: JsonObject, parameters: JsonObject): boolean {
  for (const name in args) {
    if (args[name] !== parameters[name]) return false;
  }
  for (const name in parameters) {
    if (!(name in args)) return false;
  }
  return true;
}

/** `read_file`. Before 0.35 it counted lines from 0, and in 0.11 it called the path absolute. */
export function readFile(call: NativeCall): CommonCall {
  const file_path = pathOf(call.args);
  if (file_path === undefined) return { ...asItIs('read')(call), tool_name: 'Read' };
  return recast(call, 'Read', 'read', { file_path, ...linesOf(call.args) });
}

export function writeFile(call: NativeCall): CommonCall {
  const file_path = pathOf(call.args);
  const content = textAt(call.args, 'content');
  if (file_path === undefined || content === undefined) {
    return { ...asItIs('edit')(call), tool_name: 'Write' };
  }
  return recast(call, 'Write', 'edit', { file_path, content });
}

/** `replace`. */
export function editFile(call: NativeCall): CommonCall {
  const { args } = call;
  const file_path = pathOf(args);
  const old_string = textAt(args, 'old_string');
  const new_string = textAt(args, 'new_string');
  if (file_path === undefined || old_string === undefined || new_string === undefined) {
    return { ...asItIs('edit')(call), tool_name: 'Edit' };
  }
  const edit = { file_path, old_string, new_string };
  return recast(call, 'Edit', 'edit', isForAll(args) ? { ...edit, replace_all: true } : edit);
}

function isForAll(args: JsonObject): boolean {
  return (
    flagAt(args, 'allow_multiple') === true || (numberAt(args, 'expected_replacements') ?? 1) > 1
  );
}

function pathOf(args: JsonObject): string | undefined {
  return textAt(args, 'file_path') ?? textAt(args, 'absolute_path') ?? textAt(args, 'path');
}

function linesOf(args: JsonObject): JsonObject {
  const start = numberAt(args, 'start_line');
  const end = numberAt(args, 'end_line');
  const skipped = numberAt(args, 'offset');
  const counted = end === undefined ? undefined : end - (start ?? 1) + 1;
  return given({
    offset: start ?? (skipped === undefined ? undefined : skipped + 1),
    limit: counted ?? numberAt(args, 'limit'),
  });
}

/** `glob`. */
export function findFiles(call: NativeCall): CommonCall {
  const pattern = textAt(call.args, 'pattern');
  if (pattern === undefined) return { ...asItIs('search')(call), tool_name: 'Glob' };
  return recast(call, 'Glob', 'search', given({ pattern, path: folderOf(call) }));
}

/** `list_directory`: all entries of a folder. */
export function listFolder(call: NativeCall): CommonCall {
  return recast(call, 'Glob', 'search', given({ pattern: '*', path: folderOf(call) }));
}

/** `grep_search`, which was `search_file_content`. */
export function searchText(call: NativeCall): CommonCall {
  const { args } = call;
  const pattern = textAt(args, 'pattern');
  if (pattern === undefined) return { ...asItIs('search')(call), tool_name: 'Grep' };
  const parameters = given({
    pattern,
    path: folderOf(call),
    glob: textAt(args, 'include_pattern') ?? textAt(args, 'include'),
    output_mode: flagAt(args, 'names_only') === true ? 'files_with_matches' : undefined,
    '-A': numberAt(args, 'after'),
    '-B': numberAt(args, 'before'),
    '-C': numberAt(args, 'context'),
  });
  return recast(call, 'Grep', 'search', parameters);
}

function folderOf({ args }: NativeCall): string | undefined {
  return textAt(args, 'dir_path') ?? textAt(args, 'path');
}

/** `run_shell_command`. Where it runs stays in the native input. */
export function commandCall(call: NativeCall): CommonCall {
  const command = textAt(call.args, 'command');
  if (command === undefined) return { ...asItIs('command')(call), tool_name: 'Bash' };
  const parameters: JsonObject = { command };
  const description = textAt(call.args, 'description');
  if (description !== undefined) parameters.description = description;
  if (flagAt(call.args, 'is_background') === true) parameters.run_in_background = true;
  return recast(call, 'Bash', 'command', parameters);
}

/** `ask_user`. */
export function askUser(call: NativeCall): CommonCall {
  const questions = userQuestions(call.args);
  return questions === undefined
    ? asItIs('other')(call)
    : recast(call, 'AskUserQuestion', 'other', { questions });
}

const URL_IN_TEXT = /https?:\/\/[^\s<>"'`)\]]+/;

/** `web_fetch`: the pages are named somewhere in its prompt. */
export function fetchPage(call: NativeCall): CommonCall {
  const prompt = textAt(call.args, 'prompt');
  const url = textAt(call.args, 'url') ?? URL_IN_TEXT.exec(prompt ?? '')?.[0];
  if (url === undefined) return { ...asItIs('web')(call), tool_name: 'WebFetch' };
  return recast(call, 'WebFetch', 'web', prompt === undefined ? { url } : { url, prompt });
}

/** `google_web_search`. */
export function searchWeb(call: NativeCall): CommonCall {
  const query = textAt(call.args, 'query');
  if (query === undefined) return { ...asItIs('web')(call), tool_name: 'WebSearch' };
  return recast(call, 'WebSearch', 'web', { query });
}

/** What the agents call the parameter that holds the task. */
const PROMPTS = ['prompt', 'objective', 'request', 'question', 'query', 'task'];

/** A call that starts a sub-agent: it names one, or, in older versions, the tool is the agent. */
export function taskCall(call: NativeCall): CommonCall {
  const { name, args } = call;
  const prompt = promptOf(args);
  if (prompt === undefined) return { ...asItIs('task')(call), tool_name: 'Task' };
  const subagent_type = textAt(args, 'agent_name') ?? name;
  const parameters = { subagent_type, description: firstLine(prompt), prompt };
  return recast(call, 'Task', 'task', parameters);
}

function promptOf(args: JsonObject): string | undefined {
  const name = PROMPTS.find((key) => textAt(args, key) !== undefined);
  return name === undefined ? undefined : textAt(args, name);
}

/** `write_todos`: the whole list each time. */
export function planCall(call: NativeCall): PlanCall | CommonCall {
  const { args } = call;
  if (!Array.isArray(args.todos)) return { ...asItIs('plan')(call), tool_name: 'TodoWrite' };
  const plan = objectsAt(args, 'todos').flatMap(readItem);
  const todos = plan.map(({ text, status }) => ({ content: text, status, activeForm: text }));
  return { plan, call: recast(call, 'TodoWrite', 'plan', { todos }) };
}

function readItem(todo: JsonObject): PlanItem[] {
  const text = textAt(todo, 'description');
  if (text === undefined) return [];
  // Gemini CLI also has `blocked`: such an item is still to be done.
  return [{ text, status: planStatus(textAt(todo, 'status')) ?? 'pending' }];
}
