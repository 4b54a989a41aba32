import { homedir } from 'node:os';
import { dirname, join } from 'node:path';
import { DragomanError } from '@dragoman/protocol';
import { isThere, liesIn } from '@dragoman/sandbox';
import { type AgentVersion, agentIn } from '../agent-version.js';

/**
 * Refuses, with `project_untrusted`, a workspace with files that the agent's CLI would take orders from
 * although it is told to ignore them. Nothing in them is read, and no link is followed.
 *
 * @param workspace its real path.
 */
export async function checkProjectFiles(
  agent: AgentVersion,
  workspace: string,
  home = homedir(),
): Promise<void> {
  for (const folder of foldersOf(workspace, home)) {
    for (const file of agentIn(agent).projectFiles(agent.version)) {
      // What this process can't see, a CLI that it starts can't see either.
      if (await isThere(join(folder, file))) throw untrusted(agent, join(folder, file));
    }
  }
}

/**
 * CLIs look for such files upwards, too. A user's own HOME, and what that lies in, belong to no
 * project.
 */
function foldersOf(workspace: string, home: string): readonly string[] {
  const folders = [workspace];
  for (let folder = workspace; folder !== dirname(folder); ) {
    folder = dirname(folder);
    if (!liesIn(folder, home)) folders.push(folder);
  }
  return folders;
}

function untrusted({ name, version }: AgentVersion, path: string): DragomanError {
  return new DragomanError(
    'project_untrusted',
    `There is ${path}, and ${name} ${version} would run what it says, which nothing confines here. Take a sandbox that confines the agent (--sandbox bubblewrap or container), or, if you trust that file as your own program, say so: --trust-project (projectSettings: 'trust').`,
  );
}
