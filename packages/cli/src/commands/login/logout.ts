import { createLoginStore } from '@dragoman/runtime';
import { EXIT, type ExitCode } from '../../exit-code.js';
import type { Terminal } from '../../terminal/terminal.js';
import { agentToLogIn } from './agent-to-log-in.js';

/** `dragoman logout`: removes what is kept here. At the vendor the login stays valid. */
export async function logout(asked: string, terminal: Terminal): Promise<ExitCode> {
  const { agent, vendor } = agentToLogIn(asked);
  const wasThere = createLoginStore().remove(agent);
  terminal.say(
    wasThere
      ? `${terminal.paint('green', '✓')} The login of ${agent} is removed. To make the token worthless, end it in your account at ${vendor.vendor}.`
      : `dragoman: There is no login for ${agent}.`,
  );
  return EXIT.success;
}
