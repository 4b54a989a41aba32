import { agents, parseAgentReference } from '@dragoman/agents';
import {
  type CallerTool,
  executeFormActions,
  getFormSnapshot,
  type ModelAccess,
  resolveModelAccess,
  startTurn,
  type TurnOptions,
} from '@dragoman/runtime';
import { writeImageFiles } from '@dragoman/runtime/internal';
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
  const { name } = parseAgentReference(reference);
  const { imagesInWorkspace = false } = agents[name];
  return {
    async start({ images, tools, ...request }, signal) {
      const files = await writeImageFiles(images, imagesInWorkspace ? cwd : undefined);
      try {
        const turn = await startTurn({
          ...options,
          ...request,
          agent: reference,
          cwd,
          access: access ?? resolveModelAccess({ agent: name, env: process.env }),
          ...(files.paths.length > 0 && { images: files.paths }),
          ...(tools && { tools: tools.map(withCheck) }),
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
  };
}

/** The check of an answer is a function, so it is added in the process that runs the turn. */
function withCheck(tool: OfferedTool): CallerTool {
  const form = [getFormSnapshot, executeFormActions].find(({ event }) => event === tool.event);
  return { ...tool, checkOutput: form?.checkOutput };
}
