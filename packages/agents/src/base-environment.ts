import type { TurnRequest } from './agent-command.js';
import { compareVersions } from './version-support.js';

/** Nothing listens on port 1: a connection is refused at once and never leaves loopback. */
const DEAD_PROXY = 'http://127.0.0.1:1';

const SYSTEM_PATH = '/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin';

const LOOPBACK = ['127.0.0.1', 'localhost', '::1'];

/** The folder below HOME that stands in for the system's temporary folder. */
export const TEMPORARY_DIRECTORY = 'tmp';

/**
 * What every agent's environment begins with: the few variables that a program needs, made from
 * the request and not from the environment of this process.
 *
 * TMPDIR lies in HOME because the CLIs leave conversations in temporary files, and because Codex
 * (from 0.98) refuses to set up its sandbox when its home lies below the temporary folder.
 *
 * @param modelUrl where the agent reaches its model.
 * @param exemptsHostsSince the first version of the CLI that knows exceptions from its proxy.
 */
export function baseEnvironment(
  request: TurnRequest,
  modelUrl: string,
  exemptsHostsSince = '0.0.0',
): Record<string, string> {
  return {
    HOME: request.home,
    PATH: request.searchPath ?? SYSTEM_PATH,
    TMPDIR: `${request.home}/${TEMPORARY_DIRECTORY}`,
    LANG: 'C.UTF-8',
    TERM: 'dumb',
    NO_COLOR: '1',
    ...proxyVariables(request, modelUrl, exemptsHostsSince),
    ...(request.projectSettings === 'ignore' && carefulGit),
  };
}

/**
 * A gateway is always reached without a proxy, past the dead one; a provider is asked through the
 * proxy that the request names, as anything else outside is. A version that knows no exceptions gets
 * a proxy only where its model, too, is to be reached through it: otherwise it could reach none, not
 * on loopback either.
 */
function proxyVariables(
  { endpoint, proxy: named, version }: TurnRequest,
  modelUrl: string,
  exemptsHostsSince: string,
): Record<string, string> {
  const proxy = named ?? DEAD_PROXY;
  const isModelBehind = 'apiKey' in endpoint && named !== undefined;
  if (!isModelBehind && compareVersions(version, exemptsHostsSince) < 0) return {};
  const exempt = [...LOOPBACK, ...(isModelBehind ? [] : hostOf(modelUrl))].join(',');
  return {
    HTTP_PROXY: proxy,
    HTTPS_PROXY: proxy,
    ALL_PROXY: proxy,
    NO_PROXY: exempt,
    // Some libraries read only one spelling.
    http_proxy: proxy,
    https_proxy: proxy,
    all_proxy: proxy,
    no_proxy: exempt,
  };
}

function hostOf(url: string): string[] {
  if (!URL.canParse(url)) return [];
  const host = new URL(url).hostname.replaceAll(/^\[|\]$/g, '');
  return LOOPBACK.includes(host) ? [] : [host];
}

/** Settings of git that outdo those of the workspace's own `.git/config`. */
const SETTINGS: readonly (readonly [key: string, value: string])[] = [
  ['core.fsmonitor', 'false'],
  ['core.hooksPath', '/dev/null'],
  // Otherwise a folder in a repository can be a repository itself, with its own settings.
  ['safe.bareRepository', 'explicit'],
];

/**
 * CLIs ask git about their workspace as soon as they start, and git runs what the workspace's settings
 * name: a file monitor, hooks. These variables keep it from that.
 */
const carefulGit: Readonly<Record<string, string>> = {
  // Otherwise even `git status` writes the index, for which there is a hook.
  GIT_OPTIONAL_LOCKS: '0',
  GIT_CONFIG_COUNT: String(SETTINGS.length),
  ...Object.fromEntries(
    SETTINGS.flatMap(([key, value], index) => [
      [`GIT_CONFIG_KEY_${index}`, key],
      [`GIT_CONFIG_VALUE_${index}`, value],
    ]),
  ),
};
