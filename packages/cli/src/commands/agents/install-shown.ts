import type { AgentReference } from '@dragoman/agents';
import { type InstalledAgent, type InstallProgress, installAgent } from '@dragoman/runtime';
import type { Terminal } from '../../terminal/terminal.js';

const PHASES: Readonly<Record<InstallProgress['phase'], string>> = {
  waiting: 'waiting for another install of it',
  replacing: 'what is there is replaced by a new install',
  downloading: 'downloading',
  verifying: 'checking that it runs',
  done: 'done',
};

/**
 * Makes sure that an agent is installed while a person watches. With `verify` one that is there is
 * proved too, which takes a moment.
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

/** A line that changes in place for a person; a line per phase for a log. */
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
