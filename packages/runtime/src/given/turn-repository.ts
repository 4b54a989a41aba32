import { findRepository, type Repository, type SandboxProvider } from '@dragoman/sandbox';
import type { SessionEntry } from '../sessions/session-registry.js';
import type { TurnSettings } from '../turn/turn-options.js';

interface RepositoryContext {
  readonly workspace: string;
  readonly provider: Pick<SandboxProvider, 'abilities'>;
  /** Folders that no agent may see. */
  readonly hidden: readonly string[];
  /** The session that the turn goes on with. */
  readonly session: Pick<SessionEntry, 'pathBase'> | undefined;
}

/**
 * The repository that the agent is shown. With it the workspace has another path in a sandbox that moves
 * paths, and agents know a session by its path: one that began without goes on without.
 */
export function turnRepository(
  { repository: asked = 'show' }: Pick<TurnSettings, 'repository'>,
  { workspace, provider, hidden, session }: RepositoryContext,
): Repository | undefined {
  if (asked === 'hide') return undefined;
  const { repository } = findRepository(workspace, hidden);
  const isMoved = provider.abilities.movesPaths === true && session !== undefined;
  if (!isMoved || repository === undefined) return repository;
  return repository.base === (session.pathBase ?? workspace) ? repository : undefined;
}
