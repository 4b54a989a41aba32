import { createContainerSandboxes } from '@dragoman/sandbox';
import { CONTAINERS_TIMEOUT_MS, testContainers } from '@dragoman/testkit';
import { expect, onTestFinished, test } from 'vitest';
import { createGitFixture } from '../../test-inputs/git-fixture.js';

test(
  'work that is collected in a container is the same commit as in bubblewrap',
  async () => {
    const containers = await testContainers();
    const fixture = await createGitFixture();
    onTestFinished(() => fixture.remove());
    const sandboxes = createContainerSandboxes({
      engine: 'podman',
      defaultImage: containers.image,
      stateDirectory: `${fixture.root}/state`,
      environment: { ...process.env, ...containers.environment },
    });
    const made = await fixture.workspace('task');
    const script = 'echo w >w; git add w; git commit -qm w; git branch side; echo left >left';
    fixture.agent(made.workspace.directory, script);
    const work = await fixture.collect(made.workspace, { sandboxes });
    expect(work.recovered).toBeUndefined();
    expect(await fixture.import(made, work)).toMatchObject({ stats: { commits: 2, files: 2 } });
    expect(await fixture.collect(made.workspace)).toEqual(work);
  },
  CONTAINERS_TIMEOUT_MS,
);
