import { parseAgentReference } from '@dragoman/agents';
import {
  type CallerTool,
  executeFormActions,
  getFormSnapshot,
  type ModelAccess,
  resolveModelAccess,
  startTurn,
  type TurnOptions,
} from '@dragoman/runtime';
import { writeImageFiles } from './image-files.js';
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
      | 'access'
    >
  > {
  /** How the model is reached. Default: with the key that the environment has for the agent. */
  readonly access?: ModelAccess | undefined;
}

/** Agents that leave out images which aren't in their workspace. */
const IN_WORKSPACE_ONLY: ReadonlySet<string> = new Set(['gemini']);

/** Turns that this process conducts. */
export function createEmbeddedTurns(reference: string, settings: AgentSettings): TurnSource {
  const { access, cwd = process.cwd(), ...place } = settings;
  const { name } = parseAgentReference(reference);
  return {
    async start({ images, tools, ...request }, signal) {
      const files = await writeImageFiles(images, IN_WORKSPACE_ONLY.has(name) ? cwd : undefined);
      try {
        const turn = await startTurn({
          ...place,
          ...request,
          agent: reference,
          cwd,
          access: access ?? resolveModelAccess({ agent: name, env: process.env }),
          ...(files.paths.length > 0 && { images: files.paths }),
          ...(tools && { tools: tools.map(withCheck) }),
          signal,
        });
        // Whatever the outcome: it is told as the turn's last event.
        void turn.outcome.then(files.remove);
        return turn;
      } catch (error) {
        await files.remove();
        throw error;
      }
    },
  };
}

/** What is checked of an answer is known here, where the events of the tools are told. */
function withCheck(tool: OfferedTool): CallerTool {
  const form = [getFormSnapshot, executeFormActions].find(({ event }) => event === tool.event);
  return { ...tool, checkOutput: form?.checkOutput };
}
