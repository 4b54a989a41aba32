import { join } from 'node:path';
import { createSessionRegistry } from '@dragoman/runtime/internal';
import { INSTALL_TIMEOUT_MS } from '@dragoman/testkit';
import { expect, test } from 'vitest';
import { createDragomanFixture, prepareDragoman } from '../../../test-inputs/dragoman-process.js';

const USAGE = 'usage: { input: 1200, cached: 800, output: 60 }';

test(
  'what a scripted model answered costs nothing, and stays counted when its session is cleaned away',
  async () => {
    await prepareDragoman();
    const fixture = await createDragomanFixture();
    const script = await fixture.file('say.yaml', `${USAGE}\nsteps: [{ say: Hello. }]`);
    expect(await fixture.run(['exec', 'Go.', '--script', script])).toMatchObject({ code: 0 });
    const env = { DRAGOMAN_CACHE: join(fixture.temporary, 'cache') };
    const usage = async () => {
      const { stdout } = await fixture.run(['usage', '--json'], { env });
      return JSON.parse(stdout);
    };
    const before = await usage();
    expect(before.total).toMatchObject({ total_tokens: 1260, cost: { usd: 0 } });
    expect(before.models).toMatchObject([{ model: expect.stringMatching(/^\(scripted\) gpt-/) }]);

    const registry = createSessionRegistry(fixture.state);
    const dry = await fixture.run(['clean', '--max-size', '1'], { env });
    expect(dry.stdout).toContain('What the sessions used stays counted in dragoman usage.');
    await fixture.run(['clean', '--max-size', '1', '--yes'], { env });
    expect(await registry.all()).toEqual([]);
    expect(await usage()).toEqual(before);
    await fixture.remove();
  },
  INSTALL_TIMEOUT_MS,
);
