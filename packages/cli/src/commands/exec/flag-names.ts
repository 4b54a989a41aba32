import { DragomanError } from '@dragoman/protocol';

/** How `exec` calls what a request to an agent calls otherwise. */
const FLAGS: Readonly<Record<string, string>> = {
  images: '--image',
  outputSchema: '--output-schema',
  mcpServers: '--mcp',
  reasoningEffort: '--effort',
  maxTurns: '--max-turns',
  extraArgs: '--agent-arg',
  'budget.requests': '--budget-requests',
  'budget.totalTokens': '--budget-tokens',
  'budget.costUsd': '--budget-usd',
  prices: '--prices',
  allowHosts: '--allow-host',
  permission: '--permission',
  fork: '--fork',
  resume: '--resume',
  baseUrl: '--base-url',
  login: '--login',
};

/** What a program would set, behind the flag that does the same: `--yes-my-home (allowHome: true)`. */
const SETTING =
  / \((?:agentFrom|allowHome|allowHosts|hostedTools|projectSettings|sandbox|withForks): [^()]{1,200}\)/g;

/** The same error, in the words of the command line. */
export function inFlags(error: DragomanError): DragomanError {
  const message = withoutSettings(error.message).replaceAll(
    /`([\w.]+)( [^`]*)?`/g,
    (whole, name: string, more = '') =>
      Object.hasOwn(FLAGS, name) ? `${FLAGS[name]}${more}` : whole,
  );
  return new DragomanError(error.code, message, { cause: error });
}

/** A message of Dragoman without the settings that only a program can make. */
export function withoutSettings(message: string): string {
  return message.replaceAll(SETTING, '');
}
