import { mkdir, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { makeTemporaryFolder } from '@dragoman/sandbox';
import { DEMO_FILES } from './demo-script.js';

/** A workspace and a state folder, of which nothing is kept. */
export interface DemoFolders {
  readonly workspace: string;
  readonly stateDirectory: string;
  remove(): Promise<void>;
}

export async function createDemoFolders(): Promise<DemoFolders> {
  const root = await makeTemporaryFolder('dragoman-demo-');
  const workspace = join(root, 'workspace');
  await mkdir(workspace);
  for (const [name, content] of Object.entries(DEMO_FILES)) {
    await writeFile(join(workspace, name), content);
  }
  return {
    workspace,
    stateDirectory: join(root, 'state'),
    remove: () => rm(root, { recursive: true, force: true, maxRetries: 3 }),
  };
}
