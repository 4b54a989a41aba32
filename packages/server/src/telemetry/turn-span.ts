import type { EndEvent, JournaledEvent, UsageFigures } from '@dragoman/protocol';
import {
  type Attributes,
  context as active,
  type Context,
  type Span,
  SpanKind,
  SpanStatusCode,
  trace,
} from '@opentelemetry/api';
import { tracerName } from './request-span.js';

export interface TracedTurn {
  readonly turnId: string;
  /** The agent's own name, such as `codex`. */
  readonly agent: string;
  readonly version?: string | undefined;
  /** The model that was asked for. */
  readonly model?: string | undefined;
}

/** Whose models the agents use, as the conventions call them. Others may use anybody's. */
const PROVIDERS: Readonly<Record<string, string>> = {
  codex: 'openai',
  claude: 'anthropic',
  gemini: 'gcp.gemini',
};

/** Calls that are followed at once; an agent that never ends its calls is not followed without bound. */
const MOST_OPEN_CALLS = 1000;

/**
 * A span for a turn, with one for each call of a tool below it, by the GenAI conventions of OpenTelemetry:
 * names, numbers and times, nothing of what was said. Where no SDK is registered the events aren't
 * asked for.
 *
 * @param events from the first one to the `end`
 */
export function traceTurn(turn: TracedTurn, events: () => AsyncIterable<JournaledEvent>): void {
  const { agent, version, model, turnId } = turn;
  const provider = Object.hasOwn(PROVIDERS, agent) ? PROVIDERS[agent] : undefined;
  const span = trace.getTracer(tracerName).startSpan(`invoke_agent ${agent}`, {
    kind: SpanKind.INTERNAL,
    attributes: {
      'gen_ai.operation.name': 'invoke_agent',
      'gen_ai.agent.name': agent,
      'dragoman.turn.id': turnId,
      ...(provider !== undefined && { 'gen_ai.provider.name': provider }),
      ...(version !== undefined && { 'gen_ai.agent.version': version }),
      ...(model !== undefined && { 'gen_ai.request.model': model }),
    },
  });
  if (!span.isRecording()) return;
  void follow(span, trace.setSpan(active.active(), span), events());
}

async function follow(
  span: Span,
  within: Context,
  events: AsyncIterable<JournaledEvent>,
): Promise<void> {
  const calls = createCallSpans(within);
  try {
    for await (const event of events) {
      calls.push(event);
      if (event.type === 'init') span.setAttributes(initAttributes(event));
      if (event.type === 'end') noteEnd(span, event);
    }
  } catch (error) {
    // A journal that can't be read any more: what is known of the turn is worth having.
    span.recordException(error instanceof Error ? error : String(error));
    span.setStatus({ code: SpanStatusCode.ERROR });
  } finally {
    calls.end();
    span.end();
  }
}

function initAttributes({
  session_id: session,
  modelId,
}: Extract<JournaledEvent, { type: 'init' }>): Attributes {
  return {
    ...(session !== undefined && { 'gen_ai.conversation.id': session }),
    ...(modelId !== undefined && { 'gen_ai.response.model': modelId }),
  };
}

function noteEnd(span: Span, { status, usage }: EndEvent): void {
  if (usage != null) span.setAttributes(usageAttributes(usage));
  span.setAttribute('dragoman.turn.status', status);
  if (status === 'success') return;
  span.setAttribute('error.type', status);
  span.setStatus({ code: SpanStatusCode.ERROR, message: status });
}

function usageAttributes(usage: UsageFigures): Attributes {
  const figures = {
    'gen_ai.usage.input_tokens': usage.input_tokens,
    'gen_ai.usage.output_tokens': usage.output_tokens,
    'gen_ai.usage.cache_read.input_tokens': usage.cached_input_tokens,
    'gen_ai.usage.cache_creation.input_tokens': usage.cache_write_input_tokens,
    'gen_ai.usage.reasoning.output_tokens': usage.reasoning_tokens,
  };
  return Object.fromEntries(Object.entries(figures).filter(([, figure]) => figure !== undefined));
}

interface CallSpans {
  push(event: JournaledEvent): void;
  /** Ends those that nothing has ended. */
  end(): void;
}

/** The spans of tool calls, with the times of their events. */
function createCallSpans(within: Context): CallSpans {
  const open = new Map<string, Span>();
  const tracer = trace.getTracer(tracerName);
  return {
    push(event) {
      if (event.type === 'tool_use') {
        if (open.size >= MOST_OPEN_CALLS || open.has(event.tool_id)) return;
        const attributes = {
          'gen_ai.operation.name': 'execute_tool',
          'gen_ai.tool.name': event.tool_name,
          'gen_ai.tool.call.id': event.tool_id,
          'gen_ai.tool.type': event.kind === 'mcp' ? 'extension' : 'function',
        };
        const startTime = new Date(event.ts);
        const options = { kind: SpanKind.INTERNAL, attributes, startTime };
        open.set(
          event.tool_id,
          tracer.startSpan(`execute_tool ${event.tool_name}`, options, within),
        );
      }
      if (event.type === 'tool_result') {
        const span = open.get(event.tool_id);
        open.delete(event.tool_id);
        if (event.status === 'error') {
          span?.setAttribute('error.type', 'tool_error');
          span?.setStatus({ code: SpanStatusCode.ERROR });
        }
        span?.end(new Date(event.ts));
      }
    },
    end() {
      for (const span of open.values()) span.end();
      open.clear();
    },
  };
}
