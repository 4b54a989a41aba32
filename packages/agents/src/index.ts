/**
 * agents: one folder per coding-agent CLI, all with the same file names. It knows how to start each
 * CLI, where its program lies, and what everything it writes means; it never starts anything itself.
 *
 * What belongs to one CLI alone is behind a door of its own: `@dragoman/agents/codex`.
 */
export type { Agent } from './agent.js';
export type { AgentAbilities } from './agent-abilities.js';
export type {
  AgentCommand,
  ClaudeOptions,
  CodexOptions,
  DirectAccess,
  McpServer,
  ModelEndpoint,
  Permission,
  ProjectSettings,
  ReasoningEffort,
  SettingValue,
  StdinPiece,
  TurnRequest,
} from './agent-command.js';
export type { ExecutableCandidate, FindExecutable } from './agent-executable.js';
export { type AgentKeys, accessFromEnvironment, type Environment } from './agent-keys.js';
export { type AgentModels, type TurnModels, turnModels } from './agent-models.js';
export { type AgentReference, exactVersion, parseAgentReference } from './agent-reference.js';
export { type AgentName, agentNames, agents } from './agents.js';
export { compareVersions } from './compare-versions.js';
export { createAgentDetector, type DetectedAgent, detectAgent } from './detect-agent.js';
export { detectSession } from './detect-session.js';
export type { AgentInterpreter, LiveOptions } from './interpret/agent-interpreter.js';
export { createViewDetector } from './interpret/detect-view.js';
export type { Detector } from './interpret/detector.js';
export type { Disposition, Interpretation, Interpreter } from './interpret/interpreter.js';
export { createStdoutMapper, type StdoutMapper } from './interpret/stdout-mapper.js';
export type { TranslationStats } from './interpret/translation-stats.js';
export {
  createTranslator,
  type Translator,
  type TranslatorOptions,
} from './interpret/translator.js';
export type { TurnView } from './interpret/turns-of.js';
export type { View } from './interpret/view.js';
export {
  gapsOf,
  levelViews,
  type SessionView,
  type SessionViews,
  type ViewGap,
  viewOf,
} from './interpret/view-gap.js';
export type { PinnedInstall, PinnedPackage } from './pinned-install.js';
export type { Platform } from './platform.js';
export type {
  ListOptions,
  LoadedSession,
  LoadOptions,
  RunCli,
  RunCliOptions,
  SessionStore,
  SessionSummary,
  StoreOptions,
} from './sessions/session-store.js';
