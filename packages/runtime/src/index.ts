/**
 * runtime: one turn, from request to outcome. It reads as the stages of a turn: what is checked, how
 * the model is reached, which session it is, where the agent runs, what it said, how it ended.
 */
export type {
  BaseChatRequest,
  ChatAgent,
  ChatCheck,
  ChatCommand,
  ChatPlace,
  ChatStdoutMapper,
  EventReader,
} from './chat/chat-agent.js';
export { type ChatRequest, chatRequest } from './chat/chat-request.js';
export { type ChatAgentOptions, createChatAgent } from './chat/create-chat-agent.js';
export { type RunChatOptions, runChat } from './chat/run-chat.js';
export { type CliRunnerOptions, createCliRunner } from './cli-runner.js';
export { defaultCacheDirectory, userCacheDirectory } from './install/cache-directory.js';
export { findInstalled, listInstalled } from './install/find-installed.js';
export { type InstallOptions, installAgent } from './install/install-agent.js';
export type { InstallProgress } from './install/install-progress.js';
export type { InstalledAgent } from './install/installed-agent.js';
export { type Recovery, recoverTurn } from './keeper/recover-turn.js';
export type { ForwardAccess, ModelAccess, ScriptAccess } from './model/model-access.js';
export { type ModelAccessOptions, resolveModelAccess } from './model/resolve-model-access.js';
export { type RawTurnOptions, startRawTurn } from './raw-turn.js';
export { createSessionBook, type SessionBook } from './sessions/session-book.js';
export type { SessionEntry } from './sessions/session-entry.js';
export { createThrowawayHome, type ThrowawayHome } from './throwaway-home.js';
export { type ListedTurn, listTurns } from './turn/list-turns.js';
export { type OpenTurnOptions, openTurn } from './turn/open-turn.js';
export { startTurn, type TurnOptions } from './turn/start-turn.js';
export type { EventsOptions, Turn } from './turn/turn.js';
export type { TurnPlaceOptions } from './turn/turn-options.js';
