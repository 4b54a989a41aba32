/** A reader is shown that its connection lives when nothing has come for so long. */
export const SILENCE_MS = 15_000;

/** What is awaited, or `silence` where it takes longer than that. It goes on then. */
export function orSilence<Value>(
  awaited: Promise<Value>,
  silenceMs: number,
): Promise<Value | 'silence'> {
  return new Promise((resolve, reject) => {
    const timer = setTimeout(() => resolve('silence'), silenceMs);
    awaited.then(resolve, reject).finally(() => clearTimeout(timer));
  });
}
