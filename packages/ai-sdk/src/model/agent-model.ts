import type { CallOptions, CallWarning } from '../call/call-options.js';
import { type ModelAgent, planCall } from '../call/plan-call.js';
import type { ModelPart } from '../mapping/model-part.js';
import { createPartMapper } from '../mapping/part-mapper.js';
import type { TurnFailure } from '../mapping/turn-failure.js';
import { createJsonAnswer } from './json-answer.js';
import { createPartStream } from './part-stream.js';
import type { TurnSource } from './turn-source.js';

/** How a specification wants its parts. */
export interface PartFace<Part> {
  /** What it begins with. */
  first(warnings: readonly CallWarning[]): readonly Part[];
  parts(parts: readonly ModelPart[]): readonly Part[];
}

/** A call that has begun. */
export interface StartedCall<Part> {
  readonly warnings: readonly CallWarning[];
  /** What the agent is asked, for telemetry. */
  readonly body: unknown;
  readonly stream: ReadableStream<Part>;
  /** How the turn failed, as its end tells it. Known when the stream has ended. */
  failure(): TurnFailure | undefined;
}

/** An agent as a model, before one of the two specifications has its say. */
export interface AgentModel {
  start<Part>(call: CallOptions, face: PartFace<Part>): Promise<StartedCall<Part>>;
}

export interface AgentModelOptions extends ModelAgent {
  readonly turns: TurnSource;
}

/** Each call is one turn of the agent. */
export function createAgentModel({ turns, ...agent }: AgentModelOptions): AgentModel {
  return {
    async start(call, face) {
      const { abortSignal: signal, includeRawChunks = false } = call;
      signal?.throwIfAborted();
      const { request, json, warnings } = planCall(call, agent);
      const turn = await turns.start(request, signal);
      const answer = json && createJsonAnswer(json.schema);
      const begun: ModelPart = { type: 'response-metadata', id: turn.id, timestamp: new Date() };
      const mapper = createPartMapper({ raw: includeRawChunks });
      const { images, ...body } = request;
      return {
        warnings,
        failure: () => mapper.failure,
        body: { agent: agent.name, ...body, images: images.map(({ mediaType }) => mediaType) },
        stream: createPartStream({
          turn,
          mapper,
          refine: (parts) => face.parts(answer ? answer.push(parts) : parts),
          first: [...face.first(warnings), ...face.parts([begun])],
          signal,
        }),
      };
    },
  };
}
