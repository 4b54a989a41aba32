import { type CallOptions, type CallWarning, readDragomanOptions } from '../call/call-options.js';
import { toolSetWarnings } from '../call/call-warnings.js';
import type { ModelAgent } from '../call/plan-call.js';
import type { ModelPart } from '../mapping/model-part.js';
import { continueTurn } from './continue-turn.js';
import { beginTurn, type LiveTurn } from './live-turn.js';
import { createPartStream } from './part-stream.js';
import type { TurnRequest, TurnSource } from './turn-source.js';
import { waitingTurns } from './waiting-turns.js';

/** How a specification wants its parts. */
export interface PartFace<Part> {
  /** What it begins with. */
  first(warnings: readonly CallWarning[]): readonly Part[];
  parts(parts: readonly ModelPart[]): readonly Part[];
}

/** A call that has begun. */
export interface StartedCall<Part> {
  readonly warnings: readonly CallWarning[];
  /** What the agent is asked, or answered, for telemetry. */
  readonly body: unknown;
  readonly stream: ReadableStream<Part>;
  readonly live: LiveTurn;
}

/** An agent as a model, before one of the two specifications has its say. */
export interface AgentModel {
  start<Part>(call: CallOptions, face: PartFace<Part>): Promise<StartedCall<Part>>;
}

export interface AgentModelOptions extends ModelAgent {
  readonly turns: TurnSource;
}

/** A call is one turn of the agent; one with results for a turn that waits, the next step of it. */
export function createAgentModel({ turns, ...agent }: AgentModelOptions): AgentModel {
  const waiting = waitingTurns();

  const open = <Part>(step: Step, { abortSignal: signal }: CallOptions, face: PartFace<Part>) => {
    const { live, warnings, asked } = step;
    const { id } = live.turn;
    const { modelId } = live.mapper;
    const begun: ModelPart = {
      type: 'response-metadata',
      id,
      timestamp: new Date(),
      ...(modelId !== undefined && { modelId }),
    };
    const { held } = live;
    live.held = [];
    return {
      warnings,
      live,
      body: { agent: agent.name, turn: id, ...asked },
      stream: createPartStream({
        live,
        face: face.parts,
        first: [...face.first(warnings), ...face.parts([begun, ...held])],
        signal,
        onPause: () => waiting.add(live, signal),
        end: (reason) => waiting.end(live, reason),
      }),
    };
  };

  return {
    async start(call, face) {
      const options = readDragomanOptions(call.providerOptions?.dragoman);
      const continued = await continueTurn(call, options, agent, turns);
      if (continued !== undefined) {
        const { live, answers } = continued;
        const warnings = [...toolSetWarnings(call, live.toolNames), ...continued.warnings];
        return open({ live, warnings, asked: { answers } }, call, face);
      }
      const { conversation, sessionId } = options;
      return waiting.begin({ scope: turns.scope, conversation, sessionId }, async () => {
        const { live, request, warnings } = await beginTurn(call, options, agent, turns);
        return open({ live, warnings, asked: askedIn(request) }, call, face);
      });
    },
  };
}

/** One call of a turn, and what it is asked or answered. */
interface Step extends Pick<StartedCall<never>, 'live' | 'warnings'> {
  readonly asked: object;
}

/** A request as one can show it: images and tools by what they are called. */
function askedIn({ images, tools, agent: _agent, news: _news, ...asked }: TurnRequest) {
  return {
    ...asked,
    images: images.map(({ mediaType }) => mediaType),
    ...(tools && { tools: tools.map(({ name }) => name) }),
  };
}
