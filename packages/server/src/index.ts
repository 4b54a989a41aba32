/**
 * server: turns of agents over HTTP. One function from a request to its response, with no Node types in
 * it; `@dragoman/server/node` listens on a port. Turns are conducted by `runtime`, and all that is
 * delivered comes from a journal.
 */

export { isLoopback } from './access/host-check.js';
export type {
  AgentPolicy,
  CloseOptions,
  DragomanServer,
  RequestLog,
  Retention,
  ServerLimits,
  ServerOptions,
  ServerPolicy,
  WorkspacePolicy,
} from './contract.js';
export { createServer } from './create-server.js';
export type { UiMapper, UiMapperOptions } from './delivery/ui-mapper.js';
export type { Client, KeyRing } from './keys/key-ring.js';
export { createKeyStore, type KeyStore, type ListedKey, type NewKey } from './keys/key-store.js';
export type { PageFile } from './page/page-file.js';
export { checkPolicy } from './policy/check-policy.js';
export { isPublicUrl } from './relay/public-url.js';
export { createFilesTurnStore } from './store/files-turn-store.js';
export {
  type KnownPage,
  MOST_PAGES,
  MOST_SESSIONS,
  PRESENCE_MS,
  type RelayPage,
  type RelaySession,
  type RelayStore,
} from './store/relay-store.js';
export type {
  KeptSession,
  LoadBounds,
  MessagePage,
  MessagesQuery,
  RemoveOptions,
  SessionStore,
  SweepOptions,
} from './store/session-store.js';
export type { SharedLimits, SharedSpending } from './store/shared-limits.js';
export type {
  Conversation,
  ConversationStore,
  LineBatch,
  LinesOptions,
  NotedStart,
  StartStore,
  StoredSession,
  StoredTurn,
  TurnEntry,
  TurnQuery,
  TurnStart,
  TurnStatus,
  TurnStore,
} from './store/turn-store.js';
