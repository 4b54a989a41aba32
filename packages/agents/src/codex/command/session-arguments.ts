import { DragomanError } from '@dragoman/protocol';
import type { TurnRequest } from '../../agent-command.js';
import { requireCodexSupport } from './codex-support.js';

/**
 * The subcommand that continues a session, if one is asked for. It stands after all options: up to
 * 0.72 `resume` takes almost none of them, and in no version all.
 */
export function sessionArguments({ resume, fork, version }: TurnRequest): string[] {
  if (resume !== undefined && fork !== undefined) {
    throw new DragomanError(
      'invalid_request',
      'A turn either resumes a session or forks one: give `resume` or `fork`, not both.',
    );
  }
  if (resume !== undefined) return continued('resume', resume, version);
  if (fork !== undefined) return continued('fork', fork, version);
  return [];
}

function continued(how: 'resume' | 'fork', sessionId: string, version: string): string[] {
  requireCodexSupport(how, version);
  // An empty id is ignored, and one that begins with a dash is read as an option such as `--last`.
  if (/^[^\s-]\S*$/.test(sessionId)) return [how, sessionId];
  throw new DragomanError(
    'invalid_request',
    `${JSON.stringify(sessionId)} is not the id of a Codex session.`,
  );
}
