import { constants } from 'node:os';

const NAMES = new Map(
  Object.entries(constants.signals).map(([name, number]) => [number, name] as const),
);

export function isSignal(value: unknown): value is NodeJS.Signals {
  return typeof value === 'string' && value in constants.signals;
}

/** The signal that a shell's exit status means (`128 + number`), if it means one. */
export function signalOfStatus(status: number | null): NodeJS.Signals | undefined {
  const name = status === null ? undefined : NAMES.get(status - 128);
  return isSignal(name) ? name : undefined;
}
