import { errorMessage } from '@dragoman/protocol/internal';
import { type ControlRequest, REFUSED_INPUT } from './control-socket.js';
import type { TurnInProgress } from './turn-in-progress.js';
import type { TurnInput } from './turn-input.js';

/** Handles a request of another process, and says in a word what became of it. */
export function handleControl(
  request: ControlRequest,
  { stop, tools, input }: Pick<TurnInProgress<never>, 'stop' | 'tools' | 'input'>,
): string {
  switch (request.kind) {
    case 'input':
      return inputReceipt(input, request.text);
    case 'answer':
      return tools?.requests.answer(request.requestId, request.answer) ?? 'unknown';
    case 'cancel':
      stop.stop('cancel', request.reason);
      return 'ok';
    case 'kill':
      stop.stop('kill');
      return 'ok';
    case 'cancel_task':
      return 'no';
  }
}

/** Words of a refusal cross over, too. */
function inputReceipt(input: TurnInput, text: string): string {
  try {
    return input.write(text);
  } catch (error) {
    return `${REFUSED_INPUT}${JSON.stringify(errorMessage(error))}`;
  }
}
