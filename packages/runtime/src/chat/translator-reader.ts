import { createTranslator, type Interpreter } from '@dragoman/agents';
import type { EventReader } from './chat-agent.js';

/** Reads what a CLI of the registry prints. */
export function createTranslatorReader(interpreter: Interpreter): EventReader {
  const { push, flush, stats } = createTranslator(interpreter);
  return { push, flush, unparsed: () => stats().malformed + stats().tooLong };
}
