// `npm run docs`: writes the pages that are generated from the code.
import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { codexCoveragePage } from '@dragoman/agents/reference';
import { eventsPage } from '@dragoman/protocol/reference';
import { recordings } from '@dragoman/testkit';

const docs = join(dirname(dirname(fileURLToPath(import.meta.url))), 'docs');

writeFileSync(join(docs, 'events.md'), eventsPage());

mkdirSync(join(docs, 'agents'), { recursive: true });
const recorded = recordings().filter(({ agent }) => agent === 'codex');
writeFileSync(join(docs, 'agents', 'codex.md'), codexCoveragePage(recorded));
