/**
 * orchestrator: runs. A strategy asks for tasks, each of which works in a clone of its own; what they
 * did becomes branches, and the best is named.
 */
export { defineStrategy } from './strategies/strategy.js';
