import { randomBytes } from 'node:crypto';
import { DragomanError } from '@dragoman/protocol';
import { errorCode, errorMessage } from '@dragoman/protocol/internal';
import type { ToolAnswer } from '@dragoman/runtime';
import { Refusal, refusal } from '../errors/refusal.js';
import type { HomeRequest } from './home-requests.js';
import type { KeyNames } from './key-names.js';
import { jsonIn } from './known-turn.js';
import type { ClaimRequest } from './owner-claims.js';
import type { RedisLink } from './redis-link.js';
import { unavailable } from './unavailable.js';

/** What a node may ask of the one that conducts a turn. */
export type ControlRequest =
  | HomeRequest
  | ClaimRequest
  | { readonly kind: 'answer'; readonly requestId: string; readonly answer: ToolAnswer }
  | { readonly kind: 'input'; readonly text: string }
  | { readonly kind: 'cancel'; readonly reason?: string | undefined }
  /** Whether the turn is at work: its end may not have got here. */
  | { readonly kind: 'state' };

/** What became of it, in a word. */
export type ControlReceipt = string;

interface WrittenRequest {
  readonly id: string;
  /** Who gets the receipt. */
  readonly from: string;
  readonly turnId: string;
  readonly request: ControlRequest;
}

type WrittenReply =
  | { readonly receipt: ControlReceipt }
  | {
      readonly code: string;
      readonly message: string;
      /** What a client gets with it. Absent: it was not meant for one. */
      readonly details?: Refusal['details'] | undefined;
    };

/** Requests between nodes: each is handled once, by the node that has the turn. */
export interface ControlRequests {
  /**
   * Asks a node. Rejects as that did, and with `store_unavailable` where it doesn't answer in time: what it
   * had not begun with is withdrawn then.
   */
  ask(
    node: string,
    turnId: string,
    request: ControlRequest,
    deadlineMs: number,
  ): Promise<ControlReceipt>;
  /** Listens to requests and receipts. */
  open(): Promise<void>;
  close(): void;
}

export interface ControlRequestsOptions {
  readonly link: RedisLink;
  readonly keys: KeyNames;
  /** The id of this node. */
  readonly node: string;
  readonly handle: (turnId: string, request: ControlRequest) => Promise<ControlReceipt>;
  readonly onFailure: (error: unknown) => void;
  /** Called with each message that this node gets, also its own. */
  readonly onNews: () => void;
}

/** These may be sent again, whatever became of them. */
const READS: ReadonlySet<ControlRequest['kind']> = new Set([
  'artifact',
  'messages',
  'claimant',
  'state',
]);
/** So long a request or a receipt waits for a node that isn't there. */
const KEPT_MS = '60000';
/** A receipt that is longer is fetched by whoever asked, and kept for a shorter time. */
const MOST_SAID = 16 * 1024;
const LONG_KEPT_MS = '10000';

