import { DragomanError } from '@dragoman/protocol';
import { expect, test } from 'vitest';
import { clientError } from '../errors/error-response.js';
import { messagesError } from './files-messages.js';

const emfile = Object.assign(new Error('too many open files'), { code: 'EMFILE' });

test.each([
  [
    'what the agent wrote',
    new DragomanError('session_damaged', 'why it is so'),
    'session_unreadable',
  ],
  ['its export', new DragomanError('cli_failed', 'why it is so'), 'session_unreadable'],
  [
    'open files',
    new DragomanError('session_unreadable', 'why it is so', { cause: emfile }),
    'out_of_resources',
  ],
  [
    'a CLI that is missing',
    new DragomanError('cli_missing', 'why it is so'),
    'agent_not_installed',
  ],
  ['a fault of ours', new DragomanError('something_new', 'why it is so'), 'internal_error'],
])(
  'messages that can’t be loaded for %s are said to be so, and the log has why',
  (_, error, code) => {
    const { body, inner } = clientError(messagesError(error));
    expect([body.errorCode, inner]).toEqual([code, expect.stringContaining(error.message)]);
  },
);
