import { DragomanError } from '@dragoman/protocol';
import type { Permission, TurnRequest } from '../../agent-command.js';
import { requireCodexSupport } from './codex-support.js';

/** The modes of Codex's own sandbox. `exec` never asks a person in any of them. */
const SANDBOXES: Readonly<Record<Permission, string>> = {
  default: 'read-only',
  plan: 'read-only',
  acceptEdits: 'workspace-write',
  bypass: 'danger-full-access',
};

/** What Codex may do, as arguments. */
export function postureArguments(request: TurnRequest): string[] {
  const { permission = 'default', version } = request;
  requireCodexSupport(`permission ${permission}`, version);
  if (request.codex?.dangerouslyBypassApprovalsAndSandbox !== true) {
    return ['--sandbox', SANDBOXES[permission]];
  }
  if (request.permission === undefined || request.permission === 'bypass') {
    return ['--dangerously-bypass-approvals-and-sandbox'];
  }
  throw new DragomanError(
    'invalid_request',
    `Permission \`${request.permission}\` and \`dangerouslyBypassApprovalsAndSandbox\` contradict each other: ask for one of them.`,
  );
}
