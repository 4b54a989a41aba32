import { startHostProxy } from '@dragoman/gateway';
import type { ErrorEvent } from '@dragoman/protocol';
import type { JournalWriter } from '../journal/journal-writer.js';

/** The door to the hosts that a turn may reach, while the turn lasts. */
export interface OpenHosts {
  readonly socketPath: string;
  /** From now on what is refused is reported there. */
  reportIn(journal: Pick<JournalWriter, 'append'>): void;
  /** Ends all connections. */
  close(): Promise<void>;
}

interface OpenHostsOptions {
  readonly hosts: readonly string[];
  /** A free path in a folder that only this user can enter. */
  readonly socketPath: string;
}

/** Opens the proxy of one turn, on a unix socket. */
export async function openHosts({ hosts, socketPath }: OpenHostsOptions): Promise<OpenHosts> {
  let journal: Pick<JournalWriter, 'append'> | undefined;
  const refusals = createRefusals();
  const onRefused = (target: string, why: string): void => {
    const event = refusals.of(target, why);
    if (event !== undefined) journal?.append(event);
  };
  const proxy = await startHostProxy({ listen: { socketPath }, hosts, onRefused });
  return {
    socketPath,
    reportIn(given) {
      journal = given;
    },
    close: () => proxy.close(),
  };
}

/** A program may ask for any number of hosts, and for each again and again. */
const MOST_TARGETS = 50;

/** What is refused, once for each target. Of very many the last event says that there are more. */
function createRefusals() {
  const targets = new Set<string>();
  return {
    of(target: string, why: string): ErrorEvent | undefined {
      if (targets.has(target) || targets.size > MOST_TARGETS) return undefined;
      targets.add(target);
      if (targets.size <= MOST_TARGETS)
        return refusal(`${target} was not reached: ${why}.${hint(target)}`);
      return refusal('More hosts were not reached. They are not listed.');
    },
  };
}

function refusal(message: string): ErrorEvent {
  return { type: 'error', fatal: false, code: 'host_refused', message };
}

/** What would have let it through; nothing for what is no host at all. */
function hint(target: string): string {
  if (target.startsWith('"')) return '';
  return ` Allow it with --allow-host ${target} (allowHosts: ["${target}"]).`;
}

/** Loopback in a sandbox is its own, and the door to the model is there. */
const EXEMPT = 'localhost,127.0.0.1,::1';

/** What programs look for to find a proxy. Some libraries read only one spelling. */
export function proxyVariables(proxy: string): Record<string, string> {
  const variables = { HTTP_PROXY: proxy, HTTPS_PROXY: proxy, ALL_PROXY: proxy, NO_PROXY: EXEMPT };
  const small = Object.entries(variables).map(([name, value]) => [name.toLowerCase(), value]);
  // Node itself reads them since 22.21 and 24.5, but only where it is told to.
  return { ...variables, ...Object.fromEntries(small), NODE_USE_ENV_PROXY: '1' };
}
