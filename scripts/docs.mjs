// `npm run docs`: writes the pages that are generated from the code.
import { writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { eventsPage } from '@dragoman/protocol/reference';

const docs = join(dirname(dirname(fileURLToPath(import.meta.url))), 'docs');

writeFileSync(join(docs, 'events.md'), eventsPage());
