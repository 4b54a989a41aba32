import type { AgentReference } from '@dragoman/agents';
import {
  findInstalled,
  type InstalledAgent,
  type InstallProgress,
  installAgent,
} from '@dragoman/runtime';
import type { Terminal } from '../../terminal/terminal.js';

const PHASES: Readonly<Record<InstallProgress['phase'], string>> = {
  waiting: 'waiting for another install of it',
  downloading: 'downloading',
  verifying: 'checking that it runs',
  done: 'done',
};

/** Installs an agent while a person watches; what is there already is only named. */
export async function installShown(
  agent: AgentReference,
  terminal: Terminal,
): Promise<InstalledAgent> {
  const label = `${agent.name} ${agent.version}`;
  const present = await findInstalled(agent);
  if (present !== undefined) {
    terminal.say(`${terminal.paint('green', '✓')} ${label} is installed`);
    return present;
  }
  const started = performance.now();
  const installed = await installAgent({
    agent,
    signal: terminal.signal,
    onProgress: showProgress(label, terminal),
  });
  const seconds = ((performance.now() - started) / 1000).toFixed(1);
  terminal.say(`${terminal.paint('green', '✓')} ${label} installed in ${seconds} s`);
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
