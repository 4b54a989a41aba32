import type { UnifiedMessage } from '@dragoman/protocol';

/** The two ways in which a CLI tells of a session: what it prints, and what it keeps. */
export type View = UnifiedMessage['source'];
