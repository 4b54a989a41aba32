import { executeFormActions, getFormSnapshot } from '@dragoman/runtime';

/** A tool of the caller that has an event of its own. */
export interface FormRequest {
  readonly toolName: string;
  /** What of the event is the tool's input. */
  readonly fields: readonly string[];
}

/** By the types of their events. */
export const formRequests: ReadonlyMap<string, FormRequest> = new Map([
  ['snapshot_request', { toolName: getFormSnapshot.name, fields: ['instruction', 'document'] }],
  ['execute_request', { toolName: executeFormActions.name, fields: ['actions', 'fields'] }],
]);

/** The input of the tool, of whatever there is in its event. */
export function formInput(event: object, { fields }: FormRequest): Record<string, unknown> {
  return Object.fromEntries(
    Object.entries(event).filter(([name, value]) => fields.includes(name) && value !== undefined),
  );
}
