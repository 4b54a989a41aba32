import { checkFreshRuns } from '../../../test-inputs/check-fresh-runs.js';

checkFreshRuns('gemini', ['0.40.1']);
