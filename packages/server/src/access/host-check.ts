import { refusal } from '../errors/refusal.js';

/** Names of this machine that no DNS server decides about. */
const LOOPBACK = /^(localhost|127(\.\d{1,3}){3}|\[::1\])$/;

/** A name without its port: `localhost:8080`, `[::1]:8080`. */
const WITH_PORT = /^(\[[^\]]*\]|[^:]*)(:\d*)?$/;

/** Whether a server may be reached by this name without a key: only this machine has it. */
export function isLoopback(host: string): boolean {
  return LOOPBACK.test(host.toLowerCase()) || host === '::1';
}

/**
 * Refuses a request that came by a name which isn't the server's. A page of another site can have its
 * name lead to this machine (DNS rebinding); the browser then takes the server for that site.
 *
 * @param hosts the names that are answered; loopback's, where there are none
 */
export function checkHost(request: Request, hosts: readonly string[] | undefined): void {
  const name = hostOf(request);
  const known = hosts?.map((host) => host.toLowerCase());
  if (name !== undefined && (known?.includes(name) ?? isLoopback(name))) return;
  throw refusal(
    'host_refused',
    known === undefined
      ? 'Without a key this server answers only to localhost, 127.0.0.1 and [::1].'
      : `This server answers only to ${known.join(', ')}.`,
  );
}

/** What a client wrote into `Host`. A request that was made in this process has none, but an address. */
function hostOf(request: Request): string | undefined {
  const host = request.headers.get('host') ?? new URL(request.url).host;
  return WITH_PORT.exec(host.toLowerCase())?.[1];
}
