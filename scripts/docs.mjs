// `npm run docs`: writes the pages that are generated from the code.
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { eventsPage } from '@dragoman/protocol/reference';
import { recordings } from '@dragoman/testkit';
import { coveragePages, withAbilityTable } from '@dragoman/testkit/views';
import { attackTable } from '../bench/dist/attacks/attack-table.js';
import { attacks } from '../bench/dist/attacks/attacks.js';
import { withAttackTable } from './security-page.mjs';

const root = dirname(dirname(fileURLToPath(import.meta.url)));
const docs = join(root, 'docs');

writeFileSync(join(docs, 'events.md'), eventsPage());

mkdirSync(join(docs, 'agents'), { recursive: true });
for (const [agent, page] of coveragePages(recordings())) {
  writeFileSync(join(docs, 'agents', `${agent}.md`), page);
}

const readme = join(root, 'packages/agents/README.md');
writeFileSync(readme, withAbilityTable(readFileSync(readme, 'utf8')));

const security = join(docs, 'security.md');
writeFileSync(security, withAttackTable(readFileSync(security, 'utf8'), attackTable(attacks)));
