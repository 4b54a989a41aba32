import type { StopReason, Terminal } from '../../terminal/terminal.js';

/** Cancels a turn when the command should stop, and says in the journal why. */
export function cancelSignal({ signal }: Terminal): AbortSignal {
  const cancel = new AbortController();
  const stop = () => cancel.abort(wordsFor(signal.reason));
  signal.addEventListener('abort', stop, { once: true });
  if (signal.aborted) stop();
  return cancel.signal;
}

function wordsFor(reason: StopReason): string {
  if (reason === 'interrupted') return 'It was interrupted.';
  if (reason === 'reader gone') return 'Whoever read its output has gone.';
  return reason.message;
}
