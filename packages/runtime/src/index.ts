/**
 * runtime: one turn, from request to outcome. It reads as the stages of a turn: what is checked, how
 * the model is reached, which session it is, where the agent runs, what it says, how it ends.
 */
export type { AgentVersion } from './agent-version.js';
export { type OpenedArtifact, openArtifact } from './artifacts/open-artifact.js';
export type { AgentProgram, AgentSource } from './chat/agent-program.js';
export {
  type BaseChatRequest,
  type ChatAgent,
  type ChatCommand,
  type ChatContext,
  type ChatPreparation,
  type ChatRequest,
  chatRequest,
  type EventReader,
  type PreparedChat,
  type StdoutMapper,
} from './chat/chat-agent.js';
export { type ChatAgentOptions, createChatAgent } from './chat/create-chat-agent.js';
export { type RunChatOptions, runChat } from './chat/run-chat.js';
export {
  type CliRunnerOptions,
  type ConfinedCliRunnerOptions,
  createCliRunner,
  createConfinedCliRunner,
} from './cli-runner.js';
export { createCommandAgent, type PlainCommand } from './command/create-command-agent.js';
export { type McpServers, parseMcpServers } from './given/mcp-file.js';
export {
  type AgentsImageBuild,
  agentsImageName,
  buildAgentsImage,
  type ImageVersions,
} from './image/agents-image.js';
export type { InstallTrust } from './install/check-packages.js';
export { findInstalled, type InstalledAgent, listInstalled } from './install/find-installed.js';
export { type InstallOptions, installAgent } from './install/install-agent.js';
export type { InstallProgress } from './install/install-progress.js';
export {
  type ReadJournalOptions,
  readJournal,
  readJournalLines,
} from './journal/read-journal.js';
export { findLeftovers, type LeftoverOptions } from './leftovers/find-leftovers.js';
export type { Leftover } from './leftovers/leftover.js';
export type { TurnLimits } from './limits/turn-limits.js';
export { createLoginStore, type KeptLogin, type LoginStore } from './login/login-store.js';
export { runVendorLogin, type VendorLoginOptions } from './login/run-vendor-login.js';
export {
  type ForwardAccess,
  type LoginAccess,
  type ModelAccess,
  type ModelAccessOptions,
  resolveModelAccess,
  type ScriptAccess,
} from './model/model-access.js';
export type { Expired } from './retention/expired.js';
export { findExpired, type RetentionOptions } from './retention/find-expired.js';
export { type RemoveSessionOptions, removeSession } from './retention/remove-session.js';
export { type RemoveTurnOptions, removeTurn } from './retention/remove-turn.js';
export {
  type AgentSession,
  createSession,
  type SessionOptions,
  type SessionTools,
  type StartOptions,
} from './sessions/create-session.js';
export type { SessionTurn, TurnResult } from './sessions/session-turn.js';
export {
  type CallerTool,
  callerServerName,
  type ExecuteInput,
  type ToolCall,
  type ToolSchema,
} from './tools/caller-tool.js';
export { executeFormActions, getFormSnapshot } from './tools/form-tools.js';
export type { AnswerReceipt, ToolAnswer } from './tools/tool-answer.js';
export { type ListedTurn, listTurns, type TurnState } from './turn/list-turns.js';
export { type OpenTurnOptions, openTurn } from './turn/open-turn.js';
export { type ChatTurnOptions, startChatTurn } from './turn/start-chat-turn.js';
export { startTurn, type TurnOptions } from './turn/start-turn.js';
export type { EventsOptions, Turn } from './turn/turn.js';
export { isTurnId, newTurnId } from './turn/turn-id.js';
export type { InputReceipt } from './turn/turn-input.js';
export type { TurnSettings } from './turn/turn-options.js';
export { readTurnPrompt } from './turn/turn-prompt.js';
export { readUsage, type Usage, type UsageOptions } from './usage/read-usage.js';
export {
  type FindUserSessionOptions,
  findUserSession,
  type OpenedSession,
  openUserSession,
  type UserSession,
} from './user-sessions/find-user-session.js';
export {
  type GatheredSession,
  type GatheredSessions,
  type GatherOptions,
  gatherSessions,
  type SessionOrigin,
  withFigures,
  withSummary,
} from './user-sessions/gather-sessions.js';
export { type SessionFilter, sessionFilter } from './user-sessions/session-filter.js';
export { type SessionSearch, searchSessions } from './user-sessions/session-search.js';
export { type Recovery, type RecoveryOptions, recoverTurn } from './watchdog/recover-turn.js';
