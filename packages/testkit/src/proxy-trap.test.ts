import { once } from 'node:events';
import { request } from 'node:http';
import { expect, onTestFinished, test } from 'vitest';
import { startProxyTrap } from './proxy-trap.js';

test('remembers tunnels and plain requests, and lets neither through', async () => {
  const trap = await startProxyTrap();
  onTestFinished(() => trap.close());
  const { port } = new URL(trap.url);

  const tunnel = request({ port, method: 'CONNECT', path: 'example.com:443' }).end();
  const [answer] = await once(tunnel, 'connect');
  expect(answer.statusCode).toBe(502);

  const plain = request({ port, path: 'http://example.com/x' }).end();
  const [response] = await once(plain, 'response');
  expect(response.resume().statusCode).toBe(502);

  expect(trap.attempts).toEqual(['example.com:443', 'http://example.com/x']);
});

test('keeps only so many', async () => {
  const trap = await startProxyTrap(1);
  onTestFinished(() => trap.close());
  for (const path of ['http://a.example/', 'http://b.example/']) {
    const [response] = await once(
      request({ port: new URL(trap.url).port, path }).end(),
      'response',
    );
    response.resume();
  }
  expect(trap.attempts).toEqual(['http://a.example/']);
});
