import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import * as server from '@dragoman/server';
import { runReadmeExample } from '@dragoman/testkit';
import { expect, test, vi } from 'vitest';
import * as web from './index.js';

test('the example in the README works as it stands', async () => {
  const readme = new URL('../README.md', import.meta.url);
  const modules = { '@dragoman/server': server, '@dragoman/web': web };
  const given = {
    policy: {
      agents: { codex: { access: { kind: 'script', script: { steps: [] } } } },
      workspaces: { app: { template: '' } },
    },
  };
  const state = await mkdtemp(join(tmpdir(), 'dragoman-web-'));
  vi.stubEnv('DRAGOMAN_STATE', state);
  try {
    const { response } = await runReadmeExample(readme, modules, ['response'], { given });
    expect(response).toMatchObject({ status: 200 });
  } finally {
    vi.unstubAllEnvs();
    await rm(state, { recursive: true });
  }
});

test('the page is small, and all it needs is beside it', async () => {
  const files = await web.loadPage();
  expect(files.map(({ name }) => name)).toEqual(['', 'view.js', 'view.css']);
  const [page, script] = files.map(({ content }) => content);
  expect(Buffer.byteLength(script ?? '')).toBeLessThan(100_000);
  expect([...(page ?? '').matchAll(/(?:src|href)="([^"]+)"/g)].map(([, name]) => name)).toEqual([
    ...['data:,', 'view.css', 'view.js'],
  ]);
  // Without schemas, which nothing in the page needs.
  expect(script).not.toContain('ZodError');
});
