import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { agentNames, agents } from '@dragoman/agents';
import { reduce } from '@dragoman/protocol';
import { createContainerSandboxes, type SandboxProvider } from '@dragoman/sandbox';
import {
  CONTAINERS_TIMEOUT_MS,
  createTurnFixture,
  INSTALL_TIMEOUT_MS,
  type TestContainers,
  type TurnFixture,
  testContainers,
} from '@dragoman/testkit';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { buildAgentsImage } from './agents-image.js';

const TIMEOUT_MS = 120_000;

/** An empty version leaves an agent out. */
const NONE = Object.fromEntries(agentNames.map((name) => [name, '']));

let containers: TestContainers;
let fixture: TurnFixture;
let image: string;
let provider: SandboxProvider;
let command: readonly string[];

// The real Containerfile with one real agent, which the engine remembers from then on.
beforeAll(async () => {
  containers = await testContainers();
  fixture = await createTurnFixture();
  const environment = { ...process.env, ...containers.environment };
  image = await buildAgentsImage({
    engine: 'podman',
    baseImage: containers.image,
    tools: [],
    versions: { ...NONE, codex: agents.codex.version },
    network: 'host',
    environment,
    onCommand(engineCommand) {
      command = engineCommand;
    },
  });
  const { stateDirectory } = fixture;
  provider = createContainerSandboxes({ engine: 'podman', stateDirectory, environment });
}, INSTALL_TIMEOUT_MS + CONTAINERS_TIMEOUT_MS);

afterAll(async () => {
  expect(await fixture.remains()).toEqual([]);
  await fixture.remove();
});

test("the engine's command has the versions, and nothing of this machine's settings", () => {
  expect(image).toBe(`dragoman-agents:codex-${agents.codex.version}`);
  expect(command).toContain(`CODEX_VERSION=${agents.codex.version}`);
  expect(command).toContain('GEMINI_VERSION=');
});

test(
  'the image names its agents, has a user, and no workspace that all may write',
  async () => {
    const { stdout } = await containers.podman(['image', 'inspect', image]);
    expect(JSON.parse(stdout)).toMatchObject([
      {
        Labels: { 'dragoman.agent.codex': agents.codex.version, 'dragoman.agent.claude': '' },
        Config: { User: 'agent', WorkingDir: '/workspace' },
      },
    ]);
    const look = 'id -u; stat -c %a /workspace; git config --get safe.directory; codex --version';
    const run = ['run', '--rm', '--network', 'none', image, 'sh', '-c', look];
    const said = await containers.podman(run);
    expect(said.stdout).toBe(`10001\n755\n/workspace\ncodex-cli ${agents.codex.version}\n`);
  },
  TIMEOUT_MS,
);

test(
  'an agent of the image runs a turn without any network but the door to its model',
  async () => {
    const look = 'echo made > made.txt; cat made.txt; ls /sys/class/net; id -un';
    const { events, end } = await fixture.run({
      sandbox: provider,
      image,
      install: false,
      script: { steps: [{ run: look }, { say: 'It is made.' }] },
    });
    expect(end).toMatchObject({ status: 'success', exit_code: 0 });
    expect(await readFile(join(fixture.workspace, 'made.txt'), 'utf8')).toBe('made\n');
    const seen = JSON.stringify(reduce(events));
    expect(seen).toContain('It is made.');
    expect(seen).toMatch(/made\\nlo\\nagent/);
  },
  TIMEOUT_MS,
);
