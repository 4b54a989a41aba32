import { DragomanError } from '@dragoman/protocol';

export function inUse(what: string): DragomanError {
  return new DragomanError('expired_in_use', `${what} was not removed: it is in use by now.`);
}
