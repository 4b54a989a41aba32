import type { JsonObject } from '@dragoman/protocol';
import type { StartTurnBody } from '@dragoman/protocol/http';
import type { z } from 'zod';
import type { ServerOptions } from './contract.js';
import type { Delivery } from './delivery/deliver-events.js';
import type { Client } from './keys/key-ring.js';
import type { StoredTurn, TurnStore } from './store/turn-store.js';

/** What all routes share. */
export interface ServerContext {
  readonly options: ServerOptions;
  readonly store: TurnStore;
  /** Makes responses of the events of turns. */
  readonly delivery: Delivery;
  /**
   * Starts a turn for a client, as its conversation, the policy and the limits allow. The only way in
   * which turns begin. Rejects with a `DragomanError` whose code says the status.
   *
   * @param body where it depends on what there is, a function that makes it: only for a turn that begins
   */
  begin(
    client: Client,
    body: StartTurnBody | (() => Promise<StartTurnBody>),
    options?: BeginOptions,
  ): Promise<StoredTurn>;
  /** A turn of this client. Rejects with `turn_unknown`, also where it is another's. */
  turn(client: Client, turnId: string): Promise<StoredTurn>;
  /**
   * The body of a request, checked. Rejects with `invalid_request`, `body_too_large`,
   * `unsupported_media_type`, and where other bodies have the room, with `too_many_requests` and
   * `out_of_resources`.
   *
   * @param absent what a request without a body means; otherwise there must be one
   */
  body<Schema extends z.ZodType>(
    request: Request,
    schema: Schema,
    absent?: unknown,
  ): Promise<z.infer<Schema>>;
}

export interface BeginOptions {
  /** The same key of the same client gives the same turn; with another body it is refused. */
  readonly idempotencyKey?: string | undefined;
  /** What the client sent, by which the same start is known again. Default: the body. */
  readonly asked?: unknown;
  /** What is kept with the turn, for whoever finds it later. */
  readonly notes?: JsonObject | undefined;
}

/** What requests carry from one handler to the next. */
export interface ServerEnv {
  Variables: {
    client: Client;
    /** For the log: the turn that the request is about. */
    turnId?: string;
  };
}
