import { describe, expect, test } from 'vitest';
import type { KeyRing } from '../keys/key-ring.js';
import { type AccessOptions, createAccess } from './create-access.js';

const keys: KeyRing = { find: async (key) => (key === 'drg_good' ? { id: 'key_1' } : undefined) };

function request(headers: Record<string, string> = {}, method = 'POST'): Request {
  return new Request('http://127.0.0.1:7000/v1/turns', {
    method,
    headers: { host: 'localhost:7000', ...headers },
  });
}

const check = (options: AccessOptions, headers?: Record<string, string>, method?: string) =>
  createAccess(options).check(request(headers, method));

test('the first key counts from when it is there, for ever; a running server did not notice it', async () => {
  let known: readonly string[] = [];
  const ring: KeyRing = {
    find: async (key) => (known.includes(key) ? { id: key } : undefined),
    hasAny: async () => known.length > 0,
  };
  const access = createAccess({ keys: ring, openUntilFirstKey: true });
  expect(await access.check(request())).toEqual({ id: 'local' });
  await expect(access.check(request({ host: 'evil.example' }))).rejects.toMatchObject({
    code: 'host_refused',
  });
  known = ['drg_first'];
  await expect(access.check(request())).rejects.toMatchObject({ code: 'unauthorized' });
  const bearer = { authorization: 'Bearer drg_first', host: 'any.example' };
  expect(await access.check(request(bearer))).toEqual({ id: 'drg_first' });
  await access.checkSite(request({ host: 'any.example' }));
  // Revoked: that opens nothing again.
  known = [];
  await expect(access.check(request())).rejects.toMatchObject({ code: 'unauthorized' });
});

describe('without keys', () => {
  test.each(['localhost', 'LOCALHOST:7000', '127.0.0.1:7000', '127.9.9.9', '[::1]:7000'])(
    'whoever comes by %s is the local client',
    async (host) => {
      expect(await check({}, { host })).toEqual({ id: 'local' });
    },
  );

  test.each([
    'evil.example',
    'localhost.evil.example:7000',
    '127.0.0.1.nip.io',
    '0.0.0.0',
    '[::]',
    '',
  ])('whoever comes by %j is refused', async (host) => {
    await expect(check({}, { host })).rejects.toMatchObject({ code: 'host_refused' });
  });

  test('the names of the operator are the ones that are answered', async () => {
    const hosts = ['Agents.example'];
    expect(await check({ hosts }, { host: 'agents.example:443' })).toEqual({ id: 'local' });
    await expect(check({ hosts }, { host: 'localhost' })).rejects.toMatchObject({
      code: 'host_refused',
      message: expect.stringContaining('agents.example'),
    });
  });

  test('a page of the server may ask, and those that are allowed; no other', async () => {
    const origins = ['https://app.example'];
    expect(await check({}, { origin: 'http://localhost:7000' })).toEqual({ id: 'local' });
    expect(await check({ origins }, { origin: 'https://app.example' })).toEqual({ id: 'local' });
    for (const origin of [
      'https://evil.example',
      'http://localhost:7001',
      'https://app.example.evil.example',
      'null',
    ]) {
      await expect(check({ origins }, { origin })).rejects.toMatchObject({
        code: 'origin_refused',
      });
    }
  });

  test('what a page sends without an origin is known by where the browser says it comes from', async () => {
    const cross = { 'sec-fetch-site': 'cross-site', 'sec-fetch-mode': 'no-cors' };
    await expect(check({}, cross, 'GET')).rejects.toMatchObject({ code: 'origin_refused' });
    const link = { 'sec-fetch-site': 'cross-site', 'sec-fetch-mode': 'navigate' };
    expect(await check({}, link, 'GET')).toEqual({ id: 'local' });
    await expect(check({}, link, 'POST')).rejects.toMatchObject({ code: 'origin_refused' });
    expect(await check({}, { 'sec-fetch-site': 'same-origin' }, 'GET')).toEqual({ id: 'local' });
  });
});

describe('with keys', () => {
  test('one is needed, from wherever the request comes', async () => {
    const authorization = 'Bearer drg_good';
    const anywhere = { authorization, host: 'any.example', origin: 'https://any.example' };
    expect(await check({ keys }, anywhere)).toEqual({ id: 'key_1' });
    expect(await check({ keys }, { authorization: 'bearer drg_good' })).toEqual({ id: 'key_1' });
    await expect(check({ keys, hosts: ['a'] }, anywhere)).rejects.toMatchObject({
      code: 'host_refused',
    });
  });

  test.each([
    undefined,
    '',
    'Bearer',
    'Bearer drg_wrong-secret',
    'Basic drg_good',
    'drg_good',
    'Bearer drg_good x',
  ])('%j is none, and the refusal does not repeat it', async (authorization) => {
    const error = await check({ keys }, authorization === undefined ? {} : { authorization }).catch(
      (thrown: unknown) => thrown,
    );
    expect(error).toMatchObject({
      code: 'unauthorized',
      details: { headers: { 'www-authenticate': 'Bearer' } },
    });
    expect(String(error)).not.toContain('wrong-secret');
  });
});

describe('CORS', () => {
  const access = createAccess({ keys, origins: ['https://app.example'] });
  const asked = { 'access-control-request-method': 'POST' };

  test('a page of an allowed origin may send and read', () => {
    const preflight = access.preflight(
      request({ ...asked, origin: 'https://app.example' }, 'OPTIONS'),
    );
    expect(preflight?.status).toBe(204);
    expect(preflight?.headers.get('access-control-allow-origin')).toBe('https://app.example');
    expect(preflight?.headers.get('access-control-allow-headers')).toContain('authorization');
    expect(access.cors(request({ origin: 'https://app.example' }))).toMatchObject({
      'access-control-allow-origin': 'https://app.example',
      'access-control-expose-headers': expect.stringContaining('turn-id'),
      vary: 'origin',
    });
  });

  test('no other may, and nobody may with credentials of the browser', () => {
    const preflight = access.preflight(
      request({ ...asked, origin: 'https://evil.example' }, 'OPTIONS'),
    );
    expect([...(preflight?.headers.keys() ?? [])]).toEqual(['vary']);
    expect(access.cors(request({ origin: 'https://evil.example' }))).toEqual({ vary: 'origin' });
    expect(access.preflight(request({}, 'OPTIONS'))).toBeUndefined();
    expect(createAccess({}).cors(request({ origin: 'https://app.example' }))).toEqual({});
  });
});
