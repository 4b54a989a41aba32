import { expect, test } from 'vitest';
import type { ServerPolicy } from '../contract.js';
import { checkPolicy } from './check-policy.js';

const POLICY: ServerPolicy = {
  agents: {
    codex: { access: { kind: 'forward', key: 'sk-none', baseUrl: 'http://127.0.0.1:1' } },
  },
  workspaces: { project: { path: '/srv/project' }, fresh: { template: '/srv/template' } },
};

test('a policy that says what it means is taken', async () => {
  await expect(
    checkPolicy({ ...POLICY, origins: ['https://example.com', 'http://localhost:3000'] }),
  ).resolves.toBeUndefined();
});

test.each<[string, Partial<ServerPolicy>, RegExp]>([
  ['no agent', { agents: {} }, /no agent/],
  ['no workspace', { workspaces: {} }, /no workspace/],
  ['a workspace that leads elsewhere', { workspaces: { '..': { path: '/srv' } } }, /called ".."/],
  ['neither path nor template', { workspaces: { a: {} } }, /either a path or a template/],
  ['both', { workspaces: { a: { path: '/a', template: '/b' } } }, /either a path or a template/],
  [
    'artifacts outside',
    { workspaces: { a: { path: '/a', artifacts: '../b' } } },
    /in the workspace/,
  ],
  [
    'a template that agents can change',
    { workspaces: { a: { path: '/srv' }, b: { template: '/srv/template' } } },
    /agents that work in a could change the template of b/,
  ],
  ['an origin with a path', { origins: ['https://example.com/'] }, /must be like/],
  ['any origin', { origins: ['*'] }, /must be like/],
  ['a limit of nothing', { limits: { turns: 0 } }, /turns is 0/],
])('%s is refused', async (_what, part, words) => {
  await expect(checkPolicy({ ...POLICY, ...part })).rejects.toMatchObject({
    code: 'invalid_request',
    message: expect.stringMatching(words),
  });
});

test('an agent that there is not is refused', async () => {
  const [access] = Object.values(POLICY.agents);
  if (access === undefined) throw new Error('There is one.');
  await expect(checkPolicy({ ...POLICY, agents: { cursor: access } })).rejects.toMatchObject({
    code: 'agent_unknown',
  });
});

test('all that is wrong is said at once', async () => {
  const policy = {
    ...POLICY,
    workspaces: { a: {}, '..': { path: '/srv' } },
    origins: ['*'],
    limits: { turns: 0 },
  };
  await expect(checkPolicy(policy)).rejects.toMatchObject({
    message: expect.stringMatching(
      /used:\n- the workspace a must .*\n- a workspace can't .*\n- the origin "\*" .*\n- the limit turns .* 0\.$/,
    ),
  });
});
