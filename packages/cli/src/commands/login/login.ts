import { homedir } from 'node:os';
import { type AgentLogin, type AgentName, agents, type VendorLogin } from '@dragoman/agents';
import { DragomanError } from '@dragoman/protocol';
import { createLoginStore, runVendorLogin } from '@dragoman/runtime';
import { EXIT, type ExitCode } from '../../exit-code.js';
import type { Terminal } from '../../terminal/terminal.js';
import { shortPath } from '../../terminal/text/formats.js';
import { installShown } from '../agents/install.js';
import { agentToLogIn } from './agent-to-log-in.js';
import { listLogins } from './list-logins.js';

export interface LoginOptions {
  readonly fromStdin?: boolean;
  readonly json?: boolean;
}

const LONGEST_BYTES = 1024 * 1024;

/** `dragoman login`: keeps the login of an agent's vendor, which the agent's own CLI makes. */
export async function login(
  asked: string | undefined,
  { fromStdin = false, json = false }: LoginOptions,
  terminal: Terminal,
): Promise<ExitCode> {
  if (asked === undefined) {
    if (fromStdin) throw new DragomanError('usage', 'Name the agent: dragoman login codex');
    return listLogins({ json }, terminal);
  }
  const { agent, vendor } = agentToLogIn(asked);
  const store = createLoginStore();
  sayTerms(agent, vendor, shortPath(store.file(agent), { home: homedir() }), terminal);
  const found = fromStdin
    ? vendor.read(await readAll(terminal))
    : await logInAtVendor(agent, vendor, terminal);
  if (terminal.signal.aborted) return EXIT.interrupted;
  store.keep(agent, found);
  const until = found.expiresAt === undefined ? '' : `, until ${found.expiresAt}`;
  terminal.say(`${terminal.paint('green', '✓')} The login of ${agent} is kept${until}.`);
  terminal.say(terminal.paint('dim', `  use it: dragoman exec "…" --agent ${agent} --login`));
  return EXIT.success;
}

/** What the user should know before a login is made. */
function sayTerms(agent: AgentName, vendor: AgentLogin, file: string, terminal: Terminal): void {
  const lines = [
    `Your subscription is used under the terms of ${vendor.vendor}: ${vendor.terms}`,
    `Read there whether they allow what you plan. Dragoman is no product of ${vendor.vendor}.`,
    `Kept: the token, in ${file}, which only you can read. The agent doesn't get it, unless you run it with`,
    `--sandbox process, where it can read all your files. Used: with --login only. Removed: dragoman logout ${agent}`,
  ];
  for (const line of lines) terminal.say(line);
}

async function logInAtVendor(
  agent: AgentName,
  vendor: AgentLogin,
  terminal: Terminal,
): Promise<VendorLogin> {
  if (!terminal.isTyped) {
    throw new DragomanError(
      'usage',
      `A login needs a terminal. To bring one from elsewhere: dragoman login ${agent} --from-stdin`,
    );
  }
  const program = await installShown({ name: agent, version: agents[agent].version }, terminal);
  const { signal } = terminal;
  const made = await runVendorLogin({ program, env: process.env, signal });
  if (made !== undefined) return made;
  terminal.say('Paste the token that was printed (it is not shown), then Enter:');
  const token = await terminal.readHidden();
  signal.throwIfAborted();
  return vendor.read(token);
}

async function readAll(terminal: Terminal): Promise<string> {
  const chunks: Uint8Array[] = [];
  let bytes = 0;
  for await (const chunk of terminal.read()) {
    bytes += chunk.length;
    if (bytes > LONGEST_BYTES) throw new DragomanError('usage', 'This is too long for a login.');
    chunks.push(chunk);
  }
  return Buffer.concat(chunks).toString('utf8');
}
