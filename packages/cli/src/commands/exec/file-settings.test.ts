import { mkdir, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { agents } from '@dragoman/agents';
import { sandboxProvider } from '@dragoman/sandbox';
import { INSTALL_TIMEOUT_MS } from '@dragoman/testkit';
import { expect, test } from 'vitest';
import { dragomanOfFile } from '../../../test-inputs/dragoman-process.js';
import { configNames } from '../../config/config-keys.js';
import { applicable } from './file-settings.js';

const fixture = dragomanOfFile();

const codex = { name: 'codex', version: agents.codex.version } as const;
const claude = { name: 'claude', version: agents.claude.version } as const;

test(
  'what a file sets for other agents and sandboxes keeps no turn from starting, what a flag sets does',
  async () => {
    const script = await fixture.file('hello.yaml', 'steps: [{ say: Hello. }]');
    const config = join(dirname(script), 'config');
    const file = join(config, 'dragoman/config.yaml');
    await mkdir(dirname(file), { recursive: true });
    await writeFile(file, 'containerImage: mine\nagentFrom: image\nmaxTurns: 3\n');
    const env = { XDG_CONFIG_HOME: config };
    const args = ['exec', 'go', '--script', script];
    const done = await fixture.run(args, { env });
    expect(done, done.stderr).toMatchObject({ code: 0, stdout: expect.stringContaining('Hello.') });
    expect(done.stderr).toContain(`doesn't have maxTurns, which ${file} sets: left out.`);
    expect(done.stderr).not.toContain('mine');

    for (const flag of [
      ['--container-image', 'mine'],
      ['--max-turns', '3'],
    ]) {
      const refused = await fixture.run([...args, ...flag], { env });
      expect(refused, flag[0]).toMatchObject({ code: 2, stdout: '' });
    }
  },
  INSTALL_TIMEOUT_MS,
);

test('a setting of a file holds for those that have it, and where it makes a turn safer it is never left out', () => {
  const options = {
    containerImage: 'mine',
    maxTurns: 3,
    effort: 'high',
    permission: 'plan',
    network: 'none',
  } as const;
  const names = configNames.filter((name) => name in options);
  const files = new Map(names.map((name) => [name, 'config.yaml']));
  const container = sandboxProvider('container');
  expect(applicable(options, files, { agent: claude, sandbox: container })).toEqual({
    options,
    notes: [],
  });
  const { containerImage: _image, maxTurns: _turns, ...left } = options;
  const sandbox = sandboxProvider('process');
  expect(applicable(options, files, { agent: codex, sandbox }).options).toEqual(left);
  expect(applicable(options, new Map(), { agent: codex, sandbox }).options).toEqual(options);
});
