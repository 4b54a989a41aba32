import type { Interpreter } from './interpreter.js';
import { createTranslator } from './translator.js';

/** What a real CLI of a version wrote. */
export interface VersionedRecording {
  readonly version: string;
  bytes(): Uint8Array;
}

/** The versions in whose recordings each sort of record occurs, by its native name. */
export type NativesSeen = ReadonlyMap<string, ReadonlySet<string>>;

/** Reads recordings of one view and notes what sorts of records each version wrote. */
export function nativesSeen(
  recordings: readonly VersionedRecording[],
  interpreter: (version: string) => Interpreter,
): NativesSeen {
  const seen = new Map<string, Set<string>>();
  for (const { version, bytes } of recordings) {
    const translator = createTranslator(interpreter(version));
    translator.push(bytes());
    translator.flush();
    for (const native of translator.stats().natives.keys()) {
      const versions = seen.get(native);
      if (versions === undefined) seen.set(native, new Set([version]));
      else versions.add(version);
    }
  }
  return seen;
}
