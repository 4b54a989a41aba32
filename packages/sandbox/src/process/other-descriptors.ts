import { openSync, readdirSync, readFileSync } from 'node:fs';

/** After stdin, stdout and stderr. */
const FIRST = 3;

/** Closed when the process executes another program (`O_CLOEXEC`). */
const CLOSED_ON_EXEC = 0o2000000;

/**
 * What a process gets as its descriptors from 3 on: those it is given, and nothing at all where it
 * would have one that this process itself was started with. Node closes only the first few of those, and
 * whoever started this process, a terminal or an editor, may have left any open.
 */
export function otherDescriptors(given: readonly number[] = []): readonly ('ignore' | number)[] {
  const inherited = inheritedDescriptors().filter(canBeGiven());
  const length = Math.max(given.length, (inherited.at(-1) ?? 0) - FIRST + 1);
  return Array.from({ length }, (_, at) => {
    const own = given[at];
    if (own !== undefined) return own;
    return inherited.includes(at + FIRST) ? emptyDescriptor() : 'ignore';
  });
}

/** None can be put where a limit that was lowered since leaves no room. */
function canBeGiven(): (descriptor: number) => boolean {
  const limits =
    inheritedDescriptors().length === 0 ? '' : readFileSync('/proc/self/limits', 'latin1');
  const [, limit = 'unlimited'] = /^Max open files +(\S+)/m.exec(limits) ?? [];
  return (descriptor) => limit === 'unlimited' || descriptor < Number(limit);
}

let inheritedOnes: readonly number[] | undefined;

/** Searched once: Node closes what is opened later. Only Linux lists descriptors. */
function inheritedDescriptors(): readonly number[] {
  inheritedOnes ??= openDescriptors()
    .filter((descriptor) => descriptor >= FIRST && staysOpen(descriptor))
    .sort((a, b) => a - b);
  return inheritedOnes;
}

function openDescriptors(): number[] {
  try {
    return readdirSync('/proc/self/fd').map(Number);
  } catch {
    return [];
  }
}

function staysOpen(descriptor: number): boolean {
  try {
    const info = readFileSync(`/proc/self/fdinfo/${descriptor}`, 'latin1');
    const [, flags = ''] = /^flags:\s+([0-7]+)$/m.exec(info) ?? [];
    return flags !== '' && (Number.parseInt(flags, 8) & CLOSED_ON_EXEC) === 0;
  } catch {
    // The one that the folder was listed with.
    return false;
  }
}

let empty: number | undefined;

function emptyDescriptor(): number {
  empty ??= openSync('/dev/null', 'r');
  return empty;
}
