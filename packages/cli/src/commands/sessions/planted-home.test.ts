import { mkdir, readdir } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import {
  createTurnFixture,
  INSTALL_TIMEOUT_MS,
  requireProgram,
  testCacheDirectory,
} from '@dragoman/testkit';
import { afterEach, expect, test, vi } from 'vitest';
import { createMemoryTerminal } from '../../../test-inputs/memory-terminal.js';
import { runCli } from '../../run-cli.js';

afterEach(() => vi.unstubAllEnvs());

/** What a confined agent can leave in its HOME for the next start of OpenCode there. */
function planting(marks: string): string {
  const plugin = `import { writeFileSync } from "node:fs"; writeFileSync("${marks}/plugin", ""); export const P = async () => ({});`;
  const server = { type: 'local', command: ['touch', `${marks}/server`], enabled: true };
  const paths = { compilerOptions: { paths: { '*': ['./planted.cjs'] } } };
  return [
    'cd $HOME && mkdir -p .config/opencode/plugin .opencode/plugin',
    `echo '${plugin}' | tee .config/opencode/plugin/planted.js > .opencode/plugin/planted.js`,
    `echo '${JSON.stringify({ mcp: { planted: server } })}' | tee .config/opencode/opencode.json > opencode.json`,
    `echo '${JSON.stringify(paths)}' > tsconfig.json`,
    `echo 'require("node:fs").writeFileSync("${marks}/import", "")' > planted.cjs`,
  ].join(' && ');
}

test(
  'to show a session runs nothing that its agent left in its HOME',
  async () => {
    await requireProgram('bwrap', 'bubblewrap');
    const fixture = await createTurnFixture();
    const marks = join(dirname(fixture.workspace), 'marks');
    try {
      await mkdir(marks);
      const { turn, end } = await fixture.run({
        agent: 'opencode',
        sandbox: 'bubblewrap',
        script: { steps: [{ run: planting(marks) }, { say: 'It is planted.' }] },
      });
      expect(end.status).toBe('success');
      vi.stubEnv('DRAGOMAN_STATE', fixture.stateDirectory);
      vi.stubEnv('DRAGOMAN_CACHE', testCacheDirectory());
      const terminal = createMemoryTerminal();
      const code = await runCli(
        ['sessions', 'show', turn.sessionId ?? '', '--agent', 'opencode'],
        terminal,
      );
      expect(terminal.stdout(), terminal.stderr()).toContain('It is planted.');
      expect(code).toBe(0);
      expect(await readdir(marks)).toEqual([]);
    } finally {
      await fixture.remove();
    }
  },
  INSTALL_TIMEOUT_MS,
);
