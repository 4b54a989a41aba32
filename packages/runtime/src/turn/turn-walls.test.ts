import { execFileSync } from 'node:child_process';
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import {
  createTurnFixture,
  INSTALL_TIMEOUT_MS,
  requireProgram,
  type TurnFixture,
} from '@dragoman/testkit';
import { afterEach, beforeEach, expect, test } from 'vitest';

let fixture: TurnFixture;
beforeEach(async () => {
  await requireProgram('bwrap', 'bubblewrap');
  fixture = await createTurnFixture();
  execFileSync('git', ['init', '-q'], { cwd: fixture.workspace });
}, INSTALL_TIMEOUT_MS);
afterEach(() => fixture?.remove());

function put(path: string, content: string): void {
  mkdirSync(join(fixture.workspace, path, '..'), { recursive: true });
  writeFileSync(join(fixture.workspace, path), content);
}

/** What was made before is older than the turn, also for a kernel that counts in ticks. */
const later = () => delay(50);

test(
  'where nothing confines an agent, what it changed of all that is reported',
  async () => {
    put('.vscode/settings.json', '{}');
    await later();
    const work =
      'echo evil >.vscode/settings.json; echo evil >.git/hooks/pre-commit; echo evil >.npmrc';
    const { events } = await fixture.run({ script: { steps: [{ run: work }, { say: 'Done.' }] } });
    const [seen] = events.filter(({ type }) => type === 'workspace_risk');
    expect(seen).toMatchObject({
      items: expect.arrayContaining([
        { path: '.git/hooks/pre-commit', risk: 'repository', change: 'created' },
        { path: '.vscode/settings.json', risk: 'settings', change: 'changed' },
        { path: '.npmrc', risk: 'settings', change: 'created' },
      ]),
    });
  },
  INSTALL_TIMEOUT_MS,
);
