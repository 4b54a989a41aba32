import { once } from 'node:events';
import { createUiMapper } from '@dragoman/ai-sdk/ui';
import { DragomanError } from '@dragoman/protocol';
import { defaultStateDirectory } from '@dragoman/sandbox';
import { createKeyStore, createServer, isLoopback, type ServerPolicy } from '@dragoman/server';
import { type ListeningServer, listen } from '@dragoman/server/node';
import { loadPage } from '@dragoman/web';
import { EXIT, type ExitCode, exitCodeOf } from '../../exit-code.js';
import type { ServeOptions } from '../../program/serve-command.js';
import { reportError } from '../../report-error.js';
import type { Terminal } from '../../terminal/terminal.js';
import { checkMachine } from './check-machine.js';
import { createLogWriter, type LogWriter } from './log-writer.js';
import { readServeConfig } from './serve-config.js';
import { serverPolicy } from './server-policy.js';
import { sharedStore } from './shared-store.js';

export interface ServeEnd {
  readonly code: ExitCode;
  /** Whether it served until somebody stopped it. */
  readonly wasStopped: boolean;
}

/**
 * `dragoman serve`: serves until it is stopped. Whatever speaks against it is said before it listens, with
 * the exit codes of a turn that can't be started.
 */
export async function serve(options: ServeOptions, terminal: Terminal): Promise<ServeEnd> {
  const log = createLogWriter((text) => terminal.write(text));
  const server = await start(options, terminal, log).catch((error: unknown) => {
    if (!(error instanceof DragomanError) || terminal.signal.aborted) throw error;
    reportError(error, terminal);
    const code = exitCodeOf(error);
    return code === EXIT.usage ? code : EXIT.notStarted;
  });
  if (typeof server === 'number') return { code: server, wasStopped: false };
  if (!terminal.signal.aborted) await once(terminal.signal, 'abort');
  await server.close({ drainMs: options.drain });
  await log.written();
  return { code: EXIT.success, wasStopped: terminal.signal.reason === 'interrupted' };
}

async function start(
  options: ServeOptions,
  terminal: Terminal,
  log: LogWriter,
): Promise<ListeningServer> {
  const { host, port, script } = options;
  const stateDirectory = defaultStateDirectory();
  const keys = createKeyStore(stateDirectory);
  const hasKeys = await keys.hasAny();
  if (hasKeys && !(await keys.hasUsable())) throw keysRevoked();
  if (!hasKeys && !isLoopback(host)) throw keysRequired(host);
  const config = options.config === undefined ? {} : await readServeConfig(options.config);
  const policy = await serverPolicy({ config, script, cwd: process.cwd(), stateDirectory });
  await checkMachine(policy, stateDirectory, terminal);
  const shared = await sharedStore(options.redis, config, stateDirectory);
  const server = createServer({
    policy,
    stateDirectory,
    uiMapper: createUiMapper,
    page: await loadPage(),
    keys,
    openUntilFirstKey: !hasKeys,
    ...(shared && { store: shared.store }),
    ...(config.hosts && { hosts: config.hosts }),
    ...(config.publicUrl && { publicUrl: config.publicUrl }),
    ...(options.log && { log: log.add }),
  });
  const listening = await listen(server, { host, port }).catch(async (error: unknown) => {
    await server.close();
    throw error;
  });
  sayWhere(listening.url, policy, { hasKeys, shared: shared?.address }, terminal);
  return listening;
}

function sayWhere(
  url: string,
  { agents, workspaces, sandbox = 'bubblewrap' }: ServerPolicy,
  { hasKeys, shared }: { readonly hasKeys: boolean; readonly shared: string | undefined },
  terminal: Terminal,
): void {
  const names = Object.entries(agents).map(([name, { agent = name }]) =>
    // Clients ask for an agent by the name that it has here.
    agent.split('@')[0] === name ? agent : `${name} (${agent})`,
  );
  const kind = typeof sandbox === 'string' ? sandbox : sandbox.kind;
  const who = hasKeys ? 'with a key' : 'anybody on this machine';
  const where = `in ${Object.keys(workspaces).join(', ')}`;
  const others = shared === undefined ? [] : [`shared through ${shared}`];
  const facts = [names.join(', '), where, kind, who, ...others];
  const key = hasKeys ? ` -H "authorization: Bearer $KEY"` : '';
  const body = `-H 'content-type: application/json' -d '{"prompt":"Say hello."}'`;
  terminal.say(`${terminal.paint('green', '✓')} dragoman listens on ${url}`);
  terminal.say(terminal.paint('dim', `  ${facts.join(' · ')}`));
  terminal.say(terminal.paint('dim', `  curl -N ${url}/v1/turns${key} ${body}`));
}

/** Who has revoked the last key did not mean to let everybody in. */
function keysRevoked(): DragomanError {
  return new DragomanError(
    'keys_required',
    'All keys are revoked, so nobody could ask this server. Make another with `dragoman keys add NAME`.',
  );
}

function keysRequired(host: string): DragomanError {
  return new DragomanError(
    'keys_required',
    `Others can reach ${host}, and there is no key: anybody could run agents on this machine. Make one with \`dragoman keys add NAME\`, or listen on 127.0.0.1.`,
  );
}
