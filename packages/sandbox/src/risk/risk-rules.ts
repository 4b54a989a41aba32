import { runLaterPaths, shellFiles, startFiles, startFolders } from '../walls/run-later-paths.js';

/** What something that a turn left in the workspace could do on this machine, the worst first. */
export const workspaceRisks = [
  'repository',
  'settings',
  'setuid',
  'link',
  'hooks',
  'workflow',
  'scripts',
  'build',
  'executable',
] as const;

export type WorkspaceRisk = (typeof workspaceRisks)[number];

/** Files and folders, in any folder, that are kept as they are in the workspace itself. */
const RUN_LATER = [
  ...runLaterPaths.map(({ path }) => path),
  ...[...shellFiles, ...startFiles, ...startFolders],
];

const SETTINGS: ReadonlySet<string> = new Set(RUN_LATER.filter((path) => !path.includes('/')));

const SETTINGS_IN_FOLDERS = RUN_LATER.filter((path) => path.includes('/'));

/** By their paths from the workspace: the first that fits. */
const RULES: readonly (readonly [risk: WorkspaceRisk, path: RegExp])[] = [
  ['settings', /\.(code-workspace|sublime-project|iml)$/],
  ['hooks', /(^|\/)\.?lefthook(-local)?\.(ya?ml|toml|json)$/],
  ['hooks', /(^|\/)\.pre-commit-(config|hooks)\.yaml$|(^|\/)\.lintstagedrc[^/]*$/],
  ['hooks', /(^|\/)(\.overcommit\.yml|captainhook\.json|\.?simple-git-hooks\.[^/]+)$/],
  ['workflow', /(^|\/)\.(github|gitea|forgejo)\/(workflows|actions)\//],
  ['workflow', /(^|\/)\.(circleci|buildkite|woodpecker|gitlab|teamcity|semaphore)\//],
  ['workflow', /(^|\/)(\.gitlab-ci|\.travis|\.drone|\.appveyor|appveyor|\.woodpecker)\.ya?ml$/],
  ['workflow', /(^|\/)((azure|bitbucket)-pipelines\.ya?ml|Jenkinsfile[^/]*|cloudbuild\.ya?ml)$/],
  ['scripts', /(^|\/)(package|composer)\.json$|(^|\/)deno\.jsonc?$/],
  [
    'build',
    /(^|\/)(GNUm|M|m)akefile$|\.mk$|(^|\/)CMake(Lists\.txt|(User)?Presets\.json)$|\.cmake$/,
  ],
  ['build', /(^|\/)(meson\.build|build\.(rs|xml|sbt|zig)|Cargo\.toml|binding\.gyp|configure)$/],
  ['build', /(^|\/)(setup\.(py|cfg)|pyproject\.toml|conftest\.py|noxfile\.py|tox\.ini|tasks\.py)$/],
  ['build', /(^|\/)(sitecustomize|usercustomize)\.py$|\.pth$/],
  ['build', /\.gradle(\.kts)?$|(^|\/)gradle[^/]*\.properties$|(^|\/)pom\.xml$|(^|\/)\.mvn\//],
  ['build', /(^|\/)(Docker|Container|Vagrant|Tilt|Rake|Gem|Proc|Brew|Just|just|\.just)file[^/]*$/],
  ['build', /(^|\/)(docker-)?compose[^/]*\.ya?ml$|(^|\/)[Tt]askfile\.ya?ml$|\.gemspec$/],
  ['build', /\.config\.[cm]?[jt]sx?$|(^|\/)\.[\w-]+rc\.[cm]?[jt]s$|(^|\/)(Grunt|gulp)file\.[^/]+$/],
  ['build', /(^|\/)(\.pnp\.[^/]+|bunfig\.toml|turbo\.json|nx\.json|pnpm-workspace\.yaml)$/],
  ['build', /(^|\/)(WORKSPACE|MODULE|BUILD)(\.bazel)?$|\.bzl$|(^|\/)\.bazelrc$/],
  ['build', /(^|\/)(flake|shell|default)\.nix$|(^|\/)mix\.exs$|(^|\/)Package\.swift$/],
  ['build', /\.(cs|fs|vb|vcx)proj$|(^|\/)Directory\.Build\.(props|targets)$/],
];

/** Folders whose files are for being run. */
const PROGRAM_FOLDER = /(^|\/)(s?bin|\.bin|scripts?)\//;

export interface RiskyFile {
  /** From the workspace. */
  readonly path: string;
  readonly isExecutable: boolean;
}

/** What a file could do that somebody wrote. Nothing, where it would only be read. */
export function riskOf({ path, isExecutable }: RiskyFile): WorkspaceRisk | undefined {
  if (!isExecutable && path.endsWith('/.gitignore')) return undefined;
  if (isSetting(path)) return 'settings';
  const [risk] = RULES.find(([, pattern]) => pattern.test(path)) ?? [];
  if (risk !== undefined) return risk;
  return isExecutable || PROGRAM_FOLDER.test(path) ? 'executable' : undefined;
}

/** What the folder stands for, where its files are run or read because they are in it. */
export function riskOfFolder(path: string): WorkspaceRisk | undefined {
  return riskOf({ path: `${path}/x`, isExecutable: false });
}

function isSetting(path: string): boolean {
  if (path.split('/').some((name) => SETTINGS.has(name))) return true;
  return SETTINGS_IN_FOLDERS.some((inner) => `/${path}/`.includes(`/${inner}/`));
}
