import { DragomanError } from '@dragoman/protocol';
import type { ModelRequest, OfferedTool, ReplyItem, ToolCall } from '../reply.js';
import type { Action, Change, PatchAction, ToolAction } from '../script.js';
import { claude } from './claude.js';
import { codex } from './codex.js';
import { findMcpTool } from './find-mcp-tool.js';
import { foundArguments } from './found-arguments.js';
import { gemini } from './gemini.js';
import { opencode } from './opencode.js';
import {
  isMet,
  type Phrase,
  type PhraseContext,
  type SpokenCall,
  type Subjects,
  type Verb,
  type Vocabulary,
} from './vocabulary.js';

/** No tool has one name and one form in two of them, so their order does not matter. */
const VOCABULARIES: readonly Vocabulary[] = [codex, claude, gemini, opencode];

/**
 * What a model says to have an action done by the tools that a request offers. Fails with
 * `script_no_tool` when none of them can do it.
 */
export function speakAction(
  action: Action,
  request: ModelRequest,
  context: PhraseContext,
): readonly ReplyItem[] {
  switch (action.kind) {
    case 'think':
      return [{ ...action, kind: 'thought' }];
    case 'say':
      return [{ ...action, kind: 'text' }];
    case 'search':
      if (request.searches) return [{ kind: 'search', query: action.query }];
      return calls(speak('search', action, request, context), request);
    case 'patch':
      return calls(speakPatch(action, request, context), request);
    case 'run':
      return calls(speak('run', action, request, context), request);
    case 'plan':
      return calls(speak('plan', action, request, context), request);
    case 'mcp': {
      const tool = findMcpTool(action.server, action.tool, request.tools);
      if (tool === undefined) throw noTool(`mcp (${action.server}, ${action.tool})`, request);
      return [{ kind: 'call', ...callOf(tool, action.arguments) }];
    }
    case 'tool': {
      const { text, found = {} } = action;
      const args = { ...action.arguments, ...foundArguments(found, request.history) };
      const call = verbatim({ ...action, arguments: args }, request);
      return [{ kind: 'call', ...call, ...(text !== undefined && { text }) }];
    }
  }
}

function speak<V extends Verb>(
  verb: V,
  subject: Subjects[V],
  request: ModelRequest,
  context: PhraseContext,
): readonly SpokenCall[] {
  const found = findPhrase(verb, request.tools);
  if (found === undefined) throw noTool(verb, request);
  return found.say(subject, context);
}

function speakPatch(
  action: PatchAction,
  request: ModelRequest,
  context: PhraseContext,
): readonly SpokenCall[] {
  const whole = findPhrase('patch', request.tools);
  if (whole !== undefined) return whole.say(action, context);
  return action.changes.flatMap((change) => speakChange(change, request, context));
}

function speakChange(
  change: Change,
  request: ModelRequest,
  context: PhraseContext,
): readonly SpokenCall[] {
  switch (change.kind) {
    case 'add':
      return speak('add', change, request, context);
    case 'update':
      return speak('update', change, request, context);
    case 'delete':
      return speak('delete', change, request, context);
  }
}

function findPhrase<V extends Verb>(
  verb: V,
  offered: readonly OfferedTool[],
): Phrase<Subjects[V]> | undefined {
  for (const vocabulary of VOCABULARIES) {
    const phrases: readonly Phrase<Subjects[V]>[] = vocabulary[verb] ?? [];
    const found = phrases.find(({ needs }) => needs.every((need) => isMet(need, offered)));
    if (found !== undefined) return found;
  }
  return undefined;
}

function calls(spoken: readonly SpokenCall[], request: ModelRequest): readonly ReplyItem[] {
  return spoken.map((call) => ({ kind: 'call', ...verbatim(call, request) }));
}

/**
 * A call by name, which may leave out the namespace. Its form is the offered tool's, and a
 * function's when it is not offered.
 */
function verbatim(call: Omit<ToolAction, 'kind'>, request: ModelRequest): ToolCall {
  const { name, namespace } = call;
  const named = request.tools.filter((one) => one.name === name);
  const tool =
    named.find((one) => one.namespace === namespace) ??
    (namespace === undefined ? named[0] : undefined);
  return callOf(tool ?? { ...call, form: 'function', required: [] }, call.arguments);
}

function callOf(
  tool: Pick<OfferedTool, 'name' | 'namespace' | 'form' | 'nested' | 'required'>,
  args: ToolCall['arguments'],
): ToolCall {
  const { name, namespace, form, nested } = tool;
  // Some versions insist on a description of what a shell command is for.
  const described =
    tool.required.includes('description') && !Object.hasOwn(args, 'description')
      ? { description: 'scripted', ...args }
      : args;
  return {
    name,
    ...(namespace === undefined ? {} : { namespace }),
    form,
    ...(nested ? { nested } : {}),
    arguments: described,
  };
}

function noTool(what: string, request: ModelRequest): DragomanError {
  const offered = request.tools.map(({ namespace, name }) =>
    namespace === undefined ? name : `${namespace}.${name}`,
  );
  return new DragomanError(
    'script_no_tool',
    `No offered tool can do the action ${what}. Offered: ${offered.join(', ') || 'none'}.`,
  );
}
