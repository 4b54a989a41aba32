import { type AgentReference, agentNames, parseAgentReference } from '@dragoman/agents';
import { DragomanError } from '@dragoman/protocol';
import { type InstalledAgent, type InstallProgress, installAgent } from '@dragoman/runtime';
import { EXIT, type ExitCode } from '../../exit-code.js';
import type { Terminal } from '../../terminal/terminal.js';

const PHASES: Readonly<Record<InstallProgress['phase'], string>> = {
  waiting: 'waiting for another install of it',
  replacing: 'replacing the existing install',
  downloading: 'downloading',
  verifying: 'checking that it runs',
  done: 'done',
};

/** `dragoman agents install`: installs one agent after the other, so that each has the whole network. */
export async function installAgents(
  references: readonly string[],
  options: { all?: boolean; again?: boolean },
  terminal: Terminal,
): Promise<ExitCode> {
  const wanted = [...new Set([...references, ...(options.all ? agentNames : [])])];
  if (wanted.length === 0) {
    throw new DragomanError(
      'usage',
      `Name the agents to install (${agentNames.join(', ')}), or use --all.`,
    );
  }
  // All names are checked before the first install.
  for (const agent of wanted.map(parseAgentReference)) {
    await installShown(agent, terminal, { verify: true, again: options.again ?? false });
  }
  return EXIT.success;
}

/**
 * Makes sure that an agent is installed, and shows the progress. With `verify` an existing install is
 * checked, too, which takes a moment.
 */
export async function installShown(
  agent: AgentReference,
  terminal: Terminal,
  { verify = false, again = false }: { verify?: boolean; again?: boolean } = {},
): Promise<InstalledAgent> {
  const label = `${agent.name} ${agent.version}`;
  const started = performance.now();
  let fresh = false;
  const show = showProgress(label, terminal);
  const installed = await installAgent({
    agent,
    verify,
    again,
    signal: terminal.signal,
    onProgress(progress) {
      fresh ||= progress.phase === 'done';
      show(progress);
    },
  });
  const seconds = ((performance.now() - started) / 1000).toFixed(1);
  const how = fresh ? `installed in ${seconds} s` : `is installed${verify ? ' and runs' : ''}`;
  const trust = installed.trust === 'pinned' ? ', as pinned' : '';
  terminal.say(`${terminal.paint('green', '✓')} ${label} ${how}${trust}`);
  return installed;
}

/** A status line on a terminal; a line per phase in a log. */
function showProgress(label: string, terminal: Terminal): (progress: InstallProgress) => void {
  let shown: string | undefined;
  return ({ phase, bytes }) => {
    const size = bytes > 0 ? ` ${Math.round(bytes / 1_000_000)} MB` : '';
    terminal.status(`  ${label}: ${PHASES[phase]}${size}`);
    if (!terminal.watched && phase !== shown && phase !== 'done') {
      terminal.say(`  ${label}: ${PHASES[phase]}`);
    }
    shown = phase;
  };
}
