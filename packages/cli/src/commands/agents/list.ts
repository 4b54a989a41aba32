import { agentNames, agents } from '@dragoman/agents';
import { type InstalledAgent, listInstalled } from '@dragoman/runtime';
import { EXIT, type ExitCode } from '../../exit-code.js';
import type { Terminal } from '../../terminal/terminal.js';
import { formatTable } from '../../terminal/text/format-table.js';

/** `dragoman agents list`: every known agent, its default version and what is installed of it. */
export async function listAgents(
  options: { json?: boolean },
  terminal: Terminal,
): Promise<ExitCode> {
  const installed = await listInstalled();
  await terminal.write(options.json ? asJson(installed) : asTable(installed, terminal));
  return EXIT.success;
}

function asJson(installed: readonly InstalledAgent[]): string {
  const listed = agentNames.map((name) => ({
    name,
    package: agents[name].packageName,
    defaultVersion: agents[name].version,
    abilities: agents[name].abilities(agents[name].version),
    installed: installed
      .filter((agent) => agent.name === name)
      .map(({ version, executable, directory }) => ({ version, executable, directory })),
  }));
  return `${JSON.stringify(listed, undefined, 2)}\n`;
}

function asTable(installed: readonly InstalledAgent[], terminal: Terminal): string {
  const paint = terminal.paintData;
  const rows = agentNames.flatMap((name) => {
    const defaultVersion = agents[name].version;
    const found = installed.filter((agent) => agent.name === name);
    const rowsFound = found.map(({ version, executable }) => [
      name,
      version,
      version === defaultVersion ? 'default' : '',
      executable,
    ]);
    const hasDefault = found.some(({ version }) => version === defaultVersion);
    return hasDefault
      ? rowsFound
      : [[name, defaultVersion, 'default', paint('dim', 'not installed')], ...rowsFound];
  });
  return formatTable(['AGENT', 'VERSION', '', 'PATH'], rows);
}
