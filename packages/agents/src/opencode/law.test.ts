import { recordings } from '@dragoman/testkit';
import { describe, expect, test } from 'vitest';
import { compareVersions } from '../compare-versions.js';
import { recordedSessions } from '../interpret/recorded-sessions.js';
import { shownGaps } from '../interpret/shown-gaps.js';
import { gapsOf, levelViews } from '../interpret/view-gap.js';
import { opencodeGaps } from './gaps.js';
import { opencodeInterpreter } from './interpreter.js';

const recorded = recordings().filter(({ agent }) => agent === 'opencode');
const sessions = recordedSessions(recorded, opencodeInterpreter);
const versions = [...new Set(sessions.map(({ version }) => version))].sort(compareVersions);

describe('live equals saved', () => {
  test.each(sessions)('in the $scenario of $version', ({ version, views }) => {
    const { live, saved } = levelViews(views, gapsOf(opencodeGaps, version));
    expect(live.blocks).toEqual(saved.blocks);
    expect(live.usage).toEqual(saved.usage);
  });
});

describe('a gap', () => {
  const shown = shownGaps(sessions, opencodeGaps);

  // A version that has closed a gap is noticed here once it is recorded; the page about OpenCode lists
  // all versions that show it, and goes stale with any change.
  test.each(opencodeGaps)('is real in the latest version that it names: $id', (gap) => {
    const latest = versions.filter((version) => gapsOf([gap], version).length > 0).at(-1);
    expect(shown.get(gap)).toContain(latest);
  });

  test.each(opencodeGaps)('begins and ends with versions that were recorded: $id', (gap) => {
    for (const version of [gap.since, gap.until]) {
      if (version !== undefined) expect(versions).toContain(version);
    }
  });

  test('has a name of its own', () => {
    expect(new Set(opencodeGaps.map(({ id }) => id)).size).toBe(opencodeGaps.length);
  });
});
