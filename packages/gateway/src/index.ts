/**
 * gateway: the doors of a sandbox. The only one to a model (forward, script, record and replay), and one to
 * hosts that the caller allows.
 */
export type { Cassette } from './cassette/cassette.js';
export {
  type CassetteFile,
  loadCassette,
  openCassetteFile,
  saveCassette,
} from './cassette/cassette-file.js';
export { type CassetteRecorder, createCassetteRecorder } from './cassette/cassette-recorder.js';
export { type ReplayTurn, startReplayGateway } from './cassette/start-replay-gateway.js';
export type { FolderMentions } from './cassette/workspace-of.js';
export type {
  Dialect,
  Gateway,
  ListenOptions,
  TokenCounts,
  TurnPass,
  TurnUsage,
} from './contract.js';
export type { Budget, CostOf } from './forward/budget.js';
export type { ExchangeLogEntry, ExchangeOutcome } from './forward/exchange-log.js';
export type { ForwardTurn } from './forward/forward-turn.js';
export {
  type HostedToolKind,
  type HostedTools,
  hostedToolKinds,
} from './forward/policy/hosted-access.js';
export type { AllowedModels } from './forward/policy/model-rule.js';
export type { TurnPolicy } from './forward/policy/turn-policy.js';
export {
  type ForwardGatewayOptions,
  startForwardGateway,
} from './forward/start-forward-gateway.js';
export type { UpstreamOptions } from './forward/upstream.js';
export { baseUrlProblem } from './forward/upstream.js';
export { parseAllowedHosts } from './hosts/allowed-hosts.js';
export { type HostProxy, type HostProxyOptions, startHostProxy } from './hosts/start-host-proxy.js';
export { defineScript } from './script/schema/define-script.js';
export { loadScript, parseScript } from './script/schema/parse-script.js';
export type { WrittenScript } from './script/schema/script-schema.js';
export type { Action, Change, Fault, Script, ScriptUsage, Step } from './script/script.js';
export type { PlayedReply, ScriptTurnOptions, SeenRequest } from './script/script-turn.js';
export { type ScriptGatewayOptions, startScriptGateway } from './script/start-script-gateway.js';
