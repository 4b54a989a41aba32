/** What an event says about the session, for whoever keeps sessions. */
export interface SessionUpdate {
  /** The agent's own id of its session. */
  agentSessionId?: string;
  sandboxId?: string;
  relaySessionId?: string;
  relayToken?: string;
  relayUrl?: string;
  /** The request that the session waits for. */
  pendingRequestId?: string;
}

/** Which field of which event is which field of the update. */
const FIELDS: Readonly<Record<string, Readonly<Record<string, keyof SessionUpdate>>>> = {
  init: { session_id: 'agentSessionId' },
  sandbox: { sandbox_id: 'sandboxId' },
  'relay.session': { sessionId: 'relaySessionId', token: 'relayToken', relayUrl: 'relayUrl' },
  snapshot_request: { requestId: 'pendingRequestId' },
  execute_request: { requestId: 'pendingRequestId' },
  tool_request: { requestId: 'pendingRequestId' },
};

export function readSessionUpdate(event: Record<string, unknown>): SessionUpdate | undefined {
  const { type } = event;
  if (typeof type !== 'string' || !Object.hasOwn(FIELDS, type)) return undefined;
  const update: SessionUpdate = {};
  for (const [field, name] of Object.entries(FIELDS[type] ?? {})) {
    const value = event[field];
    if (typeof value === 'string') update[name] = value;
  }
  return Object.keys(update).length > 0 ? update : undefined;
}
