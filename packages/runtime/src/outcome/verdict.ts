import type { EndStatus } from '@dragoman/protocol';

/** What a rule makes of the evidence. */
export interface Verdict {
  readonly status: EndStatus;
  readonly code?: string;
  readonly reason?: string;
  readonly warning?: string;
}
