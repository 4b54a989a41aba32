import type { StartTurnBody } from '@dragoman/protocol/http';
import type { OfferedTool, TurnRequest } from '../model/turn-source.js';

/** What a server is asked beside what a model asks: one of the choices that the server offers. */
export type RemoteChoices = Pick<StartTurnBody, 'workspace' | 'model' | 'limits'>;

export interface StartBodyOptions {
  /** The server goes on with the session of the conversation: only what is new is sent. */
  readonly isKnown: boolean;
  /** The agent can't be held to a schema: it is asked for in words. */
  readonly inWords: boolean;
}

/** What a model asks of an agent, as the body that begins the turn. */
export function startBody(
  request: TurnRequest,
  choices: RemoteChoices,
  { isKnown, inWords }: StartBodyOptions,
): StartTurnBody {
  const { agent, conversation, resume, fork, tools, outputSchema, schemaWords } = request;
  const { prompt, images } = (isKnown && request.news) || request;
  const session = resume ?? fork;
  return {
    ...choices,
    agent,
    prompt: inWords && schemaWords !== undefined ? `${prompt}\n\n${schemaWords}` : prompt,
    ...(conversation !== undefined && { conversation, supersede: true }),
    ...(session !== undefined && { session_id: session }),
    ...(fork !== undefined && { fork: true }),
    ...(images.length > 0 && {
      images: images.map(({ mediaType, data }) => ({ media_type: mediaType, data: base64(data) })),
    }),
    ...(tools && { tools: tools.map(toolDefinition) }),
    ...(outputSchema && !inWords && { output_schema: { ...outputSchema } }),
    ...(request.reasoningEffort !== undefined && { reasoning_effort: request.reasoningEffort }),
  };
}

function toolDefinition(tool: OfferedTool) {
  const { name, description, inputSchema, timeoutMs, event, needsApproval } = tool;
  return {
    name,
    ...(description !== undefined && { description }),
    input_schema: { ...inputSchema },
    ...(timeoutMs !== undefined && { timeout_ms: Math.ceil(timeoutMs) }),
    ...(event !== undefined && { event }),
    ...(needsApproval === true && { needs_approval: true }),
  };
}

const PIECE = 0x8000;

/** In pieces, since a function takes only so many arguments. */
function base64(data: Uint8Array): string {
  let text = '';
  for (let at = 0; at < data.length; at += PIECE) {
    text += String.fromCharCode(...data.subarray(at, at + PIECE));
  }
  return btoa(text);
}
