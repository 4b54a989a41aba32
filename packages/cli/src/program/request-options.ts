import { type ReasoningEffort, reasoningEfforts } from '@dragoman/agents';
import { type Command, InvalidArgumentError, Option } from 'commander';

/** What `dragoman exec` gives an agent beside its prompt. Not every agent and version can do all. */
export interface RequestOptions {
  readonly image?: readonly string[];
  readonly outputSchema?: string;
  readonly mcp?: string;
  readonly effort?: ReasoningEffort;
  readonly maxTurns?: number;
  readonly allowWebSearch?: boolean;
  /** False with `--no-web-search`. */
  readonly webSearch?: boolean;
  readonly agentArg?: readonly string[];
}

/** Adds these options. What an agent can't do is refused before it starts. */
export function addRequestOptions(command: Command): void {
  command
    .optionsGroup('What the agent gets:')
    .option('--image <file>', 'attach an image to the prompt (repeatable)', repeatable)
    .option('--output-schema <file>', 'the JSON Schema that the answer must follow')
    .option('--mcp <file>', 'tool servers: a JSON or YAML file with mcpServers')
    .addOption(
      new Option('--effort <level>', 'how hard the model thinks').choices(reasoningEfforts),
    )
    .option('--max-turns <number>', 'how often the agent may ask its model', amount)
    .option(
      '--allow-web-search',
      'let the provider search the web if the network is none (with a network it may)',
    )
    .addOption(
      new Option('--no-web-search', 'never let the provider search the web').conflicts(
        'allowWebSearch',
      ),
    )
    .option(
      '--agent-arg <argument>',
      "pass an argument on to the agent's CLI (repeatable)",
      repeatable,
    );
}

/** Collects the values of an option that may be given several times. */
export function repeatable(value: string, earlier: readonly string[] = []): readonly string[] {
  return [...earlier, value];
}

/** A whole number from 1. */
export function amount(text: string): number {
  const value = Number(text);
  if (/^\d+$/.test(text) && Number.isSafeInteger(value) && value > 0) return value;
  throw new InvalidArgumentError('Give a whole number from 1.');
}
