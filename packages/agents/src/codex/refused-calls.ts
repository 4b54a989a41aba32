import { type DragomanEvent, deriveId } from '@dragoman/protocol';
import type { ReadDiagnostic } from '../interpret/interpreter.js';

/** What Codex 0.166 logs of a call that it refuses before it begins. Its stdout has nothing of it. */
const REFUSED = /\bERROR codex_core::tools::router: error=(.+)$/;
const UNSUPPORTED = /^unsupported call: (\S{1,100})/;
const DENIED = /reject|blocked|approval|not allowed|denied/i;

/**
 * A call that Codex refused, from its log: a patch against its policy, a tool that it doesn't have. The log
 * has no more of the call than why.
 */
export const readCodexDiagnostic: ReadDiagnostic = (line, position) => {
  const message = REFUSED.exec(line)?.[1];
  if (message === undefined) return [];
  const tool_id = deriveId('refused', String(position), message);
  const isDenied = DENIED.test(message);
  return [
    { type: 'tool_use', tool_id, parameters: {}, ...toolOf(message) },
    {
      type: 'tool_result',
      tool_id,
      status: 'error',
      output: message,
      error: { message, ...(isDenied && { type: 'denied' }) },
    },
  ] satisfies DragomanEvent[];
};

function toolOf(message: string) {
  const [, unsupported] = UNSUPPORTED.exec(message) ?? [];
  if (unsupported !== undefined) return { tool_name: unsupported, kind: 'other' as const };
  return /patch/.test(message)
    ? { tool_name: 'Edit', kind: 'edit' as const, native_name: 'apply_patch' }
    : { tool_name: 'unknown', kind: 'other' as const };
}
