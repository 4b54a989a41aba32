/**
 * agents: one folder per coding-agent CLI, all with the same file names. It knows how to start each
 * CLI, where its program lies, and what everything it writes means; it never starts anything itself.
 *
 * What belongs to one CLI alone is behind a door of its own: `@dragoman/agents/codex`.
 */
export type {
  AgentCommand,
  CodexOptions,
  DirectAccess,
  McpServer,
  ModelEndpoint,
  Permission,
  ReasoningEffort,
  SettingValue,
  TurnRequest,
} from './agent-command.js';
export type { ExecutableCandidate, FindExecutable } from './agent-executable.js';
export { type AgentReference, exactVersion, parseAgentReference } from './agent-reference.js';
export { type Agent, agents, type UnderstoodAgent } from './agents.js';
export { compareVersions } from './compare-versions.js';
export type { AgentInterpreter, LiveOptions } from './interpret/agent-interpreter.js';
export type { Carriage, Interpretation, Interpreter } from './interpret/interpreter.js';
export type { TranslationStats } from './interpret/translation-stats.js';
export {
  createTranslator,
  type Translator,
  type TranslatorOptions,
} from './interpret/translator.js';
export {
  gapsOf,
  levelViews,
  type SessionView,
  type SessionViews,
  type ViewGap,
  viewOf,
} from './interpret/view-gap.js';
export { type AgentName, type AgentPin, agentNames, pinnedAgents } from './pinned.js';
export type { Platform } from './platform.js';
export type {
  ListOptions,
  LoadedSession,
  LoadOptions,
  SessionStore,
  SessionSummary,
  StoreOptions,
} from './sessions/session-store.js';
