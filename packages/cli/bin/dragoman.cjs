#!/usr/bin/env node
// npm links a command only if its file exists at install time; the bundle is built after that.
const { existsSync } = require('node:fs');
const { join } = require('node:path');
const { loadBundle } = require('./load-bundle.cjs');

const bundle = join(__dirname, '..', 'bundle');
if (existsSync(join(bundle, 'main.js'))) {
  // A turn compiles functions that no other command uses, and must start quickly: it has its own cache.
  loadBundle(bundle, process.argv[2] === 'exec' ? 'exec' : 'other');
} else {
  process.stderr.write('dragoman: It is not built yet. Build it: npm run build\n');
  process.exitCode = 1;
}
