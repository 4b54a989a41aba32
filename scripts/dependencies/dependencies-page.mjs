import { allowedLicences } from './check-dependencies.mjs';
import { idOf } from './runtime-dependencies.mjs';

/**
 * The page about them in the documentation.
 *
 * @param {readonly import('./runtime-dependencies.mjs').Dependency[]} dependencies
 * @param {Readonly<Record<string, import('./check-dependencies.mjs').Decision>>} decisions
 */
export function dependenciesPage(dependencies, decisions) {
  const rows = dependencies.map((dependency) => {
    const { name, version, licence, integrity, installScripts, usedBy } = dependency;
    const reason = decisions[idOf(dependency)]?.reason ?? '**not decided**';
    const scripts = installScripts.length === 0 ? 'none' : installScripts.join(', ');
    return [name, version, licence, scripts, usedBy.join(', '), reason, `\`${integrity}\``];
  });
  const head = ['package', 'version', 'licence', 'install scripts', 'used by', 'why', 'integrity'];
  const lines = [head, head.map(() => '---'), ...rows].map((cells) => `| ${cells.join(' | ')} |`);
  return `# Runtime dependencies

<!-- Written by \`npm run dependencies -- --write\`. -->

All that a user gets with Dragoman's packages beside the packages themselves: what they depend on when they run, and what that depends on. What only builds and tests them is not here, nor are the agents' CLIs, which are [pinned](decisions/022-pinned-clis-and-what-watches-them.md).

\`npm run dependencies\` prints this table, and a test fails on a dependency that is new or changed and has no decision in \`scripts/dependencies/decisions.json\`, on a licence that is not allowed (${allowedLicences.join(', ')}), on a missing sha512, and on anything that runs at its installation. The lock file names hashes and no addresses (\`omit-lockfile-registry-resolved\`), so that any mirror can serve the packages and none can change them. Optional packages for other platforms are only known where the registry in use carries them; no runtime dependency has any.

${lines.join('\n')}
`;
}
