import { defineScript } from '@dragoman/gateway';
import type { JsonObject } from '@dragoman/protocol';

/** What a page shows of its only field. */
export const FIELD = {
  fieldId: 'css:#name',
  selector: '#name',
  kind: 'text',
  label: 'Name',
  required: false,
  currentValue: '',
};
export const ACTIONS = [{ action: 'fill', fieldId: 'css:#name', value: 'Ada' }];
export const REPORT = { applied: 1, skipped: 0, warnings: [] };

/** A call of a tool of the caller. */
export const mcp = (tool: string, input: JsonObject) => ({
  mcp: { server: 'caller', tool, arguments: input },
});

export const LOOK = mcp('getFormSnapshot', { instruction: 'Fill it in.' });
export const ACT = mcp('executeFormActions', { actions: ACTIONS, fields: [FIELD] });

/** A Codex that does this, and says that it is done. */
export const scripted = (...steps: object[]) => ({
  agent: 'codex',
  access: {
    kind: 'script' as const,
    script: defineScript({ steps: [...steps, { say: 'Done.' }] }),
  },
});
