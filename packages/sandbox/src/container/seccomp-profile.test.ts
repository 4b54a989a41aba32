import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { filterRules } from '../seccomp/filter-rules.js';
import { enginesProfile, withDenials } from './seccomp-profile.js';

const THEIRS = {
  defaultAction: 'SCMP_ACT_ERRNO',
  syscalls: [
    { names: ['read', 'ptrace', 'chmod', 'socket'], action: 'SCMP_ACT_ALLOW' },
    { names: ['keyctl'], action: 'SCMP_ACT_ALLOW' },
  ],
};

test('what the rules deny is taken out of what an engine allows, and nothing else', () => {
  const { defaultAction, syscalls } = withDenials(THEIRS, filterRules);
  expect(defaultAction).toBe('SCMP_ACT_ERRNO');
  expect(syscalls).toContainEqual({ names: ['read', 'socket'], action: 'SCMP_ACT_ALLOW' });
  expect(JSON.stringify(syscalls)).not.toContain('"names":[]');
  expect(syscalls).toContainEqual({
    names: ['keyctl', 'add_key', 'request_key'],
    action: 'SCMP_ACT_ERRNO',
    errnoRet: 1,
  });
  expect(syscalls).toContainEqual({
    names: ['chmod', 'fchmod'],
    action: 'SCMP_ACT_ALLOW',
    args: [{ index: 1, value: 0o6000, valueTwo: 0, op: 'SCMP_CMP_MASKED_EQ' }],
  });
});

test('the profile is the one that the engine’s settings name, where they name one', async () => {
  const root = await mkdtemp(join(tmpdir(), 'dragoman-profile-'));
  onTestFinished(() => rm(root, { recursive: true, force: true }));
  const [settings, profile] = [join(root, 'containers.conf'), join(root, 'own.json')];
  await writeFile(profile, JSON.stringify({ ...THEIRS, own: true }));
  await writeFile(settings, `[containers]\nseccomp_profile = "${profile}"\n`);
  expect(enginesProfile({ CONTAINERS_CONF: settings })).toMatchObject({ own: true });
});
