/**
 * dragoman: what `npm install dragoman` gives. The command, and the few names that most programs need.
 * It has no code: each name comes from the package that has more of its kind.
 */
export {
  type Agent,
  type AgentName,
  agentNames,
  detectSession,
  type ListedSession,
  type ListSessionsOptions,
  type LoadedAgentSession,
  type LoadSessionOptions,
  listSessions,
  loadSession,
  type SessionList,
  type TranslateOptions,
  translate,
} from '@dragoman/agents';
export {
  DragomanError,
  type DragomanEvent,
  type EndStatus,
  type FileChange,
  type JournaledEvent,
  type UnifiedMessage,
  type UsageFigures,
} from '@dragoman/protocol';
export {
  type AgentSession,
  type CallerTool,
  createSession,
  installAgent,
  type ModelAccess,
  readUsage,
  type SessionOptions,
  type SessionTools,
  type SessionTurn,
  type StartOptions,
  type ToolAnswer,
  type ToolCall,
  type TurnResult,
  type Usage,
  type UsageOptions,
} from '@dragoman/runtime';
