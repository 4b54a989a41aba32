import { agentNames, agents, parseAgentReference } from '@dragoman/agents';
import { findInstalled, type InstalledAgent } from '@dragoman/runtime';
import { type ChangedInstall, examineInstalls } from '@dragoman/runtime/internal';
import { EXIT, type ExitCode } from '../../exit-code.js';
import type { Terminal } from '../../terminal/terminal.js';
import { formatTable } from '../../terminal/text/format-table.js';
import { harmlessLine } from '../../terminal/text/harmless-text.js';

/** Why its packages are trusted. */
const TRUST: Readonly<Record<InstalledAgent['trust'], string>> = {
  pinned: 'pinned',
  first_use: 'first use',
};

/** An install of an agent, in any state. */
type Found = InstalledAgent | ChangedInstall;

/** `dragoman agents list`: every known agent, its default version and its installs. */
import { jsonLine } from '../../terminal/text/json-line.js';

export async function listAgents(
  options: { json?: boolean },
  terminal: Terminal,
): Promise<ExitCode> {
  const installed = await examineInstalls();
  await terminal.write(options.json ? asJson(installed) : asTable(installed, terminal));
  return EXIT.success;
}

function asJson(found: readonly Found[]): string {
  const installed = found.filter((one) => 'executable' in one);
  const changed = found.filter((one) => 'problem' in one);
  const listed = agentNames.map((name) => ({
    name,
    package: agents[name].packageName,
    defaultVersion: agents[name].version,
    abilities: agents[name].abilities(agents[name].version),
    installed: installed
      .filter((agent) => agent.name === name)
      .map(({ version, executable, directory, trust }) => {
        return { version, executable, directory, trust };
      }),
    changed: changed
      .filter((agent) => agent.name === name)
      .map(({ version, problem }) => ({ version, problem })),
  }));
  return listed.map((agent) => jsonLine(agent)).join('');
}

function asTable(installed: readonly Found[], terminal: Terminal): string {
  const paint = terminal.paintData;
  const rows = agentNames.flatMap((name) => {
    const defaultVersion = agents[name].version;
    const found = installed.filter((agent) => agent.name === name);
    const rowsFound = found.map((one) => [
      name,
      one.version,
      one.version === defaultVersion ? 'default' : '',
      'executable' in one ? TRUST[one.trust] : 'changed',
      'executable' in one ? one.executable : paint('red', harmlessLine(one.problem)),
    ]);
    const hasDefault = found.some(({ version }) => version === defaultVersion);
    return hasDefault
      ? rowsFound
      : [[name, defaultVersion, 'default', '', paint('dim', 'not installed')], ...rowsFound];
  });
  return formatTable(['AGENT', 'VERSION', '', 'TRUST', 'PATH'], rows);
}

/** `dragoman agents which`: prints the path of an installed agent's program, and nothing else, on stdout. */
export async function whichAgent(reference: string, terminal: Terminal): Promise<ExitCode> {
  const agent = parseAgentReference(reference);
  const installed = await findInstalled(agent);
  if (installed === undefined) {
    const full = `${agent.name}@${agent.version}`;
    terminal.say(`dragoman: ${full} is not installed. Install it: dragoman agents install ${full}`);
    return EXIT.failure;
  }
  if (installed.trust === 'first_use') {
    const words = `${agent.name} ${agent.version} is not pinned: its first install here is trusted`;
    terminal.say(terminal.paint('dim', words));
  }
  await terminal.write(`${installed.executable}\n`);
  return EXIT.success;
}
