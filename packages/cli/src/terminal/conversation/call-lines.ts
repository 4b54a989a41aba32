import {
  isJsonObject,
  isToolUse,
  type PlanItem,
  parseMcpToolName,
  planItem,
  type ToolUseBlock,
} from '@dragoman/protocol';
import { cutLine, type Format, indented, type Line } from '../line.js';
import { cutText, wrapLine } from '../text/fit-text.js';
import { shortPath } from '../text/formats.js';
import { harmlessLine, harmlessLines } from '../text/harmless-text.js';
import {
  cutLines,
  type Look,
  narrowed,
  proseColumns,
  proseLines,
  saidLines,
  withoutBlankEnds,
} from './look.js';
import { oneLineJson } from './one-line.js';

const MARKS: Readonly<
  Record<PlanItem['status'], { mark: string; format?: Format; text?: Format }>
> = {
  completed: { mark: '☑', format: 'green', text: 'dim' },
  in_progress: { mark: '▸', format: 'yellow', text: 'bold' },
  pending: { mark: '☐' },
  cancelled: { mark: '☒', format: 'dim', text: 'dim' },
};

const COMMAND_SHOWN = { head: 8, tail: 2 };
const TASK_SHOWN = { head: 6, tail: 0 };
const LONGEST_ARGUMENT = 500;

type ShowCall = (call: ToolUseBlock, look: Look) => Line[] | undefined;

/** How calls of the common tools are rendered; undefined if the input has another form. */
const SHOWN: Readonly<Record<string, ShowCall>> = {
  Bash: (call, look) =>
    isToolUse(call, 'Bash') ? commandLines(call.input.command, look) : undefined,
  Read: (call, look) =>
    isToolUse(call, 'Read') ? headed('Read', shortPath(call.input.file_path, look)) : undefined,
  Write: (call, look) =>
    isToolUse(call, 'Write') ? headed('Write', shortPath(call.input.file_path, look)) : undefined,
  Edit: (call, look) =>
    isToolUse(call, 'Edit') ? headed('Edit', shortPath(call.input.file_path, look)) : undefined,
  Glob: (call) => (isToolUse(call, 'Glob') ? headed('Find', call.input.pattern) : undefined),
  Grep: (call) => (isToolUse(call, 'Grep') ? headed('Search', call.input.pattern) : undefined),
  WebSearch: (call) =>
    isToolUse(call, 'WebSearch') ? headed('Search the web:', call.input.query) : undefined,
  WebFetch: (call) => (isToolUse(call, 'WebFetch') ? headed('Fetch', call.input.url) : undefined),
  TodoWrite: (call, look) => {
    const items = planOf(call);
    return items === undefined
      ? undefined
      : [...headed('Plan', ''), ...indented(planLines(items, narrowed(look, 2)), '  ')];
  },
  ExitPlanMode: (call, look) =>
    isToolUse(call, 'ExitPlanMode')
      ? [...headed('Plan', ''), ...indented(saidLines(call.input.plan, narrowed(look, 2)), '  ')]
      : undefined,
  AskUserQuestion: (call) =>
    isToolUse(call, 'AskUserQuestion')
      ? call.input.questions.flatMap(({ question }) => headed('Ask:', question))
      : undefined,
  Task: (call, look) =>
    isToolUse(call, 'Task')
      ? taskLines(call.input.description, call.input.prompt, look)
      : undefined,
  Agent: (call, look) =>
    isToolUse(call, 'Agent')
      ? taskLines(call.input.description, call.input.prompt, look)
      : undefined,
};

/** A call of a tool, in one line if possible: `$ npm test`, `mcp demo.echo {"text":"hi"}`. */
export function callLines(call: ToolUseBlock, look: Look): Line[] {
  const show = Object.hasOwn(SHOWN, call.name) ? SHOWN[call.name] : undefined;
  const lines = show?.(call, look) ?? anyCallLines(call, look);
  return look.full ? lines : lines.map((line) => cutLine(line, look.columns));
}

function anyCallLines({ name, input }: ToolUseBlock, look: Look): Line[] {
  const mcp = parseMcpToolName(name);
  const values = Object.keys(input).length === 0 ? '' : oneLineJson(input, look);
  return mcp === undefined
    ? headed(harmlessLine(name), values)
    : headed('mcp', `${mcp.server}.${mcp.tool} ${values}`.trimEnd());
}

function headed(verb: string, rest: string): Line[] {
  const text = rest === '' ? '' : ` ${cutText(harmlessLine(rest), LONGEST_ARGUMENT)}`;
  return [[{ text: verb, format: 'cyan' }, { text }]];
}

function commandLines(command: string, look: Look): Line[] {
  const texts = withoutBlankEnds(harmlessLines(command));
  const lines = (texts.length === 0 ? [''] : texts).map(
    (text, index): Line => [
      { text: index === 0 ? '$ ' : '  ', format: 'cyan' },
      { text, format: 'bold' },
    ],
  );
  return cutLines(lines, COMMAND_SHOWN, look);
}

function taskLines(description: string, prompt: string, look: Look): Line[] {
  const isRepeat = prompt.trim() === description.trim();
  const lines = isRepeat ? [] : proseLines(prompt, narrowed(look, 2), 'dim');
  return [...headed('Task', description), ...indented(cutLines(lines, TASK_SHOWN, look), '  ')];
}

/** The items of a plan, in the form of the common tool or of an agent. */
function planOf({ input }: ToolUseBlock): PlanItem[] | undefined {
  const { todos } = input;
  if (!Array.isArray(todos)) return undefined;
  return todos.flatMap((todo) => {
    const item = isJsonObject(todo) ? { text: todo.content, status: todo.status } : undefined;
    const parsed = planItem.safeParse(item);
    return parsed.success ? [parsed.data] : [];
  });
}

/** A plan as a checklist. */
function planLines(items: readonly PlanItem[], look: Look): Line[] {
  const columns = proseColumns(look);
  return items.flatMap(({ text, status }) => {
    const { mark, format, text: textFormat } = MARKS[status];
    const whole = harmlessLine(text);
    const lines = columns === undefined ? [whole] : wrapLine(whole, columns - 2);
    return lines.map(
      (line, index): Line => [
        { text: index === 0 ? `${mark} ` : '  ', ...(format !== undefined && { format }) },
        { text: line, ...(textFormat !== undefined && { format: textFormat }) },
      ],
    );
  });
}
