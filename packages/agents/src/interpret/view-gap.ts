import {
  type CanonicalBlock,
  canonical,
  type MessageUsage,
  type Transcript,
} from '@dragoman/protocol';
import { compareVersions } from '../compare-versions.js';
import type { TurnView } from './turns-of.js';
import type { View } from './view.js';

/** One session as one view shows it, reduced to what both views should agree on. */
export interface SessionView {
  readonly blocks: readonly CanonicalBlock[];
  readonly usage: MessageUsage | undefined;
  /**
   * Its turns, as evidence for gaps that only some turns have; not compared. Absent where the view
   * was not read from its events.
   */
  readonly turns?: readonly TurnView[];
}

/** The same session in both views. */
export interface SessionViews {
  readonly live: SessionView;
  readonly saved: SessionView;
}

/**
 * Something that a CLI says in one of its views only. The coverage page lists the gaps; the test of
 * the law that live equals saved takes from the richer view what they name, and nothing else. A gap
 * that no recording shows any more fails the test, so that a CLI which has learnt to say more gets
 * noticed.
 */
export interface ViewGap {
  readonly id: string;
  /** The view that doesn't have it. */
  readonly missingIn: View;
  /** What is missing, for the coverage page. */
  readonly what: string;
  /** The first version checked that has the gap; absent: from the beginning. */
  readonly since?: string;
  /** The last version checked that has the gap; absent: up to now. */
  readonly until?: string;
  /** Brings both views down to what both can say. */
  readonly level: (views: SessionViews) => SessionViews;
}

/** What a transcript says, in the form in which two views are compared. */
export function viewOf(transcript: Transcript): SessionView {
  return { blocks: canonical(transcript), usage: transcript.usage };
}

/** The gaps a version has. */
export function gapsOf(gaps: readonly ViewGap[], version: string): ViewGap[] {
  return gaps.filter(
    ({ since, until }) =>
      (since === undefined || compareVersions(version, since) >= 0) &&
      (until === undefined || compareVersions(version, until) <= 0),
  );
}

/** Both views without what one of them cannot say. */
export function levelViews(views: SessionViews, gaps: readonly ViewGap[]): SessionViews {
  return gaps.reduce((levelled, gap) => gap.level(levelled), views);
}
