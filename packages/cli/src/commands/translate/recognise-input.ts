import { agentNames, type View } from '@dragoman/agents';
import { ownAgent, ownName, recogniseInput as recognise } from '@dragoman/agents/internal';
import { DragomanError } from '@dragoman/protocol';
import { type ChosenAgent, chosenAgent } from '../chosen-agent.js';

/** What is known of an input before it is read. */
export interface KnownOrigin {
  /** The agent as `--agent` names it. */
  readonly agent?: string | undefined;
  readonly view?: View | undefined;
  /** What the input is called. */
  readonly source: string;
}

/** The agent that wrote records; Dragoman itself, for its own events. */
export interface RecordsAgent extends Omit<ChosenAgent, 'name'> {
  readonly name: string;
}

/** An input, and which agent and view its records are of. */
export interface RecognisedInput {
  readonly agent: RecordsAgent;
  readonly view: View;
  /** All of the input. */
  readonly chunks: AsyncIterable<Uint8Array>;
}

/**
 * Detects what isn't known of an input from its first records. Undefined for one without any lines; an
 * error where nothing shows it.
 */
export async function recogniseInput(
  input: AsyncIterable<Uint8Array>,
  { agent, view, source }: KnownOrigin,
): Promise<RecognisedInput | undefined> {
  try {
    const recognised = await recognise(input, agent, view);
    if (recognised.agent === undefined || recognised.view === undefined) return undefined;
    const isOwn = recognised.agent === ownName;
    return {
      agent: isOwn ? ownAgent : chosenAgent(agent ?? recognised.agent),
      view: recognised.view,
      chunks: recognised.chunks,
    };
  } catch (error) {
    throw inWordsOfCommand(error, agent, source);
  }
}

/** The error with the options of the command that help. */
function inWordsOfCommand(error: unknown, agent: string | undefined, source: string): unknown {
  const code = error instanceof DragomanError ? error.code : undefined;
  if (code === 'agent_undetected') {
    return new DragomanError(
      code,
      `No record at the beginning of ${source} is one that a single agent writes; ${agentNames.join(', ')} were tried. If you know the agent, name it with --agent.`,
      { cause: error },
    );
  }
  if (code === 'view_undetected') {
    return new DragomanError(
      code,
      `Nothing at the beginning of ${source} shows whether it is the live output of ${agent} or a saved session. If it is one of them, say --from live or --from saved.`,
      { cause: error },
    );
  }
  return error;
}
