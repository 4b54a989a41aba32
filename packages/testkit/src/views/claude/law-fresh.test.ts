import { checkFreshRuns } from '../../../test-inputs/check-fresh-runs.js';

checkFreshRuns('claude', ['2.0.50']);
