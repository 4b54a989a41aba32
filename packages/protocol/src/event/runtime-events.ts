import { z } from 'zod';
import { defineEvent, type KnownFields } from './define-event.js';

export const sandboxEvent = defineEvent('sandbox', {
  description:
    'The sandbox the turn runs in. The first event of a turn that has one: a turn that was stopped, or failed, before it had its sandbox tells none. Only the turn itself tells it, never the agent.',
  fields: {
    sandbox_id: z
      .string()
      .describe(
        'Its name, as `list()` of sandboxes and `dragoman doctor` know it. It is gone when the turn has ended.',
      ),
    kind: z.string().optional().describe('How it confines: `process`, `bubblewrap`, `container`.'),
  },
  example: { sandbox_id: 'sbx_7f3a', kind: 'bubblewrap' },
});

export const artifactEvent = defineEvent('artifact', {
  description: 'A file that this turn made or changed.',
  fields: {
    path: z.string().describe('Where it is in the workspace.'),
    size_bytes: z.number().nonnegative().describe('Its real size.'),
    mime_type: z.string().optional().describe('What it is.'),
    label: z.string().optional().describe('What to call it.'),
    sha256: z.string().optional().describe('The hash of its bytes, in hex.'),
    change: z.enum(['created', 'modified']).optional().describe('What the turn did to it.'),
  },
  example: {
    path: 'artifacts/report.pdf',
    size_bytes: 48213,
    mime_type: 'application/pdf',
    label: 'report.pdf',
    change: 'created',
  },
});

export const snapshotEvent = defineEvent('snapshot', {
  description: 'The state of the sandbox has been saved.',
  fields: { snapshot_id: z.string().describe('What to ask for to start from it.') },
  example: { snapshot_id: 'snap_51' },
});

export const pingEvent = defineEvent('ping', {
  description: 'Nothing happened, and the connection is alive.',
  fields: {},
  example: {},
});

export type SandboxEvent = KnownFields<typeof sandboxEvent>;
export type ArtifactEvent = KnownFields<typeof artifactEvent>;
export type SnapshotEvent = KnownFields<typeof snapshotEvent>;
export type PingEvent = KnownFields<typeof pingEvent>;
