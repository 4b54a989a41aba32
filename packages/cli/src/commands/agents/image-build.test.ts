import { agentNames } from '@dragoman/agents';
import { CONTAINERS_TIMEOUT_MS, type TestContainers, testContainers } from '@dragoman/testkit';
import { afterEach, beforeAll, describe, expect, test, vi } from 'vitest';
import { createMemoryTerminal } from '../../../test-inputs/memory-terminal.js';
import { runCli } from '../../run-cli.js';

const TIMEOUT_MS = 120_000;

let containers: TestContainers;
beforeAll(async () => {
  containers = await testContainers();
}, CONTAINERS_TIMEOUT_MS);
afterEach(() => vi.unstubAllEnvs());

async function build(...options: string[]) {
  for (const [name, value] of Object.entries(containers.environment)) vi.stubEnv(name, value);
  const terminal = createMemoryTerminal();
  const code = await runCli(['agents', 'image', 'build', ...options], terminal);
  return { code, stdout: terminal.stdout(), stderr: terminal.stderr() };
}

/** None of them: that needs no network. */
const NO_AGENTS = agentNames.flatMap((name) => [`--${name}`, 'none']);

describe('agents image build', () => {
  test(
    'shows the engine’s command and its words, and prints the image’s name',
    async () => {
      const base = ['--engine', 'podman', '--base-image', containers.image, '--no-tools'];
      const { code, stdout, stderr } = await build(...base, ...NO_AGENTS);
      expect({ code, stdout }).toEqual({ code: 0, stdout: 'dragoman-agents:none\n' });
      expect(stderr).toMatch(/^\$ \S*podman build --tag dragoman-agents:none .*CODEX_VERSION= /);
      expect(stderr).toContain('STEP ');
      expect(stderr).toMatch(/dragoman-agents:none was built in \d+\.\d s\n$/);
    },
    TIMEOUT_MS,
  );

  test('a version that can not be is refused before the engine is started', async () => {
    const { code, stdout, stderr } = await build('--engine', 'podman', '--claude', '9.9.9.9');
    expect({ code, stdout }).toEqual({ code: 2, stdout: '' });
    expect(stderr).toContain('"9.9.9.9" is not an exact version of claude');
    expect(stderr).not.toContain('$ ');
  });

  test(
    'a build that fails ends with what the engine said last',
    async () => {
      const base = ['--engine', 'podman', '--base-image', containers.image, '--tools', 'jq'];
      const { code, stdout, stderr } = await build(...base, ...NO_AGENTS);
      expect({ code, stdout }).toEqual({ code: 1, stdout: '' });
      expect(stderr).toMatch(
        /dragoman: The image dragoman-agents:none was not built\. podman ended/,
      );
      expect(stderr).toContain('No package manager is known here');
    },
    TIMEOUT_MS,
  );

  test('without an engine says what to install, and is no failure of an agent’s start', async () => {
    vi.stubEnv('DRAGOMAN_PODMAN', '/none/podman');
    const { code, stderr } = await build();
    expect(code).toBe(1);
    expect(stderr).toMatch(/was not built: DRAGOMAN_PODMAN says \/none\/podman.* podman/);
  });

  test('an engine that doesn’t exist is a wrong argument', async () => {
    const { code, stderr } = await build('--engine', 'wharf');
    expect(code).toBe(2);
    expect(stderr).toContain('There is no engine wharf; there are podman, docker.');
  });
});
