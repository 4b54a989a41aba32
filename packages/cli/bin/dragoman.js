#!/usr/bin/env node
// npm links a command only if its file is there when it installs, and the bundle is made after that.
import { existsSync } from 'node:fs';

const main = new URL('../bundle/main.js', import.meta.url);
if (existsSync(main)) {
  await import(main.href);
} else {
  process.stderr.write('dragoman: It is not built yet. Build it: npm run build\n');
  process.exitCode = 1;
}
