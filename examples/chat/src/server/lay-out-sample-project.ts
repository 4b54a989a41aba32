import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { DragomanError } from '@dragoman/protocol';
import { findProgram, runProcess, systemPath } from '@dragoman/sandbox';
import { sampleProject } from './sample-project.js';

/** Git as it is, without anybody's settings: nothing of the person's may run or be signed here. */
const GIT_ENVIRONMENT = {
  GIT_CONFIG_NOSYSTEM: '1',
  GIT_CONFIG_GLOBAL: '/dev/null',
  GIT_AUTHOR_NAME: 'Teahouse',
  GIT_AUTHOR_EMAIL: 'teahouse@localhost',
  GIT_COMMITTER_NAME: 'Teahouse',
  GIT_COMMITTER_EMAIL: 'teahouse@localhost',
};
const COMMANDS = [
  ['init', '--quiet', '--initial-branch=main'],
  ['add', '--all'],
  ['commit', '--quiet', '--message=Open the teahouse'],
];

/** Lays out the sample project in a new folder, as a git repository where there is a git. */
export async function layOutSampleProject(folder: string): Promise<void> {
  await mkdir(folder, { recursive: true });
  for (const [name, content] of Object.entries(sampleProject)) {
    await writeFile(join(folder, name), content);
  }
  const git = await findProgram('git');
  if (git === undefined) return;
  for (const args of COMMANDS) {
    const env = { ...GIT_ENVIRONMENT, PATH: systemPath(), HOME: folder };
    const { exitCode, stderr } = await runProcess({ executable: git, args, env, cwd: folder });
    if (exitCode === 0) continue;
    throw new DragomanError('sample_project', `git ${args[0]} in ${folder}: ${stderr.trim()}`);
  }
}
