import { DragomanError } from '@dragoman/protocol';
import type { Permission, TurnRequest } from '../../agent-command.js';
import { postureFor } from '../../unsupported-option.js';

/**
 * The modes of Codex's own sandbox. `exec` never asks a person in any of them. It has no plan mode:
 * what it may do while it plans is what it may do by default.
 */
const SANDBOXES: Readonly<Partial<Record<Permission, string>>> = {
  default: 'read-only',
  acceptEdits: 'workspace-write',
  bypass: 'danger-full-access',
};

/** What Codex may do, as arguments. */
export function postureArguments(request: TurnRequest): string[] {
  const agent = { name: 'codex', version: request.version } as const;
  if (request.codex?.dangerouslyBypassApprovalsAndSandbox !== true) {
    return ['--sandbox', postureFor(agent, request, SANDBOXES)];
  }
  if (request.permission === undefined || request.permission === 'bypass') {
    return ['--dangerously-bypass-approvals-and-sandbox'];
  }
  throw new DragomanError(
    'invalid_request',
    `Permission \`${request.permission}\` and \`dangerouslyBypassApprovalsAndSandbox\` contradict each other: ask for one of them.`,
  );
}
