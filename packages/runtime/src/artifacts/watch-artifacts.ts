import { createHash } from 'node:crypto';
import { basename, join } from 'node:path';
import type { ArtifactEvent } from '@dragoman/protocol';
import { errorMessage } from '@dragoman/protocol/internal';
import { makeFolder, statusOf } from '@dragoman/sandbox';
import { type KeptContents, keepContents } from '../changes/kept-contents.js';
import { isSame, readTree, shownPath, type WorkspaceTree } from '../changes/workspace-tree.js';
import { artifactPath, isPlainName } from './artifacts-folder.js';
import { copyArtifact } from './copy-artifact.js';
import { artifactsDirectory, type KeptArtifact, writeArtifactIndex } from './kept-artifacts.js';
import { mimeTypeOf } from './mime-types.js';

export interface ArtifactBounds {
  readonly files: number;
  readonly bytesEach: number;
  readonly bytes: number;
  readonly milliseconds: number;
  /** Of the folder: more are not looked at. */
  readonly entries: number;
}

/** What a person may want to have, and a disk can bear for each turn. */
const BOUNDS: ArtifactBounds = {
  files: 256,
  bytesEach: 100 * 1024 * 1024,
  bytes: 256 * 1024 * 1024,
  milliseconds: 30_000,
  entries: 50_000,
};

export interface WatchArtifactsOptions {
  /** A real path. */
  readonly workspace: string;
  /** As `artifactsFolder` gives it. */
  readonly folder: string;
  /** The folder of the turn. */
  readonly directory: string;
  /** Folders, by their real paths, that are not looked into. */
  readonly skip: readonly string[];
  readonly isOver: () => boolean;
  readonly bounds?: Partial<ArtifactBounds>;
}

/** A folder of artifacts as it was before a turn. */
export interface WatchedArtifacts {
  /**
   * Keeps what was made or changed since, and says what that is. To be asked for once, when nothing of the
   * turn runs any more. Never rejects.
   */
  collect(): Promise<CollectedArtifacts>;
  /** For a turn that never began. */
  forget(): Promise<void>;
}

export interface CollectedArtifacts {
  readonly events: readonly ArtifactEvent[];
  /** Why some are not among them, in words. */
  readonly problem: string | undefined;
}

/**
 * Looks at the folder of a turn's artifacts before an agent starts. What git ignores counts here, too: what
 * is made to be handed on seldom belongs into a repository.
 */
export async function watchArtifacts(options: WatchArtifactsOptions): Promise<WatchedArtifacts> {
  const { workspace, folder, directory, skip, isOver } = options;
  const bounds = { ...BOUNDS, ...options.bounds };
  const root = join(workspace, folder);
  const look = () =>
    readTree({ workspace: root, skip, ignores: false, mostEntries: bounds.entries });
  const before = statusOf(root) === undefined ? EMPTY : await look();
  const kept = await keepContents(root, before, { directory, isOver });
  const forget = async (): Promise<void> => {
    await kept.stop();
    kept.close();
  };
  return {
    async collect() {
      try {
        await kept.stop();
        const after = statusOf(root) === undefined ? EMPTY : await look();
        return await collect({ ...options, root, bounds, before, after, kept });
      } catch (error) {
        return { events: [], problem: `Artifacts could not be kept: ${errorMessage(error)}` };
      } finally {
        await forget();
      }
    },
    forget,
  };
}

const EMPTY: WorkspaceTree = {
  files: new Map(),
  folders: new Map(),
  outer: [],
  unlisted: new Set(),
  isCut: false,
};

interface Collection extends Pick<WatchArtifactsOptions, 'folder' | 'directory'> {
  readonly root: string;
  readonly bounds: ArtifactBounds;
  readonly before: WorkspaceTree;
  readonly after: WorkspaceTree;
  readonly kept: Pick<KeptContents, 'contentOf'>;
}

