/** A value of JSON, as the AI SDK types it, too. */
export type JsonValue =
  | null
  | string
  | number
  | boolean
  | JsonValue[]
  | { [key: string]: JsonValue | undefined };

/** What is known of a part beside what it says, under the name of who says so. */
export type PartMetadata = Record<string, { [key: string]: JsonValue | undefined }>;

interface WithMetadata {
  providerMetadata?: PartMetadata;
}

/** A block of text or of a thought begins, grows, ends. Of its agent, or of a sub-agent. */
export type TextPart =
  | ({ type: 'text-start' | 'reasoning-start'; id: string } & WithMetadata)
  | ({ type: 'text-delta' | 'reasoning-delta'; id: string; delta: string } & WithMetadata)
  | ({ type: 'text-end' | 'reasoning-end'; id: string } & WithMetadata);

/** A call with its input, as JSON. Whoever executes it: the agent (`providerExecuted`) or its caller. */
export type ToolCallPart = {
  type: 'tool-call';
  toolCallId: string;
  toolName: string;
  input: string;
  providerExecuted?: boolean;
  dynamic?: boolean;
} & WithMetadata;

/** What a tool of the agent gave, or has given so far (`preliminary`). */
export type ToolResultPart = {
  type: 'tool-result';
  toolCallId: string;
  toolName: string;
  result: NonNullable<JsonValue>;
  isError?: boolean;
  preliminary?: boolean;
  dynamic?: boolean;
} & WithMetadata;

/**
 * What a conversation shows of the events of a turn: blocks that begin and end, calls that come once,
 * each with one result. Readers of events deal with pieces, whole texts that replace them, and calls
 * that are seen twice; who shows a turn to a client does not.
 */
export type TurnPart = TextPart | ToolCallPart | ToolResultPart;

/** Takes parts, as an array of them does. */
export interface PartSink {
  push(...parts: TurnPart[]): unknown;
}
