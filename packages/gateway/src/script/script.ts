/**
 * A script: what a scripted model says and does, as data. This is the form the gateway plays;
 * `script-schema.ts` has the form people write, with its defaults.
 */
export interface Script {
  readonly name: string;
  /** One step is one model reply of the main conversation. */
  readonly steps: readonly Step[];
  /** The answer to a call that offers no tools: titles, topic checks, summaries. Takes no step. */
  readonly aside: string;
  /** What an aside reports; steps have their own. */
  readonly usage: ScriptUsage;
}

/** Cached is part of input, reasoning is part of output. */
export interface ScriptUsage {
  readonly input: number;
  readonly cached: number;
  readonly output: number;
  readonly reasoning: number;
}

export interface Step {
  /** Absent in a step that is nothing but a fault; empty in a step whose reply says nothing. */
  readonly actions?: readonly Action[];
  readonly usage: ScriptUsage;
  /** Milliseconds before the first byte. */
  readonly delay: number;
  /** Milliseconds between two events of the reply. */
  readonly pace: number;
  /** How often the reply is given before the next step's turn comes. */
  readonly times: number;
  /** Why the reply ends there; absent: it is at its end. */
  readonly stop?: Stop;
  /** Met before the actions are played. */
  readonly fault?: Fault;
}

/**
 * `limit`: it may not be longer. `refusal`: the provider's safeguards ended it. `call`: a call was to
 * follow, and none does.
 */
export type Stop = 'limit' | 'refusal' | 'call';

export type Action =
  | ThinkAction
  | SayAction
  | RunAction
  | PatchAction
  | PlanAction
  | SearchAction
  | McpAction
  | ToolAction;

export interface ThinkAction {
  readonly kind: 'think';
  readonly parts: readonly string[];
  /** Only the provider can read it. */
  readonly sealed?: true;
}

/** `also`: further parts of the same message. */
export interface SayAction {
  readonly kind: 'say';
  readonly text: string;
  readonly also?: readonly string[];
}

export interface RunAction {
  readonly kind: 'run';
  readonly command: string;
}

export interface PatchAction {
  readonly kind: 'patch';
  readonly changes: readonly Change[];
}

export type Change = AddChange | UpdateChange | DeleteChange;

export interface AddChange {
  readonly kind: 'add';
  readonly path: string;
  readonly content: string;
}

/** `old` and `new` are whole lines: patches know nothing smaller. */
export interface UpdateChange {
  readonly kind: 'update';
  readonly path: string;
  readonly old: string;
  readonly new: string;
}

export interface DeleteChange {
  readonly kind: 'delete';
  readonly path: string;
}

export interface PlanAction {
  readonly kind: 'plan';
  readonly items: readonly PlannedStep[];
}

export interface PlannedStep {
  readonly step: string;
  readonly status: 'pending' | 'in_progress' | 'completed';
}

export interface SearchAction {
  readonly kind: 'search';
  readonly query: string;
}

export interface McpAction {
  readonly kind: 'mcp';
  readonly server: string;
  readonly tool: string;
  readonly arguments: ToolArguments;
}

/** A native tool by its own name, whether it is offered or not. */
export interface ToolAction {
  readonly kind: 'tool';
  readonly name: string;
  readonly namespace?: string;
  readonly arguments: ToolArguments;
  /** Instead of the arguments: what need not be JSON. */
  readonly text?: string;
  /** Further arguments, each with the pattern by which its value is found in the conversation. */
  readonly found?: Readonly<Record<string, string>>;
}

export type ToolArguments = Readonly<Record<string, unknown>>;

/** How often a fault is met; absent means always. */
export interface FaultTimes {
  readonly times?: number;
}

/** A fault within a stream: how many events of the reply come before it. */
export interface StreamFault extends FaultTimes {
  readonly after: number;
}

export type Fault =
  | RefusalFault
  | FailFault
  | (StreamFault & { readonly kind: 'cut' })
  | (StreamFault & { readonly kind: 'stall'; readonly milliseconds: number | 'forever' })
  | (StreamFault & { readonly kind: 'garbage'; readonly text?: string });

/** An HTTP status replaces the reply. */
export interface RefusalFault extends FaultTimes {
  readonly kind: 'refusal';
  readonly status: number;
  readonly message: string;
  readonly code?: string;
  readonly headers: Readonly<Record<string, string>>;
  /** Instead of the provider's own error shape. */
  readonly body?: unknown;
}

/** The model fails in mid-stream, said in the provider's own way. */
export interface FailFault extends StreamFault {
  readonly kind: 'fail';
  readonly message: string;
  readonly code?: string;
}
