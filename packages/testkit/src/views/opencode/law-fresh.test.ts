import { checkFreshRuns } from '../../../test-inputs/check-fresh-runs.js';

checkFreshRuns('opencode', ['1.1.65']);
