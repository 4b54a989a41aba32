import type { TurnRequest } from '../../agent-command.js';
import { compareVersions } from '../../compare-versions.js';

/** The first that can be told to leave the `.env` files of a project alone. */
export const ignoresEnvSince = '0.56.0';

/** Variables from a `.env` file reach all that Gemini CLI starts. */
export function ignoreEnv({ projectSettings, version }: TurnRequest): object {
  const isEmitted = compareVersions(version, ignoresEnvSince) >= 0;
  return projectSettings === 'ignore' && isEmitted ? { advanced: { ignoreLocalEnv: true } } : {};
}
