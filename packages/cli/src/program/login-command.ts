import type { Command } from 'commander';
import type { LoginOptions } from '../commands/login/login.js';
import type { CommandContext } from '../program.js';

const MORE = `
Examples:
  $ dragoman login                           list the logins
  $ dragoman login codex                     log in, then: dragoman exec "…" --login
  $ dragoman login claude --from-stdin < token
  $ dragoman login codex --from-stdin < ~/.codex/auth.json

It runs the login of the agent's own CLI (codex login, claude setup-token). Dragoman keeps the token in its
state folder, where only you can read it; the agent never gets it. It is used only with --login, only by
that CLI, and only at the vendor's own address. It is not renewed: when it expires, log in again.
`;

export function addLogin(program: Command, { terminal, onExit }: CommandContext): void {
  program
    .command('login')
    .description('log in with a subscription instead of a key; without an agent, list the logins')
    .argument('[agent]', 'codex or claude')
    .option(
      '--from-stdin',
      "read what the agent's login gave elsewhere: a token, or Codex's auth.json",
    )
    .option('--json', 'list the logins as NDJSON')
    .addHelpText('after', MORE)
    .action(async (agent: string | undefined, options: LoginOptions) => {
      const { login } = await import('../commands/login/login.js');
      onExit(await login(agent, options, terminal));
    });
}

export function addLogout(program: Command, { terminal, onExit }: CommandContext): void {
  program
    .command('logout')
    .description('remove the login of an agent from this machine')
    .argument('<agent>', 'codex or claude')
    .action(async (agent: string) => {
      const { logout } = await import('../commands/login/logout.js');
      onExit(await logout(agent, terminal));
    });
}
