import type { JsonObject, ToolKind } from '@dragoman/protocol';
import { flagAt, numberAt } from '../../interpret/json-fields.js';
import {
  type CommonCall,
  firstLine,
  mcpNameIn,
  mcpToolName,
  type PlanCall,
  userQuestions,
} from '../../tools/common-call.js';
import {
  type NativeCall,
  recast,
  shapedCall,
  type ToolShape,
  textOf,
  todosCall,
} from '../../tools/tool-shape.js';

const PATH = textOf('file_path', 'absolute_path', 'path');
const FOLDER = textOf('dir_path', 'path');
const URL_IN_TEXT = /https?:\/\/[^\s<>"'`)\]]+/;
/** What the agents call the parameter that holds the task. */
const TASK = textOf('prompt', 'objective', 'request', 'question', 'query', 'task');

const searchShape: ToolShape = {
  tool_name: 'Grep',
  kind: 'search',
  takes: {
    pattern: textOf('pattern'),
    path: FOLDER,
    glob: textOf('include_pattern', 'include'),
    output_mode: (input) => (flagAt(input, 'names_only') ? 'files_with_matches' : undefined),
    '-A': (input) => numberAt(input, 'after'),
    '-B': (input) => numberAt(input, 'before'),
    '-C': (input) => numberAt(input, 'context'),
  },
  needs: ['pattern'],
};

/** A call that starts a sub-agent: it names one, or, in older versions, the tool is the agent. */
const taskShape: ToolShape = {
  tool_name: 'Task',
  kind: 'task',
  takes: {
    subagent_type: (input, tool) => textOf('agent_name')(input) ?? tool,
    description: (input) => firstLine(TASK(input) ?? ''),
    prompt: TASK,
  },
  needs: ['prompt'],
};

/** The built-in tools of all versions that have a common form, by native name. */
const SHAPES: ReadonlyMap<string, ToolShape> = new Map(
  Object.entries<ToolShape>({
    run_shell_command: {
      tool_name: 'Bash',
      kind: 'command',
      // Where it runs stays in the native input.
      takes: {
        command: textOf('command'),
        description: textOf('description'),
        run_in_background: (input) => flagAt(input, 'is_background') || undefined,
      },
      needs: ['command'],
    },
    read_file: {
      tool_name: 'Read',
      kind: 'read',
      takes: { file_path: PATH, offset: firstLineRead, limit: linesRead },
      needs: ['file_path'],
    },
    write_file: {
      tool_name: 'Write',
      kind: 'edit',
      takes: { file_path: PATH, content: textOf('content') },
      needs: ['file_path', 'content'],
    },
    replace: {
      tool_name: 'Edit',
      kind: 'edit',
      takes: {
        file_path: PATH,
        old_string: textOf('old_string'),
        new_string: textOf('new_string'),
        replace_all: (input) => isForAll(input) || undefined,
      },
      needs: ['file_path', 'old_string', 'new_string'],
    },
    glob: {
      tool_name: 'Glob',
      kind: 'search',
      takes: { pattern: textOf('pattern'), path: FOLDER },
      needs: ['pattern'],
    },
    list_directory: {
      tool_name: 'Glob',
      kind: 'search',
      takes: { pattern: () => '*', path: FOLDER },
    },
    grep_search: searchShape,
    search_file_content: searchShape,
    web_fetch: {
      tool_name: 'WebFetch',
      kind: 'web',
      takes: { url: pageOf, prompt: textOf('prompt') },
      needs: ['url'],
    },
    google_web_search: {
      tool_name: 'WebSearch',
      kind: 'web',
      takes: { query: textOf('query') },
      needs: ['query'],
    },
    invoke_agent: taskShape,
    delegate_to_agent: taskShape,
    codebase_investigator: taskShape,
    cli_help: taskShape,
    introspection_agent: taskShape,
    generalist: taskShape,
    browser_agent: taskShape,
  }),
);

/** The built-in tools that keep their name and input, and what sort of work they do. */
const KINDS: ReadonlyMap<string, ToolKind> = new Map(
  Object.entries<ToolKind>({
    list_background_processes: 'command',
    read_background_output: 'command',
    read_many_files: 'read',
    get_internal_docs: 'read',
    complete_task: 'task',
    save_memory: 'other',
    update_topic: 'other',
    activate_skill: 'other',
    enter_plan_mode: 'other',
    exit_plan_mode: 'other',
    tracker_create_task: 'other',
    tracker_update_task: 'other',
    tracker_get_task: 'other',
    tracker_list_tasks: 'other',
    tracker_add_dependency: 'other',
    tracker_visualize: 'other',
    read_mcp_resource: 'mcp',
    list_mcp_resources: 'mcp',
  }),
);

/**
 * A call of any tool, in the common vocabulary. What has no common form keeps its name and input.
 *
 * @param displayName what a person is shown of the tool, where the view says so.
 */
export function readCall(call: NativeCall, displayName?: string): CommonCall | PlanCall {
  const { name, input } = call;
  const shape = SHAPES.get(name);
  if (shape !== undefined) return shapedCall(call, shape);
  if (name === 'write_todos') return todosCall(call, 'description');
  const questions = name === 'ask_user' ? userQuestions(input) : undefined;
  if (questions !== undefined) return recast(call, 'AskUserQuestion', 'other', { questions });
  const kind = name === 'ask_user' ? 'other' : KINDS.get(name);
  if (kind !== undefined) return recast(call, name, kind, input);
  const mcpName = mcpNameOf(name) ?? mcpNameShown(displayName ?? '');
  return recast(call, mcpName ?? name, mcpName === undefined ? 'other' : 'mcp', input);
}

/** Before 0.35 lines were counted from 0. */
function firstLineRead(input: JsonObject): number | undefined {
  const skipped = numberAt(input, 'offset');
  return numberAt(input, 'start_line') ?? (skipped === undefined ? undefined : skipped + 1);
}

function linesRead(input: JsonObject): number | undefined {
  const end = numberAt(input, 'end_line');
  if (end === undefined) return numberAt(input, 'limit');
  return end - (numberAt(input, 'start_line') ?? 1) + 1;
}

function isForAll(input: JsonObject): boolean {
  return (
    flagAt(input, 'allow_multiple') === true || (numberAt(input, 'expected_replacements') ?? 1) > 1
  );
}

/** The pages are named somewhere in the prompt. */
function pageOf(input: JsonObject): string | undefined {
  return textOf('url')(input) ?? URL_IN_TEXT.exec(textOf('prompt')(input) ?? '')?.[0];
}

const PREFIX = 'mcp_';
const DISPLAY_END = ' MCP Server)';

/**
 * The common name of an MCP tool, or undefined for a tool of which the name doesn't say that it is
 * one. Gemini CLI itself takes what comes before the first `_` of `mcp_server_tool` for the server;
 * before 0.33 it wrote `server__tool`, and only `tool` where no other server had one of that name.
 */
function mcpNameOf(name: string): string | undefined {
  return name.startsWith(PREFIX)
    ? mcpNameIn(name.slice(PREFIX.length), '_')
    : mcpNameIn(name, '__');
}

/** The same by what a person is shown of the tool: `echo (demo MCP Server)`. */
function mcpNameShown(displayName: string): string | undefined {
  if (!displayName.endsWith(DISPLAY_END)) return undefined;
  const at = displayName.lastIndexOf(' (');
  if (at < 1) return undefined;
  const server = displayName.slice(at + 2, -DISPLAY_END.length);
  return server === '' ? undefined : mcpToolName(server, displayName.slice(0, at));
}
