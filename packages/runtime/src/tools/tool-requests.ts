import { randomBytes } from 'node:crypto';
import {
  type DragomanEvent,
  type JsonObject,
  type ToolAnswerEvent,
  writeJson,
} from '@dragoman/protocol';
import { createSecretFinder, errorMessage } from '@dragoman/protocol/internal';
import type { Waiting } from '../limits/turn-timers.js';
import type { CallerTool } from './caller-tool.js';
import { createClosedRequests } from './closed-requests.js';
import { executeTool, isExecutable } from './execute-tool.js';
import { requestEvent } from './request-event.js';
import {
  type AnswerReceipt,
  type ToolResult,
  toolResult,
  type WrittenAnswer,
} from './tool-answer.js';
import { createRequestTimer, createWaitingClock } from './waiting.js';

/** Puts the event of a request, or of its answer, where readers find it. */
type EmitRequest = (event: DragomanEvent) => void;

/** The calls of the caller's tools in one turn, each from its event to its answer. */
export interface ToolRequests {
  /** By the names under which they are called. */
  readonly tools: ReadonlyMap<string, CallerTool>;
  /** From now on calls can be emitted. */
  emitWith(emit: EmitRequest): void;
  /** Emits a call and waits for its answer. Never rejects: what goes wrong is the agent's answer. */
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
  /** Stands before the name of each tool where an agent sees it. Default: nothing. */
  readonly prefix?: string;
  /** What is passed on to nobody, a tool of the caller included. */
  readonly secrets?: readonly string[];
}

interface OpenRequest {
  readonly tool: CallerTool;
  /** Aborted when it is settled in another way than by its tool. */
  readonly signal: AbortSignal;
  /** It may be executed. Nothing where it may be so already. */
  approve(): void;
  isApproved(): boolean;
  /** Settles it with an answer of the caller. */
  answer(answer: WrittenAnswer): void;
  /** Settles it with what its tool gave. */
  executed(answer: WrittenAnswer): void;
  /** Settles it without an answer. */
  expire(words: string): void;
  /** The same for one that nobody has heard of. */
  drop(words: string): void;
}

interface WaitingCall {
  readonly signal: AbortSignal;
  /** Called once, when it may be executed. */
  readonly onApproved: () => void;
}

/** Far more than a model calls at once. */
const MOST_OPEN = 256;
/** A reader of the journal must get an input as it is; longer events may be cut there. */
const MOST_INPUT_BYTES = 4 * 1024 * 1024;

export function createToolRequests(options: ToolRequestsOptions): ToolRequests {
  const { turnId, prefix = '', secrets = [] } = options;
  const tools = new Map(options.tools.map((tool) => [`${prefix}${tool.name}`, tool] as const));
  const finder = createSecretFinder({ secrets, guesses: false });
  const open = new Map<string, OpenRequest>();
  const closed = createClosedRequests();
  const clock = createWaitingClock();
  let emit: EmitRequest | undefined;
  let isClosed = false;

  /** Before the agent gets the answer: what it does with it comes later. */
  const emitAnswer = (requestId: string, status: ToolAnswerEvent['status']): void => {
    try {
      emit?.({ type: 'tool_answer', requestId, status });
    } catch {
      // A journal that takes no more fails the turn where it matters.
    }
  };

  const wait = (tool: CallerTool, requestId: string, call: WaitingCall): Promise<ToolResult> =>
    new Promise((resolve) => {
      const { signal, onApproved } = call;
      const ended = new AbortController();
      let isApproved = false;
      const close = (result: ToolResult, status?: ToolAnswerEvent['status']): void => {
        if (!open.delete(requestId)) return;
        clock.end();
        timer.stop();
        signal.removeEventListener('abort', onAbort);
        if (status !== undefined) emitAnswer(requestId, status);
        resolve(result);
      };
      const closeWith = (answer: WrittenAnswer): void => {
        const result = toolResult(tool, answer);
        closed.answered(requestId, answer);
        const isDenied = 'approved' in answer && !answer.approved;
        close(result, isDenied ? 'denied' : 'error' in result ? 'error' : 'success');
      };
      const expire = (words: string): void => {
        closed.expired(requestId);
        close({ error: words }, 'expired');
        ended.abort();
      };
      const onAbort = (): void => expire(`The call of ${tool.name} was given up.`);
      const timer = createRequestTimer(tool, expire);
      signal.addEventListener('abort', onAbort, { once: true });
      clock.begin();
      open.set(requestId, {
        tool,
        signal: ended.signal,
        approve() {
          if (isApproved) return;
          isApproved = true;
          closed.approved(requestId);
          onApproved();
        },
        isApproved: () => isApproved,
        answer(answer) {
          closeWith(answer);
          ended.abort();
        },
        executed(answer) {
          // Whoever was quicker has closed it.
          if (open.has(requestId)) closeWith(answer);
        },
        expire,
        drop: (words) => close({ error: words }),
      });
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

  /** Runs the tool of a request that is open, if it can be run. Others wait for an answer. */
  const execute = (requestId: string, input: JsonObject): void => {
    const request = open.get(requestId);
    if (request === undefined || !isExecutable(request.tool)) return;
    const { tool, signal, executed } = request;
    void executeTool(tool, input, { requestId, signal }).then(executed);
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
      const isHeld = tool.needsApproval === true;
      const request = requestEvent(tool, requestId, input, isHeld ? 'requested' : undefined);
      if (!request.ok) return { error: request.why };
      const onApproved = (): void => {
        const granted = requestEvent(tool, requestId, input, 'granted');
        try {
          if (granted.ok) emit?.(granted.event);
          execute(requestId, input);
        } catch (error) {
          open.get(requestId)?.expire(`${name} can't be executed: ${errorMessage(error)}`);
        }
      };
      // Open before it is emitted: who reads the event may answer at once.
      const result = wait(tool, requestId, { signal, onApproved });
      try {
        emit(request.event);
        if (!isHeld) execute(requestId, input);
      } catch (error) {
        open.get(requestId)?.drop(`${name} can't be asked for: ${errorMessage(error)}`);
      }
      return result;
    },
    answer(requestId, answer) {
      const request = open.get(requestId);
      if (request === undefined) return closed.receiptOf(requestId, answer);
      const isDecision = 'approved' in answer && request.tool.needsApproval === true;
      // Whoever executes it may have done so: an agent that hears of a refusal would be misled.
      if (isDecision && !answer.approved && request.isApproved()) return 'late';
      if (isDecision && answer.approved) request.approve();
      else request.answer(answer);
      return 'taken';
    },
    waiting: clock,
    close() {
      isClosed = true;
      for (const { tool, expire } of [...open.values()]) {
        expire(`The turn ended before ${tool.name} was answered.`);
      }
    },
  };
}
