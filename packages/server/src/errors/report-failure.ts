import { errorMessage } from '@dragoman/protocol/internal';

/**
 * Reports what fails while nobody waits for a response, as a warning of the process.
 *
 * @param what what was not done, and what becomes of it
 */
export function reporterOf(what: string): (error: unknown) => void {
  return (error) => {
    process.emitWarning(`${what}: ${errorMessage(error)}`, 'DragomanWarning');
  };
}
