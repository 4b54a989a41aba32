// `npm run dependencies`: lists every package that users get with Dragoman's, with its licence, its hash and
// what it runs when it is installed. Exits with 1 where one was not decided about. With `--write` it also
// writes docs/dependencies.md; decisions are written by hand, in scripts/dependencies/decisions.json.
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { problemsOf } from './dependencies/check-dependencies.mjs';
import { dependenciesPage } from './dependencies/dependencies-page.mjs';
import { idOf, root, runtimeDependencies } from './dependencies/runtime-dependencies.mjs';

const dependencies = runtimeDependencies();
const file = join(root, 'scripts', 'dependencies', 'decisions.json');
const decisions = JSON.parse(readFileSync(file, 'utf8'));

for (const dependency of dependencies) {
  const { licence, integrity, installScripts, usedBy } = dependency;
  const scripts = installScripts.length === 0 ? 'no install script' : installScripts.join(', ');
  console.log([idOf(dependency), licence, scripts, `for ${usedBy.join(', ')}`].join('  '));
  console.log(`  ${integrity}`);
}
if (process.argv.includes('--write')) {
  writeFileSync(join(root, 'docs', 'dependencies.md'), dependenciesPage(dependencies, decisions));
}
const problems = problemsOf(dependencies, decisions);
for (const problem of problems) console.error(`✗ ${problem}`);
process.exitCode = problems.length === 0 ? 0 : 1;
