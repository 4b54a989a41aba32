/**
 * views: proof that a session reads the same live and saved. What only one view says (gaps), how two
 * views are compared, and the coverage pages that are made from rules, gaps and recordings.
 */

export { scenariosOf } from '../scenarios/scenarios.js';
export { withAbilityTable } from './ability-table.js';
export { type AgentViews, agentViews, coveragePages } from './agent-views.js';
export { type CoverageText, coveragePage } from './coverage-page.js';
export { freshComplaints } from './fresh-complaints.js';
export { type FreshRun, type FreshSession, playScenario, playUsage } from './fresh-run.js';
export { isFailure, isNotice, isUnanswered, leaveOut, leaveOutUnmatched } from './level-views.js';
export { recordedSessions, type ViewRecording } from './recorded-sessions.js';
export {
  type NativeStream,
  readTranscript,
  readView,
  type SessionView,
  type SessionViews,
  type TurnView,
  viewOf,
} from './session-views.js';
export { gapsOf, levelViews, shownGaps, type ViewGap, viewsAgree } from './view-gap.js';
