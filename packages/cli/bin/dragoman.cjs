#!/usr/bin/env node
// npm links a command only if its file exists at install time; the bundle is built after that.
const { existsSync } = require('node:fs');
const { join } = require('node:path');
const { compileLess } = require('./compile-less.cjs');
const { loadBundle } = require('./load-bundle.cjs');

/**
 * Commands that have their own compiled code. A turn compiles functions that no other command uses, and
 * must start quickly; those that go through all sessions compile otherwise.
 *
 * @type {ReadonlyMap<string | undefined, string>}
 */
const USES = new Map([
  ['exec', 'exec'],
  ['sessions', 'sessions'],
  ['usage', 'sessions'],
]);

const bundle = join(__dirname, '..', 'bundle');
if (existsSync(join(bundle, 'main.js'))) {
  const use = USES.get(process.argv[2]) ?? 'other';
  if (use === 'sessions') compileLess();
  loadBundle(bundle, use);
} else {
  process.stderr.write('dragoman: It is not built yet. Build it: npm run build\n');
  process.exitCode = 1;
}
