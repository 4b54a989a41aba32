import { expect, test } from 'vitest';
import type { TurnRequest } from './agent-command.js';
import { baseEnvironment } from './base-environment.js';

const REQUEST: TurnRequest = {
  prompt: 'Say hello.',
  endpoint: { url: 'http://gateway.internal:4711', token: 'turn-token' },
  cwd: '/workspace',
  home: '/home/agent',
  version: '1.0.0',
};
const DIRECT: TurnRequest = { ...REQUEST, endpoint: { apiKey: 'key' } };
const PROVIDER = 'https://api.example.com/v1';
/** The first version with exceptions; the one of the requests is older. */
const LATER = '1.0.1';
const LOOPBACK = '127.0.0.1,localhost,::1';

test('a gateway is reached past any proxy', () => {
  const past = `${LOOPBACK},gateway.internal`;
  const url = 'http://gateway.internal:4711/v1';
  expect(baseEnvironment(REQUEST, url).NO_PROXY).toBe(past);
  const proxy = 'http://proxy:3128';
  expect(baseEnvironment({ ...REQUEST, proxy }, url)).toMatchObject({
    NO_PROXY: past,
    no_proxy: past,
    HTTPS_PROXY: proxy,
  });
});

test('a provider is reached past the dead proxy, but through one that is named', () => {
  expect(baseEnvironment(DIRECT, PROVIDER).NO_PROXY).toBe(`${LOOPBACK},api.example.com`);
  const named = { ...DIRECT, proxy: 'http://proxy:3128' };
  expect(baseEnvironment(named, PROVIDER).NO_PROXY).toBe(LOOPBACK);
});

test.each(['', 'no address', 'http://127.0.0.1:80', 'http://[::1]:80'])(
  'an address that names no host, or this machine, adds nothing: %j',
  (url) => {
    expect(baseEnvironment(REQUEST, url).NO_PROXY).toBe(LOOPBACK);
  },
);

test('what knows no exceptions from a proxy gets one only if its model is behind it', () => {
  const proxy = 'http://proxy:3128';
  const { HTTPS_PROXY, NO_PROXY, ...rest } = baseEnvironment({ ...DIRECT, proxy }, PROVIDER);
  expect(baseEnvironment({ ...DIRECT, proxy }, PROVIDER, LATER)).toEqual({
    ...rest,
    HTTPS_PROXY,
    NO_PROXY,
  });
  for (const request of [REQUEST, DIRECT, { ...REQUEST, proxy }]) {
    const environment = baseEnvironment(request, PROVIDER, LATER);
    expect(Object.keys(environment).filter((name) => /proxy/i.test(name))).toEqual([]);
    expect(environment).toMatchObject({ HOME: '/home/agent', TMPDIR: '/home/agent/tmp' });
  }
});
