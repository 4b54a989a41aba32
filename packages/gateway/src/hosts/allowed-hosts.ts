import { isIP } from 'node:net';
import { DragomanError } from '@dragoman/protocol';

/** Where a request is to go. Host names are in lower case, addresses as `URL` writes them, without brackets. */
export interface HostTarget {
  /** `http`: the proxy sees the request. `https`: it passes on what is encrypted. */
  readonly scheme: 'http' | 'https';
  readonly host: string;
  readonly port: number;
}

/** The hosts that a turn may reach. */
export interface AllowedHosts {
  has(target: HostTarget): boolean;
}

interface Entry extends HostTarget {
  /** The host stands for all that are named below it, and not for itself. */
  readonly isWildcard: boolean;
}

const DEFAULT_PORTS = { http: 80, https: 443 };
const ENTRY = /^(?:(https?):\/\/)?(\*\.)?([^/?#@\\\s*]+)\/?$/i;

/**
 * Reads a list of hosts: `registry.npmjs.org`, `host:8443`, `*.example.com` for all names below one, an
 * address, or `http://host` for requests that are not encrypted. Without a port it is 443, with `http://` 80.
 * Throws `invalid_request` for what is none.
 */
export function parseAllowedHosts(hosts: readonly string[]): AllowedHosts {
  const entries = hosts.map(parseEntry);
  return {
    has: (target) => entries.some((entry) => matches(entry, target)),
  };
}

function matches(entry: Entry, { scheme, host, port }: HostTarget): boolean {
  if (entry.scheme !== scheme || entry.port !== port) return false;
  return entry.isWildcard ? host.endsWith(`.${entry.host}`) : host === entry.host;
}

function parseEntry(text: unknown): Entry {
  const [, scheme, wildcard, rest = ''] = ENTRY.exec(typeof text === 'string' ? text : '') ?? [];
  const known = scheme?.toLowerCase() === 'http' ? 'http' : 'https';
  const target = parseTarget(known, rest);
  const isWildcard = wildcard !== undefined;
  const isTooWide = isWildcard && (!target?.host.includes('.') || isIP(target.host) !== 0);
  if (target !== undefined && !isTooWide) return { ...target, isWildcard };
  throw new DragomanError(
    'invalid_request',
    `${JSON.stringify(text)} is no host that could be allowed: write example.com, example.com:8443, *.example.com, an address, or http://example.com for what is not encrypted.`,
  );
}

/** A host and its port as a request names them; nothing where that is none. */
export function parseTarget(scheme: HostTarget['scheme'], text: string): HostTarget | undefined {
  const url = `${scheme}://${text}/`;
  if (/[/?#@\\\s]/.test(text) || !URL.canParse(url)) return undefined;
  const { hostname, port } = new URL(url);
  const host = plainHost(hostname);
  if (host === '') return undefined;
  return { scheme, host, port: port === '' ? DEFAULT_PORTS[scheme] : Number(port) };
}

/** An address as `URL` writes it, so that each has one spelling. */
export function plainAddress(address: string): string {
  const url = isIP(address) === 6 ? `http://[${address}]/` : `http://${address}/`;
  return URL.canParse(url) ? plainHost(new URL(url).hostname) : address;
}

function plainHost(hostname: string): string {
  return hostname.replace(/^\[|\]$/g, '').replace(/\.$/, '');
}

/** A target in the words of a request. */
export function targetText({ scheme, host, port }: HostTarget): string {
  const name = isIP(host) === 6 ? `[${host}]` : host;
  return scheme === 'http' ? `http://${name}:${port}` : `${name}:${port}`;
}
