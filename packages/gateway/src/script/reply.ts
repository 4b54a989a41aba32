import type { ScriptUsage, Stop, ToolArguments } from './script.js';

/** One answer of the scripted model, before a dialect puts it into its own words. */
export interface Reply {
  /** Names the reply; what its parts are called is made from it. */
  readonly tag: string;
  readonly model: string;
  readonly items: readonly ReplyItem[];
  readonly usage: ScriptUsage;
  readonly stop?: Stop;
}

export type ReplyItem =
  | { readonly kind: 'thought'; readonly parts: readonly string[]; readonly sealed?: true }
  /** `also`: further parts, in one message where the dialect has such. */
  | { readonly kind: 'text'; readonly text: string; readonly also?: readonly string[] }
  /** A search that the provider does by itself, without the client. */
  | { readonly kind: 'search'; readonly query: string }
  | ({ readonly kind: 'call' } & ToolCall);

/** The parts of a thought that a client gets to read. */
export function shownParts({ parts, sealed }: ReplyItem & { kind: 'thought' }): readonly string[] {
  return sealed ? [] : parts;
}

export interface ToolCall {
  readonly name: string;
  readonly namespace?: string;
  readonly form: ToolForm;
  readonly nested?: CodeTool;
  readonly arguments: ToolArguments;
  /** The arguments as text that need not be JSON, where a dialect has them as text. */
  readonly text?: string;
}

/**
 * How a tool is called. Only OpenAI has more than functions: a custom tool takes `input` as bare
 * text, and the local shell takes `command` as its own action.
 */
export type ToolForm = 'function' | 'custom' | 'local_shell';

/** What a request says about the answer it wants. */
export interface ModelRequest {
  readonly model: string;
  readonly stream: boolean;
  /** The conversation so far, as the dialect has it: a resumed or longer one has more entries. */
  readonly history: readonly unknown[];
  /** The tools that the client runs. */
  readonly tools: readonly OfferedTool[];
  /** Whether the provider is allowed to search the web by itself. */
  readonly searches: boolean;
  /** Whether it only wakes a sub-agent that nobody asked for yet. */
  readonly isWarmUp?: boolean;
  /** The JSON schema that the answer has to fit, when there is one. */
  readonly answerSchema?: unknown;
}

export interface OfferedTool {
  readonly name: string;
  readonly namespace?: string;
  readonly form: ToolForm;
  /** Not called by itself but from code that this tool runs. */
  readonly nested?: CodeTool;
  readonly properties: readonly string[];
  readonly required: readonly string[];
}

/** A tool that runs code, by its name. */
export interface CodeTool {
  readonly name: string;
  readonly namespace?: string;
}

/** The parts of a text. */
export function textParts({
  text,
  also = [],
}: Extract<ReplyItem, { kind: 'text' }>): readonly string[] {
  return [text, ...also];
}

/** The id of one part of a reply. */
export function itemId(prefix: string, reply: Reply, index: number): string {
  return `${prefix}_${reply.tag}_${index + 1}`;
}
