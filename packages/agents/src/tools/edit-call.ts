import type { FileChange } from '@dragoman/protocol';
import type { CommonCall } from './common-call.js';

/** What the agent calls the tool, and the input as it wrote it. */
export interface NativeNames {
  readonly name?: string | undefined;
  readonly parameters?: unknown;
}

/** The one call that changes files, whatever the patch came disguised as. */
export function editCall(changes: readonly FileChange[], native: NativeNames = {}): CommonCall {
  return {
    tool_name: 'Edit',
    kind: 'edit',
    parameters: { changes: changes.map(({ path, kind }) => ({ path, kind })) },
    ...(native.name === undefined ? {} : { native_name: native.name }),
    ...(native.parameters === undefined ? {} : { native_parameters: native.parameters }),
  };
}
