import { parseJson } from '@dragoman/protocol';
import { createByteCollector } from '../bytes/byte-collector.js';
import type { TokenCounts, TurnUsage } from '../contract.js';
import { salvageJson } from '../json/salvage-json.js';
import { createSseParser } from '../sse/sse-parser.js';
import type { DialectRules, UsageFields } from './dialect.js';

/** Reads the usage out of one answer as its bytes go by. */
export interface AnswerMeter {
  push(chunk: Buffer): void;
  /** The answer is over, whole or not. A second time nothing happens. */
  flush(): void;
  /** What the answer has cost, as far as it is known by now. */
  tokens(): TokenCounts;
  /** Whether the answer itself has said what it cost. */
  isSettled(): boolean;
  /** How much there was, and whether it was too much to be read. */
  seen(): { readonly bytes: number; readonly events: number; readonly unread: boolean };
}

/** Reads the payloads of one kind of answer. */
interface AnswerReader {
  push(chunk: Buffer): void;
  flush(): void;
  readonly events: number;
  readonly unread: boolean;
}

/** Every dialect's counters are under a key that begins so; what lacks it is not decoded. */
const USAGE_MARK = '"usage';

const MAX_JSON_BYTES = 16 * 1024 * 1024;

/**
 * Meters one answer into a turn's usage. The turn's usage always holds what is known so far, so an
 * answer that is cut off still counts. Whether it is JSON or a stream of events shows in its first
 * byte; its content type may be missing or wrong, and then a budget would not hold.
 */
export function createAnswerMeter(dialect: DialectRules, usage: TurnUsage): AnswerMeter {
  let fields: UsageFields = {};
  let counted = dialect.tokenCounts(fields);

  function read(json: string): void {
    const parsed = parseJson(json);
    const payload = parsed.ok ? parsed.value : salvageJson(json);
    fields = { ...fields, ...dialect.usageFields(payload) };
    const counts = dialect.tokenCounts(fields);
    usage.inputTokens += counts.inputTokens - counted.inputTokens;
    usage.cachedInputTokens += counts.cachedInputTokens - counted.cachedInputTokens;
    usage.outputTokens += counts.outputTokens - counted.outputTokens;
    usage.reasoningTokens += counts.reasoningTokens - counted.reasoningTokens;
    const written = (counts.writtenInputTokens ?? 0) - (counted.writtenInputTokens ?? 0);
    if (written !== 0) usage.writtenInputTokens = (usage.writtenInputTokens ?? 0) + written;
    counted = counts;
  }

  let reader: AnswerReader | undefined;
  let bytes = 0;
  return {
    push(chunk) {
      bytes += chunk.length;
      if (reader !== undefined) {
        reader.push(chunk);
        return;
      }
      const start = chunk.findIndex((byte) => !INSIGNIFICANT.has(byte));
      if (start === -1) return;
      reader = JSON_STARTS.has(chunk[start] ?? 0) ? createWholeBody(read) : createEvents(read);
      reader.push(chunk.subarray(start));
    },
    flush: () => reader?.flush(),
    tokens: () => ({ ...counted }),
    isSettled: () => dialect.isSettled(fields),
    seen: () => ({ bytes, events: reader?.events ?? 0, unread: reader?.unread ?? false }),
  };
}

/** White space and the bytes of a byte order mark, neither of which says what follows. */
const INSIGNIFICANT = new Set([...Buffer.from(' \t\r\n\ufeff')]);

const JSON_STARTS = new Set([...Buffer.from('{[')]);

function createEvents(read: (json: string) => void): AnswerReader {
  let events = 0;
  const parser = createSseParser({
    containing: USAGE_MARK,
    reportUnfinished: true,
    onBlock: () => {
      events += 1;
    },
    onEvent: ({ data }) => read(data),
  });
  return {
    ...parser,
    get events() {
      return events;
    },
    unread: false,
  };
}

/** Keeps a body until its end; one over the bound is let go unread. */
function createWholeBody(read: (json: string) => void): AnswerReader {
  const body = createByteCollector();
  let oversized = false;
  return {
    push(chunk) {
      oversized ||= body.size + chunk.length > MAX_JSON_BYTES;
      if (oversized) body.clear();
      else body.append(chunk);
    },
    flush() {
      if (body.bytes().includes(USAGE_MARK)) read(body.bytes().toString('utf8'));
      body.clear();
    },
    events: 0,
    get unread() {
      return oversized;
    },
  };
}
