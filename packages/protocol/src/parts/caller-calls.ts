import type { ToolOutputEvent, ToolResultEvent, ToolUseEvent } from '../event/tool-events.js';
import { hash128 } from '../id/derive-id.js';
import { writeJson } from '../json/write-json.js';
import { createRedactor } from '../redact/redactor.js';
import type { RequestedCall } from './caller-requests.js';

export type ToolEvent = ToolUseEvent | ToolOutputEvent | ToolResultEvent;

/** The name under which an agent knows the tools of its caller: `mcp__caller__<tool>`. */
export const callerServerName = 'caller';

const PREFIX = `mcp__${callerServerName}__`;
/** Requests that the agent has not reported as calls. It does so soon, and leaves out few. */
const MOST_REMEMBERED = 1000;
const REDACTOR = createRedactor();

export interface CallerCalls {
  /** The agent's call of this tool has reached the caller. */
  requested(call: RequestedCall): void;
  /** What is to be shown of an event of the agent's tools: mostly itself. */
  shown(event: ToolEvent): readonly ToolEvent[];
  /** The turn is over. Calls that never reached the caller are to be shown after all. */
  rest(): readonly ToolUseEvent[];
}

interface Call {
  readonly name: string;
  /** Stands for the input, which may be long. */
  readonly input: string;
}

interface HiddenUse extends Call {
  readonly event: ToolUseEvent;
}

/**
 * A call of a tool of the caller comes twice: as the request that the caller answers, and in the
 * events of the agent. Only the first is shown, unless there is none: a call that failed before it
 * got through, for its input or its name, is shown as the agent reports it.
 *
 * Nothing but name and input says which request is which of the agent's calls. Where the agent
 * reports another input than it gave, any request goes for it that is not another call's.
 *
 * @param open the requests without an answer. One that the agent has a result for is taken out: it was
 *   given up, and nobody can answer it any more.
 * @param onResult gets what the agent was given for a request, as the agent reports it.
 */
export function createCallerCalls(
  open: Set<string>,
  onResult?: (requestId: string, result: ToolResultEvent) => void,
): CallerCalls {
  const hidden = new Map<string, HiddenUse>();
  const requests = new Map<string, Call>();

  const requestOf = (use: Call): string | undefined => {
    const same = [...requests].filter(([, request]) => isSame(request, use)).map(([id]) => id);
    // Of two that look alike, the one that has got its answer is the one with a result.
    return same.find((id) => !open.has(id)) ?? same[0];
  };
  const strayOf = ({ name }: Call): string | undefined => {
    const uses = [...hidden.values()];
    return [...requests].find(
      ([, request]) => request.name === name && !uses.some((use) => isSame(request, use)),
    )?.[0];
  };
  const takeRequest = (use: Call): string | undefined => {
    const own = requestOf(use);
    if (own !== undefined) open.delete(own);
    const id = own ?? strayOf(use);
    if (id !== undefined) requests.delete(id);
    return id;
  };

  return {
    requested({ requestId, toolName, input }) {
      requests.set(requestId, { name: toolName, input: marked(input) });
      const [oldest] = requests.keys();
      if (requests.size > MOST_REMEMBERED && oldest !== undefined) requests.delete(oldest);
    },
    shown(event) {
      const key = `${event.parent_tool_id ?? ''}\n${event.tool_id}`;
      if (event.type === 'tool_use' && event.tool_name.startsWith(PREFIX)) {
        const name = event.tool_name.slice(PREFIX.length);
        hidden.set(key, { event, name, input: marked(event.parameters) });
      }
      const use = hidden.get(key);
      if (use === undefined) return [event];
      if (event.type !== 'tool_result') return [];
      hidden.delete(key);
      const requestId = takeRequest(use);
      if (requestId === undefined) return [use.event, event];
      onResult?.(requestId, event);
      return [];
    },
    rest() {
      const uses = [...hidden.values()];
      hidden.clear();
      return uses.filter((use) => takeRequest(use) === undefined).map(({ event }) => event);
    },
  };
}

function isSame(one: Call, other: Call): boolean {
  return one.name === other.name && one.input === other.input;
}

/** A request has its input as it is; the input in the agent's events is redacted. */
function marked(input: unknown): string {
  return hash128(writeJson(REDACTOR.value(input), { sortKeys: true }));
}
