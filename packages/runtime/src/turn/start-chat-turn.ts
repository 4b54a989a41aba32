import { DragomanError } from '@dragoman/protocol';
import type { BaseChatRequest } from '../chat/chat-agent.js';
import { conductTurn } from './conduct-turn.js';
import type { Turn } from './turn.js';
import type { ConductOptions } from './turn-options.js';

export interface ChatTurnOptions<Request extends BaseChatRequest>
  extends Omit<ConductOptions<Request>, 'input'> {
  /** What the agent is asked, as its `requestSchema` takes it. Default: an empty object. */
  readonly input?: unknown;
}

/**
 * Starts one turn of any `ChatAgent`, as `startTurn` does of one that Dragoman knows. A request that the
 * agent's schema refuses rejects with `invalid_request`.
 *
 * @example
 * const agent = createCommandAgent('npm test');
 * const turn = await startChatTurn({ agent, cwd: '.', network: 'none' });
 * const { status, exit_code } = await turn.outcome;
 */
export async function startChatTurn<Request extends BaseChatRequest>(
  options: ChatTurnOptions<Request>,
): Promise<Turn> {
  const asked = options.agent.requestSchema.safeParse(options.input ?? {});
  if (asked.success) return conductTurn({ ...options, input: asked.data });
  throw new DragomanError(
    'invalid_request',
    `Invalid run request. ${requestIssues(asked.error.issues)}`,
    { cause: asked.error },
  );
}

interface Issue {
  readonly path: readonly PropertyKey[];
  readonly message: string;
}

/** What is wrong with a request, field by field. */
export function requestIssues(issues: readonly Issue[]): string {
  return issues
    .map(({ path, message }) => [path.map(String).join('.'), message].filter(Boolean).join(': '))
    .join('; ');
}
