/**
 * agents: one folder per coding-agent CLI, all with the same file names. It knows how to start each
 * CLI and where its program lies; it never starts anything itself.
 */
export type { AgentCommand, ModelEndpoint, Permission, TurnRequest } from './agent-command.js';
export type { ExecutableCandidate, FindExecutable } from './agent-executable.js';
export { type AgentReference, exactVersion, parseAgentReference } from './agent-reference.js';
export { type Agent, agents } from './agents.js';
export { type AgentName, type AgentPin, agentNames, pinnedAgents } from './pinned.js';
export type { Platform } from './platform.js';
