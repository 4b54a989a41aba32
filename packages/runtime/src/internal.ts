/**
 * internal: what only other packages of Dragoman use. It may change with any version; nobody else
 * should import it.
 */

export { chooseAgentSource } from './chat/agent-program.js';
export { type ImageFiles, writeImageFiles } from './chat/image-files.js';
export { defaultPermission, defaultProjectSettings } from './chat/turn-command.js';
export { isSecretVariable } from './given/given-environment.js';
export { type ChangedInstall, examineInstalls, isInstalled } from './install/find-installed.js';
export { findNpm } from './install/find-npm.js';
export { defaultCacheDirectory, userCacheDirectory } from './install/install-folder.js';
export { withLock } from './install/install-lock.js';
export { readHead } from './journal/journal-line.js';
export { journalState } from './journal/journal-state.js';
export type { JournalWriter } from './journal/journal-writer.js';
export { openJournal } from './journal/open-journal.js';
export { readJournalBatches } from './journal/read-journal.js';
export { turnLimitsOf } from './limits/turn-limits.js';
export { longestDelayMs } from './limits/turn-timers.js';
export { readLock, removeLock } from './lock-file.js';
export { agentLogin } from './login/agent-login.js';
export { plainWords } from './outcome/plain-words.js';
export { type RawTurnOptions, startRawTurn } from './raw-turn.js';
export { type FolderSize, folderSize } from './retention/folder-size.js';
export { forked } from './retention/remove-session.js';
export type { AdoptedSession, Adoption } from './sessions/adopt-session.js';
export {
  listOwnSessions,
  type OwnSessions,
  type OwnSessionsOptions,
} from './sessions/own-sessions.js';
export { checkDamagedForks } from './sessions/remove-entries.js';
export {
  createSessionRegistry,
  type SessionEntry,
  type SessionRegistry,
} from './sessions/session-registry.js';
export { lastTextOf } from './sessions/session-turn.js';
export { createThrowawayHome, type ThrowawayHome } from './throwaway-home.js';
export { checkTools } from './tools/caller-tool.js';
export { checkTurnWorkspace } from './turn/check-turn-workspace.js';
export { listenForControlRequests, sendControlRequest } from './turn/control-socket.js';
export { refuseOtherOptions, turnOptionNames } from './turn/known-options.js';
export { checkTurnRequest } from './turn/start-turn.js';
export { turnLocation } from './turn/turn-location.js';
export { readTurnRecord, type TurnRecord } from './turn/turn-record.js';
export { prepareUserAdoption } from './user-sessions/adopt-user-session.js';
export { agentCli } from './user-sessions/agent-cli.js';
export { begunCli } from './user-sessions/begun-cli.js';
export { openBegun } from './user-sessions/open-begun.js';
