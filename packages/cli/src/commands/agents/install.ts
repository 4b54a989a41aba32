import { agentNames, parseAgentReference } from '@dragoman/agents';
import { DragomanError } from '@dragoman/protocol';
import { EXIT, type ExitCode } from '../../exit-code.js';
import type { Terminal } from '../../terminal/terminal.js';
import { installShown } from './install-shown.js';

/** `dragoman agents install`: one after the other, so that each has the network to itself. */
export async function installAgents(
  references: readonly string[],
  options: { all?: boolean; again?: boolean },
  terminal: Terminal,
): Promise<ExitCode> {
  const wanted = [...new Set([...references, ...(options.all ? agentNames : [])])];
  if (wanted.length === 0) {
    throw new DragomanError(
      'usage',
      `Say which agent to install (${agentNames.join(', ')}), or --all.`,
    );
  }
  // All are read before the first is installed: a typing mistake should cost nothing.
  for (const agent of wanted.map(parseAgentReference)) {
    await installShown(agent, terminal, { verify: true, again: options.again ?? false });
  }
  return EXIT.success;
}
