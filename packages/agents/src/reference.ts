/** reference: the coverage pages, for whoever writes the documentation. */
export { codexCoveragePage } from './codex/coverage.js';
