import { existsSync, readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { assembleFilter } from './assemble-filter.js';
import { errorNumbers, filterRules } from './filter-rules.js';
import {
  type FilteredArchitecture,
  filteredArchitectures,
  newestSystemCall,
  type SystemCallName,
  systemCallNumber,
  systemCallNumbers,
} from './system-call-numbers.js';

const MACHINES = { x64: 0xc000003e, arm64: 0xc00000b7, i386: 0x40000003 } as const;

interface Call {
  readonly machine: number;
  readonly number: number;
  readonly args?: readonly number[];
}

/** Runs a filter as the kernel does, on what the kernel would show it. */
function interpret(filter: Uint8Array, { machine, number, args = [] }: Call): number {
  const program = Buffer.from(filter);
  const data = Buffer.alloc(64);
  data.writeUInt32LE(number >>> 0, 0);
  data.writeUInt32LE(machine, 4);
  for (const [at, value] of args.entries()) data.writeUInt32LE(value >>> 0, 16 + at * 8);
  let accumulator = 0;
  for (let at = 0; at < program.length; at += 8) {
    const code = program.readUInt16LE(at);
    const value = program.readUInt32LE(at + 4);
    const jump = (holds: boolean) => {
      at += 8 * program.readUInt8(at + (holds ? 2 : 3));
    };
    if (code === 0x20) accumulator = data.readUInt32LE(value);
    else if (code === 0x54) accumulator = (accumulator & value) >>> 0;
    else if (code === 0x15) jump(accumulator === value);
    else if (code === 0x25) jump(accumulator > value);
    else if (code === 0x06) return value;
    else throw new Error(`unknown instruction ${code}`);
  }
  throw new Error('the filter has no end');
}

type Answer = 'allowed' | 'killed' | keyof typeof errorNumbers | 'another error';

function answer(result: number): Answer {
  if (result === 0x7fff0000) return 'allowed';
  if (result === 0x80000000) return 'killed';
  for (const [name, number] of Object.entries(errorNumbers)) {
    if (result === 0x50000 + number && isErrorName(name)) return name;
  }
  return 'another error';
}

function isErrorName(name: string): name is keyof typeof errorNumbers {
  return name in errorNumbers;
}

const CASES: readonly (readonly [SystemCallName, readonly number[], Answer])[] = [
  ['keyctl', [], 'EPERM'],
  ['io_uring_setup', [], 'ENOSYS'],
  ['ptrace', [], 'EPERM'],
  ['pidfd_getfd', [], 'EPERM'],
  ['process_vm_writev', [], 'EPERM'],
  ['mount', [], 'EPERM'],
  ['open_tree_attr', [], 'EPERM'],
  ['clone3', [], 'ENOSYS'],
  ['openat2', [], 'ENOSYS'],
  // A process, a thread, and one in a namespace of users.
  ['clone', [0x1200011], 'allowed'],
  ['clone', [0x3d0f00], 'allowed'],
  ['clone', [0x10000011], 'EPERM'],
  ['clone', [0x20000 | 0x11], 'EPERM'],
  ['unshare', [0x400], 'allowed'],
  ['unshare', [0x10000000], 'EPERM'],
  ['unshare', [0x80], 'EPERM'],
  ['socket', [1, 0x80001, 0], 'allowed'],
  ['socket', [2, 1, 6], 'allowed'],
  ['socket', [10, 2, 0], 'allowed'],
  ['socket', [16, 3, 0], 'allowed'],
  ['socket', [16, 3, 12], 'EPROTONOSUPPORT'],
  ['socket', [2, 1, 132], 'EPROTONOSUPPORT'],
  ['socket', [2, 6, 0], 'EPROTONOSUPPORT'],
  ['socket', [17, 3, 0], 'EAFNOSUPPORT'],
  ['socket', [38, 5, 0], 'EAFNOSUPPORT'],
  ['socket', [40, 1, 0], 'EAFNOSUPPORT'],
  ['socketpair', [1, 1, 0], 'allowed'],
  ['socketpair', [30, 1, 0], 'EAFNOSUPPORT'],
  ['ioctl', [0, 0x5401], 'allowed'],
  ['ioctl', [0, 0x5412], 'EPERM'],
  ['ioctl', [0, 0x541c], 'EPERM'],
  ['personality', [0xffffffff], 'allowed'],
  ['personality', [0x400000], 'EPERM'],
  ['chmod', [0, 0o755], 'allowed'],
  ['chmod', [0, 0o1777], 'allowed'],
  ['chmod', [0, 0o4755], 'EPERM'],
  ['fchmod', [0, 0o2755], 'EPERM'],
  ['fchmodat', [0, 0, 0o6755], 'EPERM'],
  ['fchmodat2', [0, 0, 0o4000], 'EPERM'],
  ['creat', [0, 0o4755], 'EPERM'],
  ['mknod', [0, 0o104755], 'EPERM'],
  ['mknodat', [0, 0, 0o104755], 'EPERM'],
  ['open', [0, 0o1102, 0o644], 'allowed'],
  ['open', [0, 0o101, 0o4755], 'EPERM'],
  // Without a new file the mode is whatever stood in a register.
  ['open', [0, 0, 0o4755], 'allowed'],
  ['openat', [0, 0, 0o101, 0o2755], 'EPERM'],
  ['openat', [0, 0, 0o20200001, 0o4755], 'EPERM'],
  ['openat', [0, 0, 0o101, 0o600], 'allowed'],
];

describe.each(filteredArchitectures)('the filter for %s', (architecture) => {
  const filter = assembleFilter(architecture, filterRules);
  const ask = (number: number, args?: readonly number[]) =>
    answer(interpret(filter, { machine: MACHINES[architecture], number, args: args ?? [] }));

  test.each(CASES)('answers %s with %j: %s', (name, args, expected) => {
    const number = systemCallNumber(name, architecture);
    if (number === undefined) expect(architecture).toBe('arm64');
    else expect(ask(number, args)).toBe(expected);
  });

  test('ends a program for another machine, and knows no calls that are newer than it', () => {
    const other = interpret(filter, { machine: MACHINES.i386, number: 1 });
    expect(answer(other)).toBe('killed');
    expect(ask(newestSystemCall)).toBe('allowed');
    expect(ask(newestSystemCall + 1)).toBe('ENOSYS');
    expect(ask(0x40000000)).toBe('ENOSYS');
    expect(ask(0xffffffff)).toBe('ENOSYS');
  });

  test('allows every call that no rule names, whatever its arguments are', () => {
    const named = new Set(namesOfCalls().map((name) => systemCallNumber(name, architecture)));
    for (let number = 0; number <= newestSystemCall; number += 1) {
      if (named.has(number)) continue;
      expect(ask(number, Array(6).fill(0xffffffff))).toBe('allowed');
    }
  });
});

test('every call whose number is known has a rule, and every number is one call', () => {
  const ruled = new Set(filterRules.flatMap(({ calls }) => calls));
  expect([...ruled].sort()).toEqual(Object.keys(systemCallNumbers).sort());
  for (const architecture of filteredArchitectures) {
    const numbers = namesOfCalls().flatMap((name) => systemCallNumber(name, architecture) ?? []);
    expect(new Set(numbers).size).toBe(numbers.length);
  }
});

/** Where Debian's `linux-libc-dev` keeps the kernel's own list. */
const HEADERS: Readonly<Record<FilteredArchitecture, string>> = {
  x64: '/usr/include/x86_64-linux-gnu/asm/unistd_64.h',
  arm64: '/usr/include/asm-generic/unistd.h',
};

test.each(filteredArchitectures)('the numbers for %s are those of the kernel', (architecture) => {
  if (!existsSync(HEADERS[architecture])) return;
  const header = readFileSync(HEADERS[architecture], 'utf8');
  const listed = [...header.matchAll(/^#define __NR_(\w+)\s+(\d+)$/gm)];
  const numbers = new Map(listed.map(([, name, number]) => [name, Number(number)]));
  // Headers that are older than a call don't list it.
  const known = namesOfCalls().filter((name) => numbers.has(name));
  expect(known.length).toBeGreaterThan(40);
  expect(known.map((name) => [name, systemCallNumber(name, architecture)])).toEqual(
    known.map((name) => [name, numbers.get(name)]),
  );
});

function namesOfCalls(): SystemCallName[] {
  return filterRules.flatMap(({ calls }) => calls).filter(unique);
}

function unique<Item>(item: Item, at: number, all: readonly Item[]): boolean {
  return all.indexOf(item) === at;
}
