import { lookup } from 'node:dns/promises';
import { isIP, type LookupFunction } from 'node:net';
import { type AllowedHosts, type HostTarget, plainAddress } from './allowed-hosts.js';
import { isPublicAddress } from './public-address.js';

/** An address of a host. */
export interface HostAddress {
  readonly address: string;
  readonly family: number;
}

/** The addresses that a name stands for. */
export type ResolveHost = (host: string) => Promise<readonly HostAddress[]>;

/** Whether a target may be reached, and where it is. */
export type Reach =
  | { readonly kind: 'reachable'; readonly addresses: readonly HostAddress[] }
  | { readonly kind: 'refused'; readonly why: string }
  | { readonly kind: 'unknown'; readonly why: string };

export const resolveHere: ResolveHost = (host) => lookup(host, { all: true });

/**
 * Finds out whether a target is allowed, and its addresses. A name is looked up here, once: what is
 * connected to are these addresses, whatever the name stands for a moment later. Those of this machine
 * and of networks around it are left out, unless the list has them themselves.
 */
export async function reachHost(
  target: HostTarget,
  allowed: AllowedHosts,
  resolve: ResolveHost,
): Promise<Reach> {
  if (!allowed.has(target)) return { kind: 'refused', why: 'it is not among the hosts allowed' };
  const family = isIP(target.host);
  // An address on the list was meant.
  if (family !== 0) {
    return { kind: 'reachable', addresses: [{ address: target.host, family }] };
  }
  const found = await resolve(target.host).catch(() => []);
  if (found.length === 0) return { kind: 'unknown', why: 'its name has no address' };
  const addresses = found.filter(({ address }) => {
    if (isPublicAddress(address)) return true;
    return allowed.has({ ...target, host: plainAddress(address) });
  });
  if (addresses.length > 0) return { kind: 'reachable', addresses };
  const [first] = found;
  const why = `its address ${first?.address} is not one of the internet, and not among the hosts allowed itself`;
  return { kind: 'refused', why };
}

/** Gives a connection the addresses that were found, instead of looking the name up again. */
export function lookupOf(addresses: readonly HostAddress[]): LookupFunction {
  return (host, options, callback) => {
    const [first] = addresses;
    if (options.all === true) callback(null, [...addresses]);
    else if (first !== undefined) callback(null, first.address, first.family);
    else callback(Object.assign(new Error(`${host} has no address`), { code: 'ENOTFOUND' }), '', 4);
  };
}
