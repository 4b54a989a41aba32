import { setTimeout as delay } from 'node:timers/promises';
import { parseJson } from '@dragoman/protocol';
import { errorBody } from '@dragoman/protocol/http';
import { readLines } from '../server/read-lines.js';
import type { ClusterNode } from './cluster.js';

/** A client of one turn, which goes to another server whenever its connection breaks. */
export interface WanderingReader {
  readonly turnId: string;
  readonly lines: readonly string[];
  /** The code of the refusal after which it can't read on. */
  readonly refusedWith: string | undefined;
  readonly drops: number;
}

export interface WanderingOptions {
  readonly nodes: readonly ClusterNode[];
  /** Where it begins. */
  readonly first: number;
  readonly turnId: string;
  /** It breaks off by itself after at most so long; by default never. */
  readonly mostMs?: number | undefined;
}

const PAUSE_MS = 100;
/** These come from a position that the events don't have any more, or never had there. */
const FINAL: ReadonlySet<string> = new Set(['cursor_expired', 'cursor_beyond_end', 'turn_unknown']);

/** Reads a turn to its `end`, or to an error that says why there is nothing more to read. */
export async function readWandering(options: WanderingOptions): Promise<WanderingReader> {
  const { nodes, first, turnId, mostMs } = options;
  const lines: string[] = [];
  let after = 0;
  let isOver = false;
  let refusedWith: string | undefined;
  let tries = 0;
  for (; !isOver && refusedWith === undefined; tries += 1) {
    if (tries > 0) await delay(PAUSE_MS * Math.random());
    const { server } = nodes[(first + tries) % nodes.length] as ClusterNode;
    const stop = new AbortController();
    const timer = mostMs && setTimeout(() => stop.abort(), Math.random() * mostMs);
    try {
      const url = `${server.url}/v1/turns/${turnId}/events?after=${after}`;
      const response = await fetch(url, { signal: stop.signal });
      if (!response.ok) refusedWith = await finalCodeOf(response);
      else {
        for await (const line of readLines(response)) {
          const { type, seq } = headOf(line);
          if (type === 'ping') continue;
          lines.push(line);
          after = seq;
          isOver = type === 'end';
        }
      }
    } catch {
      // The server is gone, stands still, or this reader has broken off: the next one has the events, too.
    } finally {
      clearTimeout(timer || undefined);
    }
  }
  return { turnId, lines, refusedWith, drops: tries - 1 };
}

async function finalCodeOf(response: Response): Promise<string | undefined> {
  const parsed = errorBody.safeParse(await response.json().catch(() => undefined));
  const code = parsed.data?.errorCode ?? `status_${response.status}`;
  return FINAL.has(code) ? code : undefined;
}

/** The type and the number of an event; of what is none, nothing that a turn has. */
export function headOf(line: string): { readonly type: string; readonly seq: number } {
  const json = parseJson(line);
  const { type, seq } = (json.ok ? json.value : {}) as { type?: unknown; seq?: unknown };
  return {
    type: typeof type === 'string' ? type : 'none',
    seq: typeof seq === 'number' ? seq : -1,
  };
}
