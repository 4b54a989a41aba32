import { readFile } from 'node:fs/promises';
import { homedir } from 'node:os';
import { join } from 'node:path';

/** Variables that npm and its network code read, besides `npm_config_…`. */
const PASSED_ON = new Set([
  'APPDATA',
  'HOME',
  'HTTPS_PROXY',
  'HTTP_PROXY',
  'LANG',
  'LOCALAPPDATA',
  'NODE_EXTRA_CA_CERTS',
  'NO_PROXY',
  'PATH',
  'PROXY',
  'SSL_CERT_DIR',
  'SSL_CERT_FILE',
  'SYSTEMROOT',
  'TEMP',
  'TMP',
  'TMPDIR',
  'USERPROFILE',
]);

/** Settings of an npm run that we are part of. They are about that run's project, not about ours. */
const CALLERS_OWN =
  /^npm_config_(prefix|local_prefix|global_prefix|global|location|workspace|workspaces|include_workspace_root|dry_run|omit|include|only|package_lock|package_lock_only|save\w*|ignore_scripts|json|loglevel|silent|offline|prefer_offline)$/i;

/** npm's own patience is a minute and more; a person wants to know sooner. The user's word counts. */
const PATIENCE = {
  npm_config_fetch_retries: '2',
  npm_config_fetch_retry_mintimeout: '1000',
  npm_config_fetch_retry_maxtimeout: '5000',
};

/**
 * The environment for npm. Unlike everything else that Dragoman starts, npm gets something of the
 * caller's: the registry, proxy and certificates of a company's network are set there, and without
 * them an install can't work. No agent and no install script ever sees this environment.
 */
export async function npmEnvironment(
  environment: NodeJS.ProcessEnv = process.env,
): Promise<Record<string, string>> {
  const referenced = await namesInNpmrc(environment);
  const passed: Record<string, string> = { ...PATIENCE };
  for (const [name, value] of Object.entries(environment)) {
    if (value === undefined || CALLERS_OWN.test(name)) continue;
    const wanted = PASSED_ON.has(name.toUpperCase()) || /^npm_config_/i.test(name);
    if (wanted || referenced.has(name)) passed[name] = value;
  }
  return passed;
}

/** The variables that the user's npmrc refers to as `${NAME}`, such as a registry's token. */
async function namesInNpmrc(environment: NodeJS.ProcessEnv): Promise<ReadonlySet<string>> {
  const path = environment.npm_config_userconfig ?? join(homedir(), '.npmrc');
  const text = await readFile(path, 'utf8').catch(() => '');
  return new Set([...text.matchAll(/\$\{(\w+)[?]?\}/g)].map(([, name = '']) => name));
}