/** Why a file is left out, as the event says it: of one, and of several. */
const WORDS = {
  unnamed: [
    'has a name that cannot be shown as it is',
    'have names that cannot be shown as they are',
  ],
  link: ['is a link', 'are links'],
  linked: ['has another name, perhaps elsewhere', 'have another name, perhaps elsewhere'],
  too_large: ['is too large', 'are too large'],
  unreadable: ['cannot be read, or changed meanwhile', 'cannot be read, or changed meanwhile'],
  unknown: ['may be older than the turn', 'may be older than the turn'],
  bound: ['is beyond the number that is kept', 'are more than are kept'],
} as const;

type Reason = keyof typeof WORDS;

async function collect(collection: Collection): Promise<CollectedArtifacts> {
  const { folder, directory, root, bounds, before, after, kept } = collection;
  const deadline = performance.now() + bounds.milliseconds;
  const leftOut = new Map<Reason, number>();
  const leave = (reason: Reason): void => void leftOut.set(reason, (leftOut.get(reason) ?? 0) + 1);
  const artifacts: KeptArtifact[] = [];
  const events: ArtifactEvent[] = [];
  let room = bounds.bytes;
  const changed = changedIn(before, after);
  if (changed.length > 0) makeFolder(artifactsDirectory(directory));
  for (const path of changed) {
    const reason = refusal(path, collection);
    if (reason !== undefined) {
      leave(reason);
      continue;
    }
    if (artifacts.length >= bounds.files || performance.now() > deadline) {
      leave('bound');
      continue;
    }
    const earlier = before.files.has(path) ? kept.contentOf(path) : undefined;
    const copy = await copyArtifact({
      folder: root,
      path,
      directory: artifactsDirectory(directory),
      mostBytes: Math.min(bounds.bytesEach, room),
      earlier: earlier && createHash('sha256').update(earlier).digest('hex'),
    });
    if (copy.kind === 'unchanged') continue;
    if (copy.kind !== 'copied') {
      leave(copy.kind);
      continue;
    }
    room -= copy.size;
    const shown = artifactPath(folder, shownPath(path));
    const { size, sha256 } = copy;
    const artifact = { path: shown, size, mimeType: mimeTypeOf(shown), sha256 };
    artifacts.push(artifact);
    events.push(eventOf(artifact, before.files.has(path) ? 'modified' : 'created'));
  }
  if (changed.length > 0) writeArtifactIndex(directory, artifacts);
  return { events, problem: problemOf(leftOut, before.isCut || after.unlisted.size > 0) };
}

/** By name. */
function changedIn(before: WorkspaceTree, after: WorkspaceTree): string[] {
  return [...after.files]
    .filter(([path, status]) => {
      const was = before.files.get(path);
      return was === undefined || !isSame(was, status);
    })
    .map(([path]) => path)
    .sort();
}

const KIND = 0o170_000;
const LINK = 0o120_000;

/** Why a file is not even opened. */
function refusal(path: string, { folder, before, after }: Collection): Reason | undefined {
  if (((after.files.get(path)?.mode ?? 0) & KIND) === LINK) return 'link';
  if (!isPlainName(artifactPath(folder, shownPath(path)))) return 'unnamed';
  return before.files.has(path) || !isUnlisted(path, before.unlisted) ? undefined : 'unknown';
}

/** Whether a folder on the way was not looked into. */
function isUnlisted(path: string, unlisted: ReadonlySet<string>): boolean {
  if (unlisted.size === 0) return false;
  const names = path.split('/');
  return names.some((_name, at) => unlisted.has(names.slice(0, at).join('/')));
}

function eventOf(
  { path, size, mimeType, sha256 }: KeptArtifact,
  change: NonNullable<ArtifactEvent['change']>,
): ArtifactEvent {
  return {
    type: 'artifact',
    path,
    size_bytes: size,
    mime_type: mimeType,
    label: basename(path),
    sha256,
    change,
  };
}

function problemOf(leftOut: ReadonlyMap<Reason, number>, isCut: boolean): string | undefined {
  const words = [...leftOut].map(
    ([reason, count]) => `${count} ${WORDS[reason][count === 1 ? 0 : 1]}`,
  );
  if (isCut) words.push('there is more than could be looked at');
  return words.length === 0
    ? undefined
    : `Not all files of the folder of artifacts became artifacts: ${words.join('; ')}.`;
}
