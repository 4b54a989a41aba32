import { agentNames, agents } from '@dragoman/agents';
import { compareVersions } from '@dragoman/agents/internal';
import { describe, expect, test } from 'vitest';
import { recordings } from '../recordings.js';
import { agentViews } from './agent-views.js';
import { recordedSessions } from './recorded-sessions.js';
import { gapsOf, levelViews, shownGaps } from './view-gap.js';

describe.each(agentNames)('%s', (name) => {
  const { interpreter } = agents[name];
  const { gaps } = agentViews[name];
  const recorded = recordings().filter(({ agent }) => agent === name);
  const sessions = recordedSessions(recorded, interpreter);
  const versions = [...new Set(sessions.map(({ version }) => version))].sort(compareVersions);

  describe('live equals saved', () => {
    test.each(sessions)('in the $scenario of $version', ({ version, views }) => {
      const { live, saved } = levelViews(views, gapsOf(gaps, version));
      expect(live.blocks).toEqual(saved.blocks);
      expect(live.usage).toEqual(saved.usage);
    });
  });

  describe('a gap', () => {
    const shown = shownGaps(sessions, gaps);

    // A version that has closed a gap is noticed here once it is recorded; the page about the agent
    // lists all versions that show it, and goes stale with any change.
    test.each(gaps)('is real in the latest version that it names: $id', (gap) => {
      const latest = versions.filter((version) => gapsOf([gap], version).length > 0).at(-1);
      expect(shown.get(gap)).toContain(latest);
    });

    test('has a unique name', () => {
      expect(new Set(gaps.map(({ id }) => id)).size).toBe(gaps.length);
    });
  });
});
