/**
 * What the owner of a sandbox and the launcher inside say to each other, one JSON object a line, over
 * a socket that is bound into the sandbox. So nothing of a command stands in an argument list, and
 * how it ended is known exactly.
 */

/** A unix socket that is reached as a port on loopback. */
export interface Door {
  readonly name: string;
  readonly port: number;
  /** The socket's path, as the one who opens the door sees it. */
  readonly socket: string;
}

export interface StartOrder {
  readonly type: 'start';
  readonly executable: string;
  readonly args: readonly string[];
  /** The whole environment. */
  readonly env: Readonly<Record<string, string>>;
  readonly cwd: string;
  readonly doors: readonly Door[];
  /** The owner's own namespace of processes. A launcher that finds itself in it does nothing. */
  readonly pidNamespace: string;
}

/** For everything in the sandbox but the launcher. */
export interface SignalOrder {
  readonly type: 'signal';
  readonly name: NodeJS.Signals;
}

export type Order = StartOrder | SignalOrder;

/**
 * What the launcher says: `ready` when the doors are open, then either `failed`, or `started` and
 * later `exit`. A launcher that goes after `ready` was killed, perhaps by the command itself.
 */
export type Report =
  | { readonly type: 'ready' }
  | { readonly type: 'started'; readonly pid: number }
  | { readonly type: 'failed'; readonly code: string; readonly message: string }
  | {
      readonly type: 'exit';
      readonly exitCode: number | null;
      readonly signal: NodeJS.Signals | null;
      /** How often the system killed something in the sandbox because its memory was used up. */
      readonly memoryKills: number;
    };
