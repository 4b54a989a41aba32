import { z } from 'zod';
import { listOf } from '../json/list-of.js';
import { defineEvent, type KnownFields } from './define-event.js';
import { fileChange } from './tool-events.js';
import { usageFigures } from './usage-event.js';

export const sandboxEvent = defineEvent('sandbox', {
  description:
    'The sandbox the turn runs in. The first event of a turn that has one: a turn that was stopped, or failed, before it had its sandbox has none. Only the turn writes it, never the agent.',
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
  description:
    'A file that this turn made or changed in the folder that was named for artifacts, git-ignored or not. Its bytes are kept, as they were then, with the turn. These come before the `end`, when nothing of the agent runs any more; an `error` that is not fatal, with the code `artifacts_incomplete`, says where a file of that folder is not among them. There are none where no folder was named, no agent was at work, or the process that owned the turn died. Only the turn writes it, never the agent.',
  fields: {
    path: z.string().describe('Where it is in the workspace, and what it is asked for by.'),
    size_bytes: z.number().nonnegative().describe('Its real size.'),
    mime_type: z.string().optional().describe('What it is, by the end of its name.'),
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

export const workspaceRiskEvent = defineEvent('workspace_risk', {
  description:
    'What the turn made or changed in the workspace that could be run later, outside of the sandbox, by its owner or their programs: look before you run it. At most one, before the `end`, when nothing of the agent runs any more. Only the turn writes it, never the agent.',
  fields: {
    items: listOf(
      z.object({
        path: z
          .string()
          .describe('From the workspace. A name that an agent chose: it may hold anything.'),
        risk: z
          .string()
          .describe(
            '`repository` of git, with hooks and configuration · `settings` of editors, agents, shells and package managers · `setuid` a program with the rights of its owner · `link` out of the workspace · `hooks` · `workflow` of a build service · `scripts` of a package · `build` files · `executable`.',
          ),
        change: z.enum(['created', 'changed']).describe('What was done to it.'),
        undone: z
          .boolean()
          .optional()
          .describe('True: it was removed or made harmless. False: that could not be done.'),
      }),
    ).describe('The worst first.'),
    more: z.int().positive().optional().describe('How many there are beside these.'),
    incomplete: z
      .boolean()
      .optional()
      .describe('True: there is more in the workspace than was looked at.'),
  },
  example: {
    items: [
      { path: '.git/commondir', risk: 'repository', change: 'created', undone: true },
      { path: 'package.json', risk: 'scripts', change: 'changed' },
    ],
  },
});

export const workspaceChange = fileChange.extend({
  added: z.int().nonnegative().optional(),
  removed: z.int().nonnegative().optional(),
  binary: z.boolean().optional(),
});

export type WorkspaceChange = z.infer<typeof workspaceChange>;

export const changesEvent = defineEvent('changes', {
  description:
    'The files that differ from before the turn, whoever changed them and however, without what git ignores. At most one per turn, before the `end`, when nothing of the agent runs any more. There is none where no agent was at work, with `changes: "none"`, or where the process that owned the turn died. Only the turn writes it, never the agent.',
  fields: {
    files: listOf(workspaceChange).describe(
      'By name, those of the workspace first. `path` is from the workspace, or absolute in another folder that the agent could write to: a name that an agent chose, which may hold anything. `added` and `removed` are numbers of lines. They are absent where a file is `binary`, a link, moved or only made a program, and where its content before or after is not known: it is too long, there was no room or time to keep it, or to compare it. `diff` is there if it was asked for and the numbers are, up to 1 MiB in all. Empty: no file differs.',
    ),
    more: z.int().positive().optional().describe('How many there are beside these.'),
    incomplete: z.boolean().optional().describe('True: there is more than was looked at.'),
  },
  example: {
    files: [
      { path: 'src/a.ts', kind: 'update', added: 3, removed: 1 },
      { path: 'src/b.ts', kind: 'add', added: 10, removed: 0 },
    ],
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
export type WorkspaceRiskEvent = KnownFields<typeof workspaceRiskEvent>;
export type ChangesEvent = KnownFields<typeof changesEvent>;
export type SnapshotEvent = KnownFields<typeof snapshotEvent>;
export type PingEvent = KnownFields<typeof pingEvent>;

export const stderrEvent = defineEvent('stderr', {
  description: 'Diagnostics. Never the only sign of a failure.',
  fields: { content: z.string().describe('What was written to the error stream.') },
  example: { content: 'API rate limited' },
});

export const rawEvent = defineEvent('raw', {
  description: 'A native record no rule covers. Emitted only when asked for; counted always.',
  fields: {
    native: z.unknown().optional().describe('The record as the agent wrote it.'),
    reason: z.string().optional().describe('Why no rule covers it.'),
  },
  example: { native: { type: 'item.completed', item: { type: 'hologram' } } },
});

export type StderrEvent = KnownFields<typeof stderrEvent>;
export type RawEvent = KnownFields<typeof rawEvent>;

export const endStatus = z.enum([
  'success',
  'failed',
  'timeout',
  'canceled',
  'stalled',
  'not_started',
]);

export type EndStatus = z.infer<typeof endStatus>;

export const endEvent = defineEvent('end', {
  description:
    'How the turn ended, with the evidence. Exactly one per turn, and always the last event. A failure is never dressed as `success`.',
  fields: {
    status: endStatus.describe('The verdict.'),
    exit_code: z.number().nullish().describe("The CLI's exit code; null when it left none."),
    signal: z.string().nullish().describe('The signal that ended the CLI; null when none did.'),
    reason: z
      .string()
      .nullish()
      .describe("Why it didn't succeed, in the words of the CLI if it had any."),
    code: z
      .string()
      .optional()
      .describe(
        "A stable word for why it didn't succeed, for programs: `auth`, `rate_limit`, `no_terminal_event`, `owner_lost`, …",
      ),
    warning: z.string().optional().describe('What went wrong without changing the verdict.'),
    usage: usageFigures
      .nullish()
      .describe(
        'What the whole turn used; null when unknown. It counts for a turn that had no `usage` events.',
      ),
  },
  example: {
    status: 'failed',
    exit_code: 1,
    signal: null,
    reason: 'unexpected status 401 Unauthorized: Invalid API key',
    code: 'auth',
    usage: null,
  },
});

export type EndEvent = KnownFields<typeof endEvent>;
