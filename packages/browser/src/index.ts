/**
 * browser: in the page. Shows an agent the controls that a person has before them, and acts on them as that
 * person would. Imports `protocol` only, and asks the network for nothing but the relay that it is given.
 */

export type { FormAction, FormField } from '@dragoman/protocol';
export {
  type ExecuteOptions,
  type Execution,
  type ExecutionReport,
  execute,
} from './action/execute.js';
export type { CallContext } from './action/within-limit.js';
export type { FieldOption } from './field/read-value.js';
export {
  type ConnectOptions,
  connectPage,
  type PageConnection,
  type PageStatus,
  type RelaySession,
} from './relay/connect-page.js';
export { type PageRules, type PageSnapshot, snapshot } from './snapshot/snapshot.js';
export type { PageRoot } from './snapshot/walk-page.js';
export {
  createPageTools,
  type OfferedTool,
  type PageFunction,
  type PageTools,
  type PageToolsOptions,
} from './tools/page-tools.js';
