import { checkFreshRuns } from '../../../test-inputs/check-fresh-runs.js';

checkFreshRuns('codex', ['0.58.0']);
