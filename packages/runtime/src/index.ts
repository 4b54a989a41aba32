/**
 * runtime: one turn, from request to outcome. It reads as the stages of a turn: what is checked, how
 * the model is reached, which session it is, where the agent runs, what it said, how it ended.
 */
export { type AgentSource, chooseAgentSource } from './chat/agent-source.js';
export type {
  BaseChatRequest,
  ChatAgent,
  ChatCheck,
  ChatCommand,
  ChatContext,
  ChatStdoutMapper,
  EventReader,
} from './chat/chat-agent.js';
export { type ChatRequest, chatRequest } from './chat/chat-request.js';
export { type ChatAgentOptions, createChatAgent } from './chat/create-chat-agent.js';
export { defaultPermission } from './chat/default-permission.js';
export { defaultProjectSettings } from './chat/default-project-settings.js';
export { type RunChatOptions, runChat } from './chat/run-chat.js';
export { type CliRunnerOptions, createCliRunner } from './cli-runner.js';
export { type ConfinedCliRunnerOptions, createConfinedCliRunner } from './confined-cli-runner.js';
export { agentsImageName, type ImageVersions } from './image/agents-image-name.js';
export { type AgentsImageBuild, buildAgentsImage } from './image/build-agents-image.js';
export { defaultCacheDirectory, userCacheDirectory } from './install/cache-directory.js';
export type { InstallTrust } from './install/check-packages.js';
export {
  type ChangedInstall,
  examineInstalls,
  findInstalled,
  isInstalled,
  listInstalled,
} from './install/find-installed.js';
export { findNpm } from './install/find-npm.js';
export { type InstallOptions, installAgent } from './install/install-agent.js';
export type { InstallProgress } from './install/install-progress.js';
export type { InstalledAgent } from './install/installed-agent.js';
export { type JournalState, journalState } from './journal/journal-state.js';
export { type JournalOptions, type JournalWriter, openJournal } from './journal/open-journal.js';
export { readJournal } from './journal/read-journal.js';
export { type ReadJournalOptions, readJournalLines } from './journal/read-journal-lines.js';
export { findLeftovers, type LeftoverOptions } from './leftovers/find-leftovers.js';
export type { Leftover } from './leftovers/leftover.js';
export type { TurnLimits } from './limits/turn-limits.js';
export {
  createTurnTimers,
  type LimitName,
  longestDelayMs,
  type TurnTimers,
} from './limits/turn-timers.js';
export type { ForwardAccess, ModelAccess, ScriptAccess } from './model/model-access.js';
export { type ModelAccessOptions, resolveModelAccess } from './model/resolve-model-access.js';
export {
  createEvidence,
  type EvidenceCollector,
  type EvidenceOptions,
} from './outcome/create-evidence.js';
export { decideOutcome, type Outcome } from './outcome/decide-outcome.js';
export type { Problem, StopCause, TurnEvidence } from './outcome/turn-evidence.js';
export { type RawTurnOptions, startRawTurn } from './raw-turn.js';
export type { Expired } from './retention/expired.js';
export { findExpired, type RetentionOptions } from './retention/find-expired.js';
export { type FolderSize, folderSize } from './retention/folder-size.js';
export { checkSessionFolders } from './sessions/check-session-folders.js';
export type { SessionEntry } from './sessions/session-entry.js';
export { createSessionRegistry, type SessionRegistry } from './sessions/session-registry.js';
export { createThrowawayHome, type ThrowawayHome } from './throwaway-home.js';
export { type CallerTool, callerServerName } from './tools/caller-tool.js';
export { executeFormActions, getFormSnapshot } from './tools/form-tools.js';
export type { AnswerReceipt, ToolAnswer } from './tools/tool-answer.js';
export { type ListedTurn, listTurns } from './turn/list-turns.js';
export { type OpenTurnOptions, openTurn } from './turn/open-turn.js';
export { startTurn, type TurnOptions } from './turn/start-turn.js';
export type { EventsOptions, Turn } from './turn/turn.js';
export type { TurnSettings } from './turn/turn-options.js';
export type { TurnState } from './turn/turn-state.js';
export { type Recovery, recoverTurn } from './watchdog/recover-turn.js';
