import { recordings } from '@dragoman/testkit';
import { describe, expect, test } from 'vitest';
import { agentNames, agents } from './agents.js';
import { outsideRecorded } from './recorded-span.js';
import { compareVersions } from './version-support.js';

describe.each(agentNames)('%s', (name) => {
  // What was recorded as of `2.1` may be of any version that begins so.
  const versions = recordings()
    .filter(({ agent, version }) => agent === name && /^\d+\.\d+\.\d+/.test(version))
    .map(({ version }) => version)
    .sort(compareVersions);

  test('names the oldest and the newest version that was recorded', () => {
    expect(agents[name].recorded).toEqual({ oldest: versions[0], newest: versions.at(-1) });
  });

  test('has nothing to say of its default version', () => {
    expect(outsideRecorded(agents[name], agents[name].version)).toBeUndefined();
  });
});

const parrot = { name: 'parrot', recorded: { oldest: '0.20.0', newest: '0.166.0' } };

test('a version beyond the span is read as the nearest one, and that is said', () => {
  expect(outsideRecorded(parrot, '0.170.0')).toBe(
    'parrot 0.170.0 is newer than 0.166.0, the newest that was recorded; read as 0.166.0.',
  );
  expect(outsideRecorded(parrot, '0.2.0')).toBe(
    'parrot 0.2.0 is older than 0.20.0, the oldest that was recorded; read as 0.20.0.',
  );
});

test('a version within the span is known, also where it was not recorded itself', () => {
  for (const version of ['0.20.0', '0.77.1', '0.166.0']) {
    expect(outsideRecorded(parrot, version)).toBeUndefined();
  }
});

test('a pre-release counts as the release that it leads to', () => {
  expect(outsideRecorded(parrot, '0.166.0-alpha.3')).toBeUndefined();
  expect(outsideRecorded(parrot, '0.167.0-nightly.20261101.abcdef')).toContain('is newer than');
});

test('there is nothing to say where nothing was recorded', () => {
  expect(outsideRecorded({ name: 'parrot' }, '9.9.9')).toBeUndefined();
});
