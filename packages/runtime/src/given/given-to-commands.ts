import { gitVariables, userGitSettings } from '@dragoman/sandbox';
import type { BaseChatRequest } from '../chat/chat-agent.js';
import type { TurnPlan } from '../turn/plan-turn.js';
import { profileFor, withGivenVariables } from './given-environment.js';

/** What an agent's commands find in their HOME and in their environment. */
interface GivenToCommands {
  /** By path in HOME. */
  readonly files: Readonly<Record<string, string>>;
  /** An environment with what is given. */
  environment(base: Readonly<Record<string, string>>): Record<string, string>;
}

/**
 * The settings of the user's git that are data, and where programs are. In files, because some agents
 * keep variables from their commands; who the user is also in variables for an agent that keeps git's
 * files from them.
 */
export function givenToCommands<Request extends BaseChatRequest>({
  options,
  record,
  repository,
  given,
}: TurnPlan<Request>): GivenToCommands {
  const git = userGitSettings({ workspace: record.workspace, repository });
  const profile = given.searchPath.length === 0 ? undefined : profileFor(given.searchPath);
  return {
    files: {
      '.config/git/config': git.config,
      ...(git.ignore !== undefined && { '.config/git/ignore': git.ignore }),
      ...(profile !== undefined && { '.profile': profile, '.zprofile': profile }),
    },
    environment(base) {
      const settings = options.agent.hidesGitConfig ? git.identity : [];
      const known = { ...base, ...gitVariables(settings, Number(base.GIT_CONFIG_COUNT ?? 0)) };
      return withGivenVariables(known, options.env, given.searchPath);
    },
  };
}