export function createControlRequests(options: ControlRequestsOptions): ControlRequests {
  const { link, keys, node, handle, onFailure, onNews } = options;
  const waiting = new Map<string, (reply: WrittenReply | undefined) => void>();
  let stop: (() => void) | undefined;
  let isDraining = false;
  let isAskedAgain = false;
  let isClosed = false;

  const answer = async ({ id, from, turnId, request }: WrittenRequest): Promise<void> => {
    const reply = await handle(turnId, request).then((receipt) => ({ receipt }), failureOf);
    const text = JSON.stringify(reply);
    const isLong = text.length > MOST_SAID;
    await Promise.all([
      link.command(['SET', keys.reply(id), text, 'PX', isLong ? LONG_KEPT_MS : KEPT_MS]),
      link.command(['PUBLISH', keys.nodeNews(from), `${id} ${isLong ? '' : text}`]),
    ]);
  };

  /** A node that closes need not say that its last receipts were cut off. */
  const unlessClosed = (error: unknown): void => {
    if (!isClosed) onFailure(error);
  };

  const drain = async (): Promise<void> => {
    do {
      isAskedAgain = false;
      for (;;) {
        const text = await link.command(['RPOP', keys.nodeRequests(node)]);
        if (typeof text !== 'string') break;
        const request = jsonIn<WrittenRequest>(text);
        if (request !== undefined) void answer(request).catch(unlessClosed);
      }
    } while (isAskedAgain);
  };

  const beginDrain = (): void => {
    isAskedAgain = true;
    if (isDraining) return;
    isDraining = true;
    // What can't be read now is when the connection is there again.
    void drain()
      .catch(() => {})
      .finally(() => {
        isDraining = false;
      });
  };

  const settle = (id: string, text: string): void => {
    const reply = jsonIn<WrittenReply>(text);
    if (reply !== undefined) waiting.get(id)?.(reply);
  };
  const fetchReply = (id: string): void => {
    if (!waiting.has(id)) return;
    link.command(['GETDEL', keys.reply(id)]).then(
      (text) => settle(id, String(text)),
      () => {},
    );
  };

  /** Some may have been missed. */
  const lookAgain = (): void => {
    beginDrain();
    for (const id of waiting.keys()) fetchReply(id);
  };

  const onMessage = (message: string | undefined): void => {
    onNews();
    const space = message?.indexOf(' ') ?? -1;
    if (message === undefined) lookAgain();
    else if (message === '') beginDrain();
    else if (space > 0 && space + 1 < message.length) {
      settle(message.slice(0, space), message.slice(space + 1));
    } else if (space > 0) fetchReply(message.slice(0, space));
  };

  const send = async (to: string, text: string, request: ControlRequest): Promise<void> => {
    // Without a connection nothing is sent, and it rejects as every command.
    if (!link.isUp) await link.command(['PING']);
    try {
      await Promise.all([
        link.command(['LPUSH', keys.nodeRequests(to), text]),
        link.command(['PEXPIRE', keys.nodeRequests(to), KEPT_MS]),
        link.command(['PUBLISH', keys.nodeNews(to), '']),
      ]);
    } catch (error) {
      // One of them may have been done: the node handles the request when it gets to it.
      throw READS.has(request.kind) ? error : notKnown(error);
    }
  };

  const withdraw = async (to: string, text: string, request: ControlRequest): Promise<never> => {
    const isRead = READS.has(request.kind);
    let isWithdrawn: boolean;
    try {
      const removed = await link.command(['LREM', keys.nodeRequests(to), '1', text]);
      isWithdrawn = Number(removed) > 0;
    } catch (error) {
      throw isRead ? error : notKnown(error);
    }
    throw isWithdrawn || isRead ? notAnswered() : notKnown();
  };

  return {
    async ask(to, turnId, request, deadlineMs) {
      const id = randomBytes(12).toString('hex');
      const text = JSON.stringify({ id, from: node, turnId, request } satisfies WrittenRequest);
      const reply = new Promise<WrittenReply | undefined>((resolve) => {
        const timer = setTimeout(() => resolve(undefined), deadlineMs);
        waiting.set(id, (given) => {
          clearTimeout(timer);
          resolve(given);
        });
      });
      try {
        await send(to, text, request);
        const given = await reply;
        if (given === undefined) return await withdraw(to, text, request);
        if ('receipt' in given) return given.receipt;
        throw errorOf(given);
      } finally {
        // Its timer would keep a process that closes.
        waiting.get(id)?.(undefined);
        waiting.delete(id);
      }
    },
    async open() {
      stop ??= await link.subscribe(keys.nodeNews(node), onMessage);
      beginDrain();
    },
    close() {
      isClosed = true;
      stop?.();
      // Nobody waits for what can't come any more.
      for (const settleOne of [...waiting.values()]) settleOne(undefined);
    },
  };
}

function failureOf(error: unknown): WrittenReply {
  const code = errorCode(error) ?? 'internal_error';
  const details = error instanceof Refusal ? error.details : undefined;
  return { code, message: errorMessage(error), details };
}

/** Only what was meant for a client is: other words may name folders of the other machine. */
function errorOf({ code, message, details }: Exclude<WrittenReply, { receipt: unknown }>) {
  if (details !== undefined) return refusal(code, message, details);
  const words = 'The server that has the turn could not do it. Its log says why.';
  return new DragomanError(code, words);
}

function notAnswered(): Refusal {
  const words = 'The server that conducts the turn doesn’t answer: try again in a moment.';
  return unavailable(undefined, words);
}

function notKnown(cause?: unknown): Refusal {
  const words =
    'The server that conducts the turn may have got this, and has not said what became of it: look at the turn before you send it again.';
  return unavailable(cause, words);
}
