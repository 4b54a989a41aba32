import { expect, test } from 'vitest';
import { parseAllowedHosts, parseTarget } from './allowed-hosts.js';

const https = (text: string) => parseTarget('https', text) ?? expect.fail(text);
const http = (text: string) => parseTarget('http', text) ?? expect.fail(text);

test('a host is allowed by its name and port, without its port at 443', () => {
  const hosts = parseAllowedHosts(['Example.com', 'https://other.org/', 'registry.test:8443']);
  for (const host of ['example.com:443', 'EXAMPLE.com.:443', 'other.org', 'registry.test:8443']) {
    expect(hosts.has(https(host)), host).toBe(true);
  }
  for (const host of [
    'example.com:80',
    'www.example.com',
    'example.com.evil.test',
    'registry.test',
  ]) {
    expect(hosts.has(https(host)), host).toBe(false);
  }
  expect(hosts.has(http('example.com:443'))).toBe(false);
});

test('names below one are allowed together, without itself', () => {
  const hosts = parseAllowedHosts(['*.example.com:8443']);
  expect(hosts.has(https('a.b.example.com:8443'))).toBe(true);
  expect(hosts.has(https('example.com:8443'))).toBe(false);
  expect(hosts.has(https('badexample.com:8443'))).toBe(false);
});

test('what is not encrypted has to be said', () => {
  const hosts = parseAllowedHosts(['http://example.com', 'http://example.org:8080']);
  expect(hosts.has(http('example.com'))).toBe(true);
  expect(hosts.has(http('example.org:8080'))).toBe(true);
  expect(hosts.has(https('example.com:80'))).toBe(false);
});

test('an address has one spelling', () => {
  const hosts = parseAllowedHosts(['127.1:8080', '[0:0::1]:8080', 'bücher.test']);
  for (const host of ['127.0.0.1:8080', '0x7f000001:8080', '2130706433:8080', '[::1]:8080']) {
    expect(hosts.has(https(host)), host).toBe(true);
  }
  expect(hosts.has(https('xn--bcher-kva.test'))).toBe(true);
});

test.each([
  ...[
    '',
    '*',
    '*.',
    '*.com',
    '*.10.0.0.1',
    'a b',
    'user@host',
    'host/path',
    'host?x',
    'host:99999',
  ],
  ...['ftp://host', 'a.*.com', 'https://', '[::1', '\\host', '.'],
])('%j is no host that could be allowed', (entry) => {
  expect(() => parseAllowedHosts([entry])).toThrow(
    expect.objectContaining({
      code: 'invalid_request',
      message: expect.stringContaining('no host'),
    }),
  );
});

test('what a request names is a host and a port, or nothing', () => {
  for (const text of ['', ':443', 'user:secret@host:443', 'host:443/path', 'host:port', 'a b:1']) {
    expect(parseTarget('https', text), text).toBeUndefined();
  }
});
