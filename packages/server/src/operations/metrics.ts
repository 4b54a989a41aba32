/** Counts what happens, and writes it as Prometheus reads it. Without ids: there are too many of them. */
export interface Metrics {
  request(request: CountedRequest): void;
  turnEnded(state: string, seconds: number): void;
  /** Figures of now are asked for when somebody reads them. */
  text(now: FiguresNow): string;
}

export interface CountedRequest {
  readonly method: string;
  /** The pattern, never the path. */
  readonly route: string;
  readonly status: number;
  /** Until the response began. */
  readonly seconds: number;
}

export interface FiguresNow {
  readonly running: number;
  readonly readers: number;
}

const REQUEST_BUCKETS = [0.005, 0.025, 0.1, 0.5, 2.5, 10, 60];
const TURN_BUCKETS = [1, 5, 15, 60, 300, 1800, 7200];

export function createMetrics(): Metrics {
  const requests = new Map<string, number>();
  const turns = new Map<string, number>();
  const requestSeconds = createHistogram('dragoman_http_request_seconds', REQUEST_BUCKETS);
  const turnSeconds = createHistogram('dragoman_turn_seconds', TURN_BUCKETS);

  return {
    request({ method, route, status, seconds }) {
      count(requests, labels({ method, route, status: String(status) }));
      requestSeconds.observe(seconds);
    },
    turnEnded(state, seconds) {
      count(turns, labels({ state }));
      turnSeconds.observe(seconds);
    },
    text: ({ running, readers }) =>
      [
        ...family('dragoman_turns_running', 'gauge', 'Turns at work in this process.'),
        `dragoman_turns_running ${running}`,
        ...family('dragoman_readers', 'gauge', 'Streams of events that are open.'),
        `dragoman_readers ${readers}`,
        ...family('dragoman_turns_total', 'counter', 'Turns that have ended, by how.'),
        ...samples('dragoman_turns_total', turns),
        ...family('dragoman_http_requests_total', 'counter', 'Requests, by route and status.'),
        ...samples('dragoman_http_requests_total', requests),
        ...family('dragoman_turn_seconds', 'histogram', 'How long turns took.'),
        ...turnSeconds.lines(),
        ...family('dragoman_http_request_seconds', 'histogram', 'Until a response began.'),
        ...requestSeconds.lines(),
        '',
      ].join('\n'),
  };
}

function count(counters: Map<string, number>, key: string): void {
  counters.set(key, (counters.get(key) ?? 0) + 1);
}

/** Values come from the server, never from a request: routes, methods that are known, states. */
function labels(values: Readonly<Record<string, string>>): string {
  return Object.entries(values)
    .map(([name, value]) => `${name}="${value.replaceAll(/["\\\n]/g, '_')}"`)
    .join(',');
}

function family(name: string, type: string, help: string): readonly string[] {
  return [`# HELP ${name} ${help}`, `# TYPE ${name} ${type}`];
}

function samples(name: string, counters: ReadonlyMap<string, number>): readonly string[] {
  return [...counters].map(([key, value]) => `${name}{${key}} ${value}`);
}

function createHistogram(name: string, limits: readonly number[]) {
  const buckets = limits.map((limit) => ({ limit, count: 0 }));
  let sum = 0;
  let total = 0;
  return {
    observe(value: number): void {
      for (const bucket of buckets) if (value <= bucket.limit) bucket.count += 1;
      sum += value;
      total += 1;
    },
    lines: (): readonly string[] => [
      ...buckets.map(({ limit, count }) => `${name}_bucket{le="${limit}"} ${count}`),
      `${name}_bucket{le="+Inf"} ${total}`,
      `${name}_sum ${sum}`,
      `${name}_count ${total}`,
    ],
  };
}
