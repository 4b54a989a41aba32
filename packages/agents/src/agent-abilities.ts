import {
  type Permission,
  permissions,
  type ReasoningEffort,
  reasoningEfforts,
} from './agent-command.js';
import { isSupported, type Support } from './version-support.js';

/** What a CLI may be able to do, in the words in which a refusal names it. */
export type Ability =
  | 'streaming'
  | 'resume'
  | 'fork'
  | 'ephemeral'
  | 'images'
  | 'input'
  | 'outputSchema'
  | 'maxTurns'
  | 'retries'
  | 'mcpServers'
  | 'mcpServers with a url'
  | 'deltas'
  | 'reasoning'
  | 'cost'
  | `permission ${Permission}`
  | `reasoningEffort ${ReasoningEffort}`;

/** Since when a CLI can do what. Its `command` refuses by the same table. */
export type AbilityTable = Readonly<Record<Ability, Support>>;

/** What one version of a CLI can do. */
export interface AgentAbilities {
  /** Prints what it does while it does it. Without that, no turn is started. */
  readonly streaming: boolean;
  readonly resume: boolean;
  readonly fork: boolean;
  readonly ephemeral: boolean;
  readonly images: boolean;
  /** It takes more input while it is at work. */
  readonly input: boolean;
  readonly outputSchema: boolean;
  /** It can be limited in how often it asks its model. */
  readonly maxTurns: boolean;
  readonly retries: boolean;
  /** The sorts of tool servers it takes. */
  readonly mcpServers: readonly ('program' | 'http')[];
  /** Its text arrives while the model writes it. */
  readonly deltas: boolean;
  /** Its thoughts are printed while it works. */
  readonly reasoning: boolean;
  /** It says what a turn cost. */
  readonly cost: boolean;
  readonly permissions: readonly Permission[];
  /** As far as it passes them on; which of them a model knows depends on the model. */
  readonly reasoningEfforts: readonly ReasoningEffort[];
}

/** What a CLI can do, asked by version. */
export function createAbilities(table: AbilityTable): (version: string) => AgentAbilities {
  return (version) => {
    const can = (ability: Ability): boolean => isSupported(table[ability], version);
    return {
      streaming: can('streaming'),
      resume: can('resume'),
      fork: can('fork'),
      ephemeral: can('ephemeral'),
      images: can('images'),
      input: can('input'),
      outputSchema: can('outputSchema'),
      maxTurns: can('maxTurns'),
      retries: can('retries'),
      mcpServers: [
        ...(can('mcpServers') ? (['program'] as const) : []),
        ...(can('mcpServers with a url') ? (['http'] as const) : []),
      ],
      deltas: can('deltas'),
      reasoning: can('reasoning'),
      cost: can('cost'),
      permissions: permissions.filter((permission) => can(`permission ${permission}`)),
      reasoningEfforts: reasoningEfforts.filter((effort) => can(`reasoningEffort ${effort}`)),
    };
  };
}
