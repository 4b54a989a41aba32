// The arrows of docs/architecture.md, as data: which package may import which, directly or not.
// A package that is missing here has no place in the house yet.

/** @type {Record<string, readonly string[]>} */
export const arrows = {
  protocol: [],
  agents: ['protocol'],
  gateway: ['protocol'],
  sandbox: ['gateway', 'protocol'],
  runtime: ['agents', 'sandbox', 'gateway', 'protocol'],
  server: ['runtime', 'agents', 'sandbox', 'gateway', 'protocol'],
  browser: ['runtime', 'agents', 'sandbox', 'gateway', 'protocol'],
  'ai-sdk': ['runtime', 'agents', 'sandbox', 'gateway', 'protocol'],
  orchestrator: ['runtime', 'agents', 'sandbox', 'gateway', 'protocol'],
  cli: [
    'orchestrator',
    'ai-sdk',
    'server',
    'browser',
    'runtime',
    'agents',
    'sandbox',
    'gateway',
    'protocol',
  ],
  web: ['server', 'browser', 'protocol'],
  testkit: ['runtime', 'agents', 'sandbox', 'gateway', 'protocol'],
};

/** Packages that must run in a browser: no Node module, no Node global. */
export const browserSafe = ['protocol'];

/** Names that exist in Node but not in a page. */
export const nodeGlobals = new Set([
  'Buffer',
  'process',
  'global',
  'require',
  'module',
  'exports',
  '__dirname',
  '__filename',
  'setImmediate',
  'clearImmediate',
]);
