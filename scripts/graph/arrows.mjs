// The arrows of docs/architecture.md, as data: which package may import which, directly or not.
// A package that is missing here is refused.

const BELOW_RUNTIME = ['agents', 'sandbox', 'gateway', 'protocol'];
const BELOW_DELIVERY = ['runtime', ...BELOW_RUNTIME];

/** @type {Record<string, readonly string[]>} */
export const arrows = {
  protocol: [],
  agents: ['protocol'],
  gateway: ['protocol'],
  sandbox: ['gateway', 'protocol'],
  runtime: BELOW_RUNTIME,
  server: BELOW_DELIVERY,
  browser: ['protocol'],
  'ai-sdk': BELOW_DELIVERY,
  orchestrator: BELOW_DELIVERY,
  cli: ['web', 'orchestrator', 'ai-sdk', 'server', 'browser', ...BELOW_DELIVERY],
  dragoman: ['cli', ...BELOW_DELIVERY],
  web: ['server', 'browser', 'protocol'],
  testkit: ['server', ...BELOW_DELIVERY],
};

/** Examples stand above the whole house: they may use all of it, and nothing may use them. */
export const belowExamples = ['ai-sdk', 'server', 'browser', 'orchestrator', ...BELOW_DELIVERY];

/** Packages that must run in a browser: no Node module, no Node global. */
export const browserSafe = ['protocol', 'browser'];

/** Names that exist in Node but not in a page, and the one through which they could be had. */
export const nodeGlobals = new Set([
  'Buffer',
  'process',
  'global',
  'globalThis',
  'require',
  'module',
  'exports',
  '__dirname',
  '__filename',
  'import.meta.dirname',
  'import.meta.filename',
  'setImmediate',
  'clearImmediate',
]);
