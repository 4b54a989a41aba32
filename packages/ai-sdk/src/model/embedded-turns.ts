import { agents, parseAgentReference } from '@dragoman/agents';
import { DragomanError } from '@dragoman/protocol';
import {
  type CallerTool,
  executeFormActions,
  getFormSnapshot,
  isTurnId,
  type ModelAccess,
  openTurn,
  resolveModelAccess,
  startTurn,
  type TurnOptions,
} from '@dragoman/runtime';
import { journalState, readTurnRecord, writeImageFiles } from '@dragoman/runtime/internal';
import type { OfferedTool, TurnSource } from './turn-source.js';

/** Where and how the agent works. All that `startTurn` of the runtime takes and a call doesn't say. */
export interface AgentSettings
  extends Partial<
    Omit<
      TurnOptions,
      | 'agent'
      | 'prompt'
      | 'resume'
      | 'fork'
      | 'images'
      | 'tools'
      | 'outputSchema'
      | 'signal'
      | 'id'
      | 'access'
    >
  > {
  /** How the model is reached. Default: with the key that the environment has for the agent. */
  readonly access?: ModelAccess | undefined;
}

/** Turns that this process runs. */
export function createEmbeddedTurns(reference: string, settings: AgentSettings): TurnSource {
  const { access, cwd = process.cwd(), ...options } = settings;
  const { labels, stateDirectory, sandbox } = options;
  const found = {
    ...(stateDirectory !== undefined && { stateDirectory }),
    ...(typeof sandbox === 'object' && { providers: [sandbox] }),
  };
  const { name } = parseAgentReference(reference);
  const { imagesInWorkspace = false } = agents[name];
  return {
    async start(
      { images, tools, conversation, news: _news, schemaWords: _words, ...asked },
      signal,
    ) {
      const files = await writeImageFiles(images, imagesInWorkspace ? cwd : undefined);
      try {
        const turn = await startTurn({
          ...options,
          ...asked,
          agent: reference,
          cwd,
          access: access ?? resolveModelAccess({ agent: name, env: process.env }),
          ...(files.paths.length > 0 && { images: files.paths }),
          ...(tools && { tools: tools.map(withCheck) }),
          ...(conversation !== undefined && {
            labels: { ...labels, [CONVERSATION]: conversation },
          }),
          signal,
        });
        // Whatever the outcome: the turn's last event says it.
        void turn.outcome.then(files.remove);
        return turn;
      } catch (error) {
        await files.remove();
        throw error;
      }
    },
    async open(turnId) {
      if (!isTurnId(turnId)) {
        throw new DragomanError('turn_unknown', `${JSON.stringify(turnId)} is no id of a turn.`);
      }
      const { id, directory, events, answer, cancel } = await openTurn(turnId, found);
      const record = await readTurnRecord(directory);
      const { lastSeq, end } = journalState(directory);
      const conversation = record?.labels?.[CONVERSATION];
      return { id, events, answer, cancel, agent: record?.agent, conversation, lastSeq, end };
    },
  };
}

/** The label of a turn that names its conversation. */
const CONVERSATION = 'conversation';

/** The check of an answer is a function, so it is added in the process that runs the turn. */
function withCheck(tool: OfferedTool): CallerTool {
  const form = [getFormSnapshot, executeFormActions].find(({ event }) => event === tool.event);
  return { ...tool, checkOutput: form?.checkOutput };
}
