/**
 * `npm run agents:record`: takes a version of an agent through all scenarios, writes what it printed
 * and saved as recordings, and prints what is new in it since the last recorded version. Exits with 1
 * when a law fails, tokens are missing or a record is unknown.
 *
 *     npm run agents:record -- claude@2.1.326
 *     npm run agents:record -- codex@0.150.0 --only resume --to /tmp/recorded --page /tmp/page.md
 */
import { writeFile } from 'node:fs/promises';
import { resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { recordingsFolder } from '@dragoman/testkit';
import { needsWork, recordVersion, versionPage } from '@dragoman/testkit/record';
import { runScript } from './run-script.js';

const USAGE =
  'npm run agents:record -- <agent>@<version> [--only TEXT] [--to FOLDER] [--page FILE] [--against VERSION] [--at NUMBER]';
const MARKS = { ok: '.', bad: '✗', unsupported: '-' };

await runScript(async () => {
  const { values, positionals } = parseArgs({
    allowPositionals: true,
    options: {
      only: { type: 'string', default: '' },
      to: { type: 'string', default: recordingsFolder },
      page: { type: 'string' },
      against: { type: 'string' },
      at: { type: 'string', default: '2' },
    },
  });
  const [agent = '', ...others] = positionals;
  if (!agent.includes('@') || others.length > 0) throw new Error(`Name one version: ${USAGE}`);
  const atOnce = Number(values.at);
  if (!(atOnce >= 1)) throw new Error(`--at ${values.at} is not how many to play at once.`);

  const report = await recordVersion({
    agent,
    folder: resolve(values.to),
    only: values.only,
    atOnce,
    ...(values.against !== undefined && { against: values.against }),
    onPlayed: (result) => process.stderr.write(MARKS[result]),
  });
  process.stderr.write('\n');
  const page = versionPage(report);
  if (values.page === undefined) process.stdout.write(page);
  else await writeFile(values.page, page);
  process.exitCode = needsWork(report) ? 1 : 0;
});
