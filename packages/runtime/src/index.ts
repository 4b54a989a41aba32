/**
 * runtime: one turn, from request to outcome. For now: the one place that starts processes and ends
 * everything that came from them, installs of pinned agent CLIs, and raw turns.
 */
export { type CliRunnerOptions, createCliRunner } from './cli-runner.js';
export { defaultCacheDirectory, userCacheDirectory } from './install/cache-directory.js';
export { findInstalled, listInstalled } from './install/find-installed.js';
export { type InstallOptions, installAgent } from './install/install-agent.js';
export type { InstallProgress } from './install/install-progress.js';
export type { InstalledAgent } from './install/installed-agent.js';
export { type RawTurnOptions, startRawTurn } from './raw-turn.js';
export { createThrowawayHome, type ThrowawayHome } from './throwaway-home.js';
