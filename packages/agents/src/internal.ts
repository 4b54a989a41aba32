/** internal: what only other packages of Dragoman use. It changes without notice. */
export { checkAgentArguments } from './agent-arguments.js';
export { exactVersion } from './agents.js';
export { cutMark } from './codex/tools/truncation.js';
export { translatorOf } from './interpret/translator.js';
export { NO_USAGE, subtractUsage } from './interpret/usage-figures.js';
export { accessFromEnvironment, type Environment, turnModels } from './model-access.js';
export { ownAgent, ownName } from './own-events.js';
export { loadPrices, type Prices } from './prices/prices.js';
export { outsideRecorded, type RecordedSpan } from './recorded-span.js';
export { scanSessions } from './saved-sessions/scan-sessions.js';
export { sessionHome } from './session-home.js';
export { readChunks } from './sessions/read-chunks.js';
export { withSessionFile } from './sessions/with-session-file.js';
export { type RecognisedInput, recogniseInput } from './translate.js';
export {
  type CollectedPart,
  type CollectedUsage,
  type CollectOptions,
  collectUsage,
  type UsageSource,
} from './usage/collect-usage.js';
export {
  fromKeptPart,
  isNotedPart,
  type KeptPart,
  notedPart,
  toKeptPart,
  unpaidPart,
} from './usage/kept-part.js';
export { summariseUsage, type UsageQuery, type UsageSummary } from './usage/summarise-usage.js';
export { compareVersions } from './version-support.js';
