import { mkdir, mkdtemp, realpath, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DEMO_FILES } from './demo-script.js';

/** A workspace and a state folder, of which nothing is kept. */
export interface DemoPlace {
  readonly workspace: string;
  readonly stateDirectory: string;
  remove(): Promise<void>;
}

export async function createDemoPlace(): Promise<DemoPlace> {
  const root = await realpath(await mkdtemp(join(tmpdir(), 'dragoman-demo-')));
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
