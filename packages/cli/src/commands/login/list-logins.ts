import { agentNames, agents } from '@dragoman/agents';
import { errorMessage } from '@dragoman/protocol/internal';
import { createLoginStore, type LoginStore } from '@dragoman/runtime';
import { EXIT, type ExitCode } from '../../exit-code.js';
import type { Terminal } from '../../terminal/terminal.js';
import { formatTable } from '../../terminal/text/format-table.js';

/** A login as it is listed. Nothing of the token, and not whose it is. */
interface ListedLogin {
  readonly agent: string;
  readonly state: 'kept' | 'expired' | 'damaged' | 'none';
  readonly keptAt?: string | undefined;
  readonly expiresAt?: string | undefined;
  /** Why it can't be used. */
  readonly problem?: string;
}

/** `dragoman login` without an agent. */
import { jsonLine } from '../../terminal/text/json-line.js';

export async function listLogins(
  { json }: { readonly json: boolean },
  terminal: Terminal,
): Promise<ExitCode> {
  const store = createLoginStore();
  const logins = agentNames
    .filter((name) => agents[name].login)
    .map((name) => stateOf(name, store));
  if (json) {
    await terminal.write(logins.map((login) => jsonLine(login)).join(''));
    return EXIT.success;
  }
  const rows = logins.map(({ agent, state, keptAt = '', expiresAt = '' }) => [
    agent,
    state,
    keptAt,
    expiresAt,
  ]);
  await terminal.write(formatTable(['AGENT', 'LOGIN', 'SINCE', 'UNTIL'], rows));
  for (const { problem } of logins) if (problem !== undefined) terminal.say(`! ${problem}`);
  return EXIT.success;
}

function stateOf(agent: string, store: LoginStore): ListedLogin {
  try {
    const login = store.find(agent);
    if (login === undefined) return { agent, state: 'none' };
    const { keptAt, expiresAt } = login;
    const isOver = expiresAt !== undefined && Date.parse(expiresAt) <= Date.now();
    return { agent, state: isOver ? 'expired' : 'kept', keptAt, expiresAt };
  } catch (error) {
    return { agent, state: 'damaged', problem: errorMessage(error) };
  }
}
