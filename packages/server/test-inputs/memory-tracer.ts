import { AsyncLocalStorage } from 'node:async_hooks';
import {
  type Attributes,
  type Context,
  type ContextManager,
  context,
  ROOT_CONTEXT,
  type Span,
  type SpanOptions,
  type SpanStatus,
  type TimeInput,
  type Tracer,
  trace,
} from '@opentelemetry/api';

/** What a span said, once it has ended. */
export interface EndedSpan {
  readonly name: string;
  readonly attributes: Attributes;
  readonly status: SpanStatus | undefined;
  readonly kind: number | undefined;
  readonly id: string;
  readonly parent: string | undefined;
  readonly startTime: TimeInput | undefined;
  readonly endTime: TimeInput | undefined;
  readonly exceptions: readonly unknown[];
}

/** Registers a provider that keeps the spans in memory, as an operator registers an SDK. */
export function registerMemoryTracer(): { readonly spans: EndedSpan[]; remove(): void } {
  const spans: EndedSpan[] = [];
  let count = 0;
  const tracer = {
    startSpan(name: string, options: SpanOptions = {}, within: Context = context.active()): Span {
      count += 1;
      return createSpan(
        `span-${count}`,
        name,
        options,
        trace.getSpanContext(within)?.spanId,
        spans,
      );
    },
    startActiveSpan() {
      throw new Error('Nobody here uses it.');
    },
  } as unknown as Tracer;
  trace.setGlobalTracerProvider({ getTracer: () => tracer });
  context.setGlobalContextManager(createContextManager());
  return {
    spans,
    remove() {
      trace.disable();
      context.disable();
    },
  };
}

function createSpan(
  id: string,
  name: string,
  options: SpanOptions,
  parent: string | undefined,
  ended: EndedSpan[],
): Span {
  const attributes: Attributes = { ...options.attributes };
  const exceptions: unknown[] = [];
  let said = name;
  let status: SpanStatus | undefined;
  const span: Span = {
    spanContext: () => ({ traceId: 'trace', spanId: id, traceFlags: 1 }),
    setAttribute(key, value) {
      attributes[key] = value;
      return span;
    },
    setAttributes(more) {
      Object.assign(attributes, more);
      return span;
    },
    addEvent: () => span,
    addLink: () => span,
    addLinks: () => span,
    recordException: (exception) => void exceptions.push(exception),
    isRecording: () => true,
    setStatus(given) {
      status = given;
      return span;
    },
    updateName(other) {
      said = other;
      return span;
    },
    end(endTime) {
      const { kind, startTime } = options;
      const times = { startTime, endTime };
      ended.push({ name: said, attributes, status, kind, id, parent, ...times, exceptions });
    },
  };
  return span;
}

function createContextManager(): ContextManager {
  const storage = new AsyncLocalStorage<Context>();
  const manager: ContextManager = {
    active: () => storage.getStore() ?? ROOT_CONTEXT,
    with: (within, work, self, ...args) => storage.run(within, () => work.apply(self, args)),
    bind: (_within, target) => target,
    enable: () => manager,
    disable: () => manager,
  };
  return manager;
}
