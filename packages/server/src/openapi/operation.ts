import type { z } from 'zod';

type OperationTag =
  | 'turns'
  | 'sessions'
  | 'chat'
  | 'ag-ui'
  | 'responses'
  | 'relay'
  | 'agent-api'
  | 'operations';

/** One thing that a client can ask for. The document is made of these, and a test holds them to the routes. */
export interface Operation {
  readonly method: 'get' | 'post' | 'delete';
  /** As in the document: `/v1/turns/{id}`. */
  readonly path: string;
  readonly id: string;
  readonly tag: OperationTag;
  readonly summary: string;
  readonly description?: string;
  readonly query?: z.ZodObject;
  /** Those of the query that must be there. Default: none. */
  readonly requiredQuery?: readonly string[];
  /** Headers of the request, with what they are for. */
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: OperationBody;
  readonly responses: Readonly<Record<number, OperationResponse>>;
  /** The statuses of refusals beside those that any request can get. */
  readonly refusals?: readonly number[];
  /** Anybody may ask. */
  readonly isPublic?: boolean;
  /** Who asks has the token of a relay in place of a key. */
  readonly usesToken?: boolean;
  /**
   * How refusals look. `relay`: with codes in capitals. `agentApi`: with the codes of the predecessor.
   * Default: the server's own form.
   */
  readonly errorForm?: 'openai' | 'relay' | 'agentApi';
}

export interface OperationBody {
  readonly schema: z.ZodType;
  /** It may be absent. */
  readonly isOptional?: boolean;
  readonly example: unknown;
}

export interface OperationResponse {
  readonly description: string;
  /** By media type. A text stands for what is no JSON, and says what it is. */
  readonly content?: Readonly<Record<string, z.ZodType | string>>;
  /** Headers of the response, with what they are for. */
  readonly headers?: Readonly<Record<string, string>>;
}

/** A response with a body of JSON. */
export function json(description: string, schema: z.ZodType): OperationResponse {
  return { description, content: { 'application/json': schema } };
}
