import { type Condition, errorNumbers, type FilterRule, filterRules } from './filter-rules.js';
import {
  type FilteredArchitecture,
  filteredArchitectures,
  newestSystemCall,
  systemCallNumber,
} from './system-call-numbers.js';

/** One instruction of the classic Berkeley Packet Filter. */
interface Instruction {
  readonly code: number;
  /** How many instructions to pass over when a comparison holds, and when it doesn't. */
  readonly whenTrue?: number;
  readonly whenFalse?: number;
  readonly value: number;
}

/** What the kernel calls these machines (`AUDIT_ARCH_…`). */
const MACHINES: Readonly<Record<FilteredArchitecture, number>> = {
  x64: 0xc000003e,
  arm64: 0xc00000b7,
};

const CODE = { load: 0x20, and: 0x54, equal: 0x15, greater: 0x25, return: 0x06 } as const;

/** Where things are in what the kernel shows a filter (`struct seccomp_data`, little-endian). */
const OFFSET = { number: 0, machine: 4, arguments: 16 } as const;

const RESULT = { allow: 0x7fff0000, error: 0x00050000, kill: 0x80000000 } as const;

const INSTRUCTION_BYTES = 8;

/**
 * A filter as `bwrap --seccomp` reads it. A call that no rule denies is allowed, unless it is newer
 * than the rules. A program for another machine, such as one of 32 bits, has other numbers for its
 * calls and is ended at the first.
 */
export function assembleFilter(
  architecture: FilteredArchitecture,
  rules: readonly FilterRule[],
): Uint8Array {
  return encode([
    load(OFFSET.machine),
    ...unless(CODE.equal, MACHINES[architecture], [give(RESULT.kill)]),
    load(OFFSET.number),
    // The x32 calls of x86_64, which begin at 0x40000000, are among these.
    ...when(CODE.greater, newestSystemCall, [give(RESULT.error | errorNumbers.ENOSYS)]),
    ...rules.flatMap((rule) => denial(rule, architecture)),
    give(RESULT.allow),
  ]);
}

function denial(rule: FilterRule, architecture: FilteredArchitecture): Instruction[] {
  return rule.calls.flatMap((call) => {
    const number = systemCallNumber(call, architecture);
    if (number === undefined) return [];
    const denied = [give(RESULT.error | errorNumbers[rule.error])];
    const body = (rule.when ?? []).reduceRight(guarded, denied);
    // By then an argument has replaced the number.
    const restored = rule.when === undefined ? body : [...body, load(OFFSET.number)];
    return when(CODE.equal, number, restored);
  });
}

/** What is done when a condition holds. */
function guarded(body: Instruction[], condition: Condition): Instruction[] {
  const argument = load(OFFSET.arguments + condition.argument * 8);
  const masked = condition.mask === undefined ? [] : [{ code: CODE.and, value: condition.mask }];
  const chosen = 'is' in condition ? ifOneOf(condition.is, body) : ifNoneOf(condition.isNot, body);
  return [argument, ...masked, ...chosen];
}

function ifOneOf(values: readonly number[], body: Instruction[]): Instruction[] {
  const comparisons = values.map((value, at) => ({
    code: CODE.equal,
    whenTrue: values.length - 1 - at,
    whenFalse: at === values.length - 1 ? body.length : 0,
    value,
  }));
  return [...comparisons, ...body];
}

function ifNoneOf(values: readonly number[], body: Instruction[]): Instruction[] {
  const comparisons = values.map((value, at) => ({
    code: CODE.equal,
    whenTrue: values.length - 1 - at + body.length,
    whenFalse: 0,
    value,
  }));
  return [...comparisons, ...body];
}

function when(code: number, value: number, body: Instruction[]): Instruction[] {
  return [{ code, whenTrue: 0, whenFalse: body.length, value }, ...body];
}

function unless(code: number, value: number, body: Instruction[]): Instruction[] {
  return [{ code, whenTrue: body.length, whenFalse: 0, value }, ...body];
}

function load(value: number): Instruction {
  return { code: CODE.load, value };
}

function give(value: number): Instruction {
  return { code: CODE.return, value };
}

/** As the machine has it in memory, which is little-endian on both. A jump that is too far throws. */
function encode(instructions: readonly Instruction[]): Uint8Array {
  const bytes = Buffer.alloc(instructions.length * INSTRUCTION_BYTES);
  for (const [at, { code, whenTrue = 0, whenFalse = 0, value }] of instructions.entries()) {
    const offset = at * INSTRUCTION_BYTES;
    bytes.writeUInt16LE(code, offset);
    bytes.writeUInt8(whenTrue, offset + 2);
    bytes.writeUInt8(whenFalse, offset + 3);
    bytes.writeUInt32LE(value >>> 0, offset + 4);
  }
  return bytes;
}

let assembled: Uint8Array | undefined;

/** The filter for this machine, or `undefined` where there is none. */
export function seccompFilter(): Uint8Array | undefined {
  const architecture = filteredArchitectures.find((known) => known === process.arch);
  if (architecture === undefined) return undefined;
  assembled ??= assembleFilter(architecture, filterRules);
  return assembled;
}
