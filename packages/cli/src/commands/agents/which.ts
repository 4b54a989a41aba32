import { parseAgentReference } from '@dragoman/agents';
import { findInstalled } from '@dragoman/runtime';
import { EXIT, type ExitCode } from '../../exit-code.js';
import type { Terminal } from '../../terminal/terminal.js';

/** `dragoman agents which`: the path of an installed agent's program, and nothing else on stdout. */
export async function whichAgent(reference: string, terminal: Terminal): Promise<ExitCode> {
  const agent = parseAgentReference(reference);
  const installed = await findInstalled(agent);
  if (installed === undefined) {
    const full = `${agent.name}@${agent.version}`;
    terminal.say(`dragoman: ${full} is not installed. Install it: dragoman agents install ${full}`);
    return EXIT.failure;
  }
  if (installed.trust === 'first_use') {
    const words = `${agent.name} ${agent.version} is not pinned: it is trusted as it was first found here`;
    terminal.say(terminal.paint('dim', words));
  }
  await terminal.write(`${installed.executable}\n`);
  return EXIT.success;
}
