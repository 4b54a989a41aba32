import { availableParallelism } from 'node:os';
import { expect, test } from 'vitest';
import { limitArguments } from './container-limits.js';

const argumentOf = (given: readonly string[], name: string) => given[given.indexOf(name) + 1];

test('a container gets the limits it was asked for, and no swap beside its memory', () => {
  const given = limitArguments({
    memoryBytes: 1000.5,
    processes: 7,
    temporaryBytes: 99.1,
    cpus: 1,
  });
  expect(argumentOf(given, '--memory')).toBe('1001b');
  expect(argumentOf(given, '--memory-swap')).toBe('1001b');
  expect(argumentOf(given, '--pids-limit')).toBe('7');
  expect(argumentOf(given, '--cpus')).toBe('1');
  expect(argumentOf(given, '--tmpfs')).toBe('/tmp:rw,nosuid,nodev,size=100,mode=1777');
});

test('it is not asked for more processors than there are', () => {
  expect(Number(argumentOf(limitArguments({ cpus: 10_000 }), '--cpus'))).toBe(
    availableParallelism(),
  );
});

test('without limits there are some, also on files that an engine would not limit', () => {
  const given = limitArguments();
  for (const name of ['--memory', '--memory-swap', '--cpus', '--pids-limit', '--tmpfs']) {
    expect(given).toContain(name);
  }
  expect(given.filter((one) => /^nofile=\d+:\d+$/.test(one))).toHaveLength(1);
});

test('an engine that can hold no limits of use is asked for none', () => {
  const given = limitArguments({ memoryBytes: 1000 }, false);
  expect(given.filter((one) => one.startsWith('--'))).not.toContain('--memory');
  expect(given).toContain('--tmpfs');
});
