/** One package of a pinned install, in the words of npm's lock file. */
export interface PinnedPackage {
  /** Where it is another than that of its folder: an alias. */
  readonly name?: string;
  readonly version: string;
  /** The registry's hash of the package: `sha512-…`. */
  readonly integrity: string;
  readonly optional?: boolean;
  readonly os?: readonly string[];
  readonly cpu?: readonly string[];
  readonly libc?: readonly string[];
  readonly dependencies?: Readonly<Record<string, string>>;
  readonly optionalDependencies?: Readonly<Record<string, string>>;
}

/**
 * All packages of one version of an agent, with their hashes: those that it depends on and those of
 * every platform, too. An agent's `pinned.ts` is written by `npm run pin-agents`.
 */
export interface PinnedInstall {
  readonly version: string;
  /** By their folder in an install, such as `node_modules/@openai/codex`. */
  readonly packages: Readonly<Record<string, PinnedPackage>>;
  /**
   * Packages, by name, that the agent asks for and whose hash is not known here, because the registry
   * that was asked didn't carry them. They are trusted on first use.
   */
  readonly unknown: readonly string[];
}
