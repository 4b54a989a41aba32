import {
  type ArtifactEvent,
  type ChangesEvent,
  createReducer,
  type DragomanEvent,
  type EndEvent,
  type Transcript,
  type WorkspaceRiskEvent,
} from '@dragoman/protocol';
import type { SeenEvent } from './read-events.js';

/** A request that nobody has answered yet. */
export interface OpenRequest {
  readonly requestId: string;
  readonly tool: string;
  /** Whether it waits for somebody to approve the call, not for what the tool gives. */
  readonly isForApproval: boolean;
}

/** A turn as its events so far make it. */
export interface TurnPicture {
  readonly transcript: Transcript;
  readonly requests: readonly OpenRequest[];
  readonly changes: ChangesEvent | undefined;
  readonly risks: WorkspaceRiskEvent | undefined;
  readonly artifacts: readonly ArtifactEvent[];
  readonly stderr: readonly string[];
  readonly end: EndEvent | undefined;
  /** Events that the reducer could not take, which the view says: the list of events has them. */
  readonly unread: number;
}

export interface TurnModel {
  /** All events, the earliest first. */
  readonly events: readonly SeenEvent[];
  push(events: readonly SeenEvent[]): void;
  picture(): TurnPicture;
}

/** How many lines of diagnostics are kept beside the events. */
const MOST_DIAGNOSTICS = 200;

/** Makes of events what the page shows, by the same reducer as everybody. */
export function createTurnModel(): TurnModel {
  const reducer = createReducer();
  const events: SeenEvent[] = [];
  const requests = new Map<string, OpenRequest>();
  const artifacts: ArtifactEvent[] = [];
  const stderr: string[] = [];
  let changes: ChangesEvent | undefined;
  let risks: WorkspaceRiskEvent | undefined;
  let end: EndEvent | undefined;
  let unread = 0;

  const note = (event: DragomanEvent): void => {
    switch (event.type) {
      case 'tool_request':
      case 'snapshot_request':
      case 'execute_request':
        requests.set(event.requestId, {
          requestId: event.requestId,
          tool: event.type === 'tool_request' ? event.tool_name : event.type,
          isForApproval: event.approval === 'requested',
        });
        break;
      case 'tool_answer':
        requests.delete(event.requestId);
        break;
      case 'changes':
        changes = event;
        break;
      case 'workspace_risk':
        risks = event;
        break;
      case 'artifact':
        artifacts.push(event);
        break;
      case 'stderr':
        if (stderr.push(event.content) > MOST_DIAGNOSTICS) stderr.shift();
        break;
      case 'end':
        end = event;
        requests.clear();
        break;
      default:
    }
  };

  return {
    events,
    push(seen) {
      for (const event of seen) {
        events.push(event);
        // The server wrote it by the schema of the event. The schemas would make the page three times as
        // large, so of what another writer left in the journal the page says that it can't show it.
        const known = event as unknown as DragomanEvent;
        try {
          reducer.push(known);
        } catch {
          unread += 1;
          continue;
        }
        note(known);
      }
    },
    picture: () => ({
      transcript: reducer.snapshot(),
      requests: [...requests.values()],
      changes,
      risks,
      artifacts,
      stderr,
      end,
      unread,
    }),
  };
}
