// Installs the programs and CLIs that many tests need. It only saves time: each test asks for what it
// needs, and fails with the reason where that can't be installed.
import { requireProgram, testAgent, testContainers } from '@dragoman/testkit';

/** Those first that most tests need. */
const AGENTS = [
  ...['codex', 'opencode', 'claude', 'gemini'],
  ...['claude@2.1.325', 'codex@0.58.0', 'codex@0.42.0'],
];

const results = await Promise.allSettled([installPrograms(), installAgents()]);
for (const result of results) {
  if (result.status === 'rejected') console.error(`preparing tests: ${result.reason}`);
}

/** One after the other: the system installs one at a time. */
async function installPrograms() {
  await requireProgram('bwrap', 'bubblewrap');
  await testContainers();
  await requireProgram('redis-server', 'redis-server');
  await requireProgram('chromium', 'chromium');
}

async function installAgents() {
  for (const agent of AGENTS) await testAgent(agent);
}
