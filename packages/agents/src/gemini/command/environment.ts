import type { TurnRequest } from '../../agent-command.js';
import { baseEnvironment, environmentWithoutExceptions } from '../../base-environment.js';
import { compareVersions } from '../../compare-versions.js';

/** Before, everything went through a proxy, what is for loopback too. */
const EXEMPTS_HOSTS_SINCE = '0.44.0';

/** The environment that every agent has, as far as the version can live with it. */
export function geminiEnvironment(request: TurnRequest, baseUrl: string): Record<string, string> {
  return compareVersions(request.version, EXEMPTS_HOSTS_SINCE) < 0
    ? environmentWithoutExceptions(request, baseUrl)
    : baseEnvironment(request, baseUrl);
}
