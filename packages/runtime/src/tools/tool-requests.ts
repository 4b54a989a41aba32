import { randomBytes } from 'node:crypto';
import {
  createSecretFinder,
  type DragomanEvent,
  errorMessage,
  type JsonObject,
  writeJson,
} from '@dragoman/protocol';
import type { Waiting } from '../limits/turn-timers.js';
import type { CallerTool } from './caller-tool.js';
import { requestEvent } from './request-event.js';
import { createRequestTimer } from './request-timer.js';
import type { AnswerReceipt } from './tool-answer.js';
import { type ToolResult, toolResult } from './tool-result.js';
import { createWaitingClock } from './waiting-clock.js';
import type { WrittenAnswer } from './written-answer.js';

/** Puts the event of a request where readers find it. */
export type EmitRequest = (event: DragomanEvent) => void;

/** The calls of the caller's tools in one turn, each from the event that tells of it to its answer. */
export interface ToolRequests {
  /** By the names under which they are called. */
  readonly tools: ReadonlyMap<string, CallerTool>;
  /** From now on calls can be told of. */
  emitWith(emit: EmitRequest): void;
  /** Tells of a call and waits for its answer. Never rejects: what goes wrong is told to the agent. */
  call(name: string, input: JsonObject, signal: AbortSignal): Promise<ToolResult>;
  answer(requestId: string, answer: WrittenAnswer): AnswerReceipt;
  /** How the agent has waited for answers. */
  readonly waiting: Waiting;
  /** Ends all that are open, and takes no more. */
  close(): void;
}

export interface ToolRequestsOptions {
  readonly turnId: string;
  readonly tools: readonly CallerTool[];
  /** Stands before the name of each tool where an agent is told of it. Default: nothing. */
  readonly prefix?: string;
  /** What is passed on to nobody, a tool of the caller included. */
  readonly secrets?: readonly string[];
}

interface OpenRequest {
  readonly tool: CallerTool;
  settle(result: ToolResult): void;
}

/** Far more than a model calls at once. */
const MOST_OPEN = 256;
/** Answers to requests of longer ago are taken for those of somebody else. */
const MOST_REMEMBERED = 10_000;
/** A reader of the journal must get an input as it is; longer events may be cut there. */
const MOST_INPUT_BYTES = 4 * 1024 * 1024;

export function createToolRequests(options: ToolRequestsOptions): ToolRequests {
  const { turnId, prefix = '', secrets = [] } = options;
  const tools = new Map(options.tools.map((tool) => [`${prefix}${tool.name}`, tool] as const));
  const finder = createSecretFinder({ secrets, guesses: false });
  const open = new Map<string, OpenRequest>();
  const closed = new Set<string>();
  const clock = createWaitingClock();
  let emit: EmitRequest | undefined;
  let isClosed = false;

  const remember = (requestId: string): void => {
    closed.add(requestId);
    const [oldest] = closed;
    if (closed.size > MOST_REMEMBERED && oldest !== undefined) closed.delete(oldest);
  };

  const wait = (tool: CallerTool, requestId: string, signal: AbortSignal): Promise<ToolResult> =>
    new Promise((resolve) => {
      const settle = (result: ToolResult): void => {
        if (!open.delete(requestId)) return;
        remember(requestId);
        clock.end();
        timer.stop();
        signal.removeEventListener('abort', onAbort);
        resolve(result);
      };
      const onAbort = (): void => settle({ error: `The call of ${tool.name} was given up.` });
      const timer = createRequestTimer(tool, (words) => settle({ error: words }));
      signal.addEventListener('abort', onAbort, { once: true });
      clock.begin();
      open.set(requestId, { tool, settle });
    });

  /** Why an input can't be passed on as it is, which is the only way it is passed on. */
  const faultOf = (name: string, input: JsonObject): string | undefined => {
    const text = writeJson(input);
    const bytes = Buffer.byteLength(text);
    if (bytes > MOST_INPUT_BYTES) {
      return `The input of ${name} has ${bytes} bytes; it may have ${MOST_INPUT_BYTES}.`;
    }
    if (finder.find(text).length === 0) return undefined;
    return `The input of ${name} holds a secret of this turn, which is passed on to nobody.`;
  };

  return {
    tools,
    emitWith(given) {
      emit = given;
    },
    async call(name, input, signal) {
      const tool = tools.get(name);
      if (tool === undefined) return { error: `There is no tool ${name}.` };
      if (emit === undefined || isClosed || signal.aborted) {
        return { error: `${name} is not answered now.` };
      }
      if (open.size === MOST_OPEN) {
        return { error: `${name} can't be called now: ${MOST_OPEN} calls wait for their answers.` };
      }
      const fault = faultOf(name, input);
      if (fault !== undefined) return { error: fault };
      const requestId = `${turnId}-${randomBytes(16).toString('hex')}`;
      const request = requestEvent(tool, requestId, input);
      if (!request.ok) return { error: request.why };
      // Open before it is told of: who reads the event may answer at once.
      const result = wait(tool, requestId, signal);
      try {
        emit(request.event);
      } catch (error) {
        const words = `${name} can't be asked for: ${errorMessage(error)}`;
        open.get(requestId)?.settle({ error: words });
      }
      return result;
    },
    answer(requestId, answer) {
      const request = open.get(requestId);
      if (request === undefined) return closed.has(requestId) ? 'late' : 'unknown';
      request.settle(toolResult(request.tool, answer));
      return 'taken';
    },
    waiting: clock,
    close() {
      isClosed = true;
      for (const { tool, settle } of [...open.values()]) {
        settle({ error: `The turn ended before ${tool.name} was answered.` });
      }
    },
  };
}
