// `npm run check` runs this: prints each import against the arrows and fails if there is one.
import { dirname } from 'node:path';
import { fileURLToPath } from 'node:url';
import { checkGraph } from './graph/check-graph.mjs';

const violations = checkGraph(dirname(dirname(fileURLToPath(import.meta.url))));
for (const violation of violations) console.error(violation);
if (violations.length > 0) {
  console.error(`package graph: ${violations.length} against the arrows of docs/architecture.md`);
  process.exit(1);
}
