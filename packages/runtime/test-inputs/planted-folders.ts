import { chmod, mkdir, readdir, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import type { WrittenScript } from '@dragoman/gateway';
import { createTurnFixture, type EndedTurn, type TestTurn } from '@dragoman/testkit';
import type { PlantedFiles } from './planted-projects.js';

export interface PlantedFixture {
  /** A turn in `process`, in the default posture. */
  run(turn: TestTurn): Promise<EndedTurn>;
  /** What has run that nobody asked for. */
  marks(): Promise<readonly string[]>;
  /** In the workspace. */
  path(relative: string): string;
}

/** A workspace with planted files, and a folder in which whatever runs leaves a mark. */
export async function withPlanted(
  files: PlantedFiles,
  use: (fixture: PlantedFixture) => Promise<void>,
): Promise<void> {
  const { workspace, run, remove } = await createTurnFixture();
  const marks = join(dirname(workspace), 'marks');
  try {
    await Promise.all([marks, join(workspace, 'below')].map((path) => mkdir(path)));
    for (const [name, content] of Object.entries({ ...files, 'word.txt': 'plum tree' })) {
      const path = join(workspace, name);
      await mkdir(dirname(path), { recursive: true });
      await writeFile(path, content.replaceAll('MARKS', marks).replaceAll('WORKSPACE', workspace));
      await chmod(path, 0o755);
    }
    await use({
      run: (turn) => run({ sandbox: 'process', permission: undefined, ...turn }),
      marks: () => readdir(marks),
      path: (relative) => join(workspace, relative),
    });
  } finally {
    await remove();
  }
}

/** How each agent's model asks for a command. */
const SHELLS = {
  claude: 'Bash',
  codex: undefined,
  gemini: 'run_shell_command',
  opencode: 'bash',
} as const;

export type PlantedName = keyof typeof SHELLS;

/** A model that writes a file by a command and reads one, and what came of it. */
export function tries(name: PlantedName): WrittenScript {
  const step = (command: string): NonNullable<WrittenScript['steps']>[number] => {
    const tool = SHELLS[name];
    const described = { command, description: 'A command.' };
    return tool === undefined ? { run: command } : { tool: { name: tool, arguments: described } };
  };
  return { steps: [step('touch ../made.txt made.txt'), step('cat word.txt'), { say: 'Done.' }] };
}
