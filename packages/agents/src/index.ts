/**
 * agents: one folder per coding-agent CLI, all with the same file names. It knows how to start each
 * CLI, where its program lies, and how to read everything it writes. It never starts anything.
 *
 * What belongs to one CLI alone is behind a separate entry: `@dragoman/agents/codex`.
 */
export type {
  Agent,
  AgentMentions,
  ExecutableCandidate,
  FindExecutable,
  PinnedInstall,
  PinnedPackage,
  Platform,
} from './agent.js';
export type { AgentAbilities } from './agent-abilities.js';
export type { OwnOptions } from './agent-arguments.js';
export {
  type AgentCommand,
  type ClaudeOptions,
  type CodexOptions,
  type DirectAccess,
  type McpServer,
  type ModelEndpoint,
  type Permission,
  type ProjectSettings,
  permissions,
  type ReasoningEffort,
  reasoningEfforts,
  type SettingValue,
  type StdinPiece,
  type TurnRequest,
} from './agent-command.js';
export type { AgentLogin, VendorLogin } from './agent-login.js';
export {
  type AgentName,
  type AgentReference,
  agentNames,
  agents,
  parseAgentReference,
} from './agents.js';
export { createAgentDetector, type DetectedAgent, detectAgent, detectSession } from './detect.js';
export type { Detector } from './interpret/detector.js';
export type { TranslationStats } from './interpret/driver.js';
export type {
  AgentInterpreter,
  Disposition,
  Interpretation,
  Interpreter,
  LiveOptions,
  RuleSummaries,
  View,
} from './interpret/interpreter.js';
export {
  createStdoutMapper,
  createTranslator,
  type StdoutMapper,
  type Translator,
  type TranslatorOptions,
} from './interpret/translator.js';
export type { AgentKeys, AgentModels, TurnModels } from './model-access.js';
export {
  type FindSessionOptions,
  type FoundSession,
  findSession,
} from './saved-sessions/find-session.js';
export {
  type ListedSession,
  type ListSessionsOptions,
  listSessions,
  type SessionList,
} from './saved-sessions/list-sessions.js';
export {
  type LoadedAgentSession,
  type LoadSessionOptions,
  loadSession,
} from './saved-sessions/load-session.js';
export type { AgentChoice, SessionScope } from './saved-sessions/session-scope.js';
export { listSessionsBelow } from './session-files-below.js';
export type { SessionMatch } from './sessions/search-session.js';
export type {
  ListOptions,
  LoadedSession,
  LoadOptions,
  RunCli,
  RunCliOptions,
  SessionCopy,
  SessionStore,
  SessionSummary,
  StoreOptions,
  SummariseOptions,
} from './sessions/session-store.js';
export { createTextFinder, type TextFinder, type TextQuery } from './sessions/text-query.js';
export { type TranslateOptions, translate } from './translate.js';
export type {
  ModelUsageRow,
  UsageGrouping,
  UsageRow,
  UsageSummary,
} from './usage/summarise-usage.js';
export { usageGroupings } from './usage/summarise-usage.js';
export type { CostAmounts, UsageAmounts } from './usage/usage-sum.js';
