import { readFile } from 'node:fs/promises';
import { homedir } from 'node:os';
import { join } from 'node:path';
import { loadsCode, systemPath } from '@dragoman/sandbox';

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

/** Settings that name what npm runs. */
const PROGRAMS =
  /^npm_config_(git|shell|script_shell|node_gyp|node_options|python|editor|viewer|browser|init_module|onload_script)$/i;

/** npm's own patience is a minute and more; a person wants to know sooner. The user's word counts. */
const PATIENCE = {
  npm_config_fetch_retries: '2',
  npm_config_fetch_retry_mintimeout: '1000',
  npm_config_fetch_retry_maxtimeout: '5000',
};

/**
 * The environment for npm. Unlike everything else that Dragoman starts, npm gets something of the
 * caller's: the registry, proxy and certificates of a company's network are set there, and without
 * them an install can't work. No agent and no install script ever sees this environment. Where an npm
 * runs us, as `npx` does, it has put the settings of the project that it was called in there, too. They
 * are left out, or a repository would say where agents come from.
 */
export async function npmEnvironment(
  environment: NodeJS.ProcessEnv = process.env,
): Promise<Record<string, string>> {
  const isProjects = await isOfProject(environment);
  const settings = Object.entries(environment).filter(
    ([name]) => !CALLERS_OWN.test(name) && !PROGRAMS.test(name) && !isProjects(name),
  );
  const referenced = await namesInNpmrc(Object.fromEntries(settings));
  // What npm runs in turn, such as git, is the system's.
  const passed: Record<string, string> = { ...PATIENCE, PATH: systemPath() };
  for (const [name, value] of settings) {
    if (value === undefined) continue;
    const wanted = PASSED_ON.has(name.toUpperCase()) || /^npm_config_/i.test(name);
    if (wanted || (referenced.has(name) && !loadsCode(name))) passed[name] = value;
  }
  return passed;
}

/**
 * Whether a setting may come from the npmrc of the project that an npm, which runs us, was called in.
 * Such an npm writes settings in small letters. A file that hides the names of some may set any.
 */
async function isOfProject({
  npm_config_local_prefix: folder,
}: NodeJS.ProcessEnv): Promise<(name: string) => boolean> {
  const text = folder ? await readFile(join(folder, '.npmrc'), 'utf8').catch(() => '') : '';
  if (folder === homedir()) return () => false;
  const names = text
    .split(/[\r\n]+/)
    .map((line) => line.split('=', 1).join('').trim())
    .filter((name) => name !== '' && !/^[;#]/.test(name));
  const isPlain = names.every((name) => /^[\w@./:-]+(\[\])?$/.test(name));
  const set = new Set(names.map((name) => `npm_config_${name}`.replace('[]', '')).map(settingOf));
  return (name) => name.startsWith('npm_config_') && (!isPlain || set.has(settingOf(name)));
}

/** A setting has dashes in a file and underscores in the environment. */
function settingOf(name: string): string {
  return name.toLowerCase().replaceAll('-', '_');
}

/** The variables that the user's npmrc refers to as `${NAME}`, such as a registry's token. */
async function namesInNpmrc(environment: NodeJS.ProcessEnv): Promise<ReadonlySet<string>> {
  const path = environment.npm_config_userconfig ?? join(homedir(), '.npmrc');
  const text = await readFile(path, 'utf8').catch(() => '');
  return new Set([...text.matchAll(/\$\{(\w+)[?]?\}/g)].map(([, name = '']) => name));
}
