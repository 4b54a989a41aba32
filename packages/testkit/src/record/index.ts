/**
 * record: takes a version of an agent through all scenarios, keeps what it wrote as recordings, and
 * says what is new in it since a known version.
 */
export { type Edge, type FoundEdges, findEdges, spansText } from './find-edges.js';
export { type RecordOptions, recordVersion } from './record-version.js';
export { needsWork, type ScenarioRow, type VersionReport, versionPage } from './version-page.js';
