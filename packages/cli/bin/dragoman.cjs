#!/usr/bin/env node
// npm links a command only if its file is there when it installs, and the bundle is made after that.
const { existsSync } = require('node:fs');
const { join } = require('node:path');
const { loadBundle } = require('./load-bundle.cjs');

const main = join(__dirname, '..', 'bundle', 'main.js');
if (existsSync(main)) {
  // A turn needs much of the code that no other command does, and is what has to start quickly.
  loadBundle(main, process.argv[2] === 'exec' ? 'exec' : 'other');
} else {
  process.stderr.write('dragoman: It is not built yet. Build it: npm run build\n');
  process.exitCode = 1;
}
