/**
 * What is in a project and is run later, outside of every sandbox, by programs of its owner:
 * by an editor that opens the folder, a shell that enters it, a package manager, another agent. The
 * paths are from the folder of a project; those of git are in `git-walls.ts`.
 */
export interface RunLaterPath {
  readonly path: string;
  /**
   * What is put there while a sandbox needs a wall and there is nothing. `left`: nothing, so it can be
   * made, and is reported; for what runs only when a person starts that very program in that folder.
   * `scratch`: commands find a folder that they can write to and that goes with the sandbox.
   */
  readonly missing: 'file' | 'folder' | 'scratch' | 'left';
  /** Whether it means as much in a folder within the project. */
  readonly nested: boolean;
  /** What of a folder is run, where its tool can't work without writing to the rest of it. */
  readonly parts?: readonly string[];
}

export const runLaterPaths: readonly RunLaterPath[] = [
  // Run by an editor that opens the folder, or offers to.
  ...entries('folder', { nested: true }, ['.vscode', '.idea', '.cursor', '.devcontainer']),
  ...entries('left', { nested: true }, ['.devcontainer.json', '.zed', '.fleet', '.nova', '.helix']),
  ...entries('left', { nested: false }, [
    ...['.vim', '.vimrc', '.exrc', '.lvimrc', '.nvimrc', '.nvim.lua', '.nvim'],
    ...['.dir-locals.el', '.dir-locals-2.el', '.ycm_extra_conf.py'],
  ]),
  // Hooks, servers and commands of agents.
  ...entries('folder', { nested: true }, ['.claude', '.codex', '.gemini']),
  ...entries('file', { nested: true }, ['.mcp.json', 'opencode.json', 'opencode.jsonc']),
  // OpenCode makes files in any such folder that it finds, and gives up where it can't.
  { path: '.opencode', missing: 'scratch', nested: true, parts: openCodeParts() },
  ...entries('left', { nested: false }, [
    ...['.aider.conf.yml', '.windsurf', '.roo', '.continue', '.qwen', '.kiro', '.junie', '.amp'],
    ...['crush.json', '.crush.json'],
  ]),
  // Says what Dragoman gives an agent.
  ...entries('file', { nested: true }, ['dragoman.config.json', 'dragoman.config.yaml']),
  // Run by a shell that enters the folder.
  ...entries('file', { nested: true }, ['.envrc']),
  ...entries('left', { nested: false }, [
    ...['.direnv', '.mise', '.mise.toml', 'mise.toml', '.config/mise', '.config/mise.toml'],
    ...['.tool-versions'],
  ]),
  // Name programs that package managers and build tools run.
  ...entries('file', { nested: false }, ['.npmrc', '.yarnrc', '.yarnrc.yml']),
  ...entries('left', { nested: false }, ['.pnpmfile.cjs', '.yarn/plugins', '.yarn/releases']),
  ...entries('folder', { nested: true }, ['.cargo']),
  // Run by git.
  ...entries('folder', { nested: true }, ['.husky']),
  ...entries('left', { nested: true }, ['.githooks']),
  // Run by debuggers and interpreters that are started in the folder.
  ...entries('left', { nested: false }, [
    ...['.gdbinit', '.lldbinit', '.pdbrc', '.irbrc', '.pryrc', '.Rprofile'],
  ]),
];

/** What a shell runs when it starts, at home or where a folder of such files is linked to from there. */
export const shellFiles: readonly string[] = [
  ...['.bashrc', '.bash_profile', '.bash_login', '.profile'],
  ...['.zshrc', '.zshenv', '.zprofile', '.zlogin'],
];

/**
 * What is run when a person logs in, or starts programs that have their settings at home. Elsewhere
 * those that are there are kept as they are.
 */
export const startFiles: readonly string[] = [
  ...['.bash_logout', '.bash_aliases', '.zlogout', '.kshrc', '.cshrc', '.tcshrc', '.login'],
  ...['.inputrc', '.xprofile', '.xinitrc', '.xsession', '.xsessionrc'],
  ...['.pam_environment', '.gitconfig', '.tmux.conf', '.screenrc', '.emacs'],
];

export const startFolders: readonly string[] = [
  ...[
    '.config/dragoman',
    '.config/fish',
    '.config/git',
    '.config/autostart',
    '.config/systemd',
    '.config/nvim',
  ],
  ...['.config/environment.d', '.config/emacs', '.emacs.d', '.ssh', '.local/bin'],
];

function entries(
  missing: RunLaterPath['missing'],
  { nested }: { readonly nested: boolean },
  paths: readonly string[],
): RunLaterPath[] {
  return paths.map((path) => ({ path, missing, nested }));
}

function openCodeParts(): string[] {
  const folders = ['plugin', 'tool', 'command', 'agent', 'mode', 'skill'];
  return ['opencode.json', 'opencode.jsonc', ...folders.flatMap((name) => [name, `${name}s`])];
}
