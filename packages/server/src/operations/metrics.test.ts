import { expect, test } from 'vitest';
import { createMetrics } from './metrics.js';

test('figures are written as Prometheus reads them', () => {
  const metrics = createMetrics();
  metrics.request({ method: 'GET', route: '/v1/turns/{id}', status: 200, seconds: 0.01 });
  metrics.request({ method: 'GET', route: '/v1/turns/{id}', status: 200, seconds: 3 });
  metrics.turnEnded('success', 7);
  const text = metrics.text({ running: 2, readers: 5 });
  const lines = text.split('\n');
  expect(lines).toEqual(
    expect.arrayContaining([
      'dragoman_turns_running 2',
      'dragoman_readers 5',
      'dragoman_turns_total{state="success"} 1',
      'dragoman_http_requests_total{method="GET",route="/v1/turns/{id}",status="200"} 2',
      'dragoman_turn_seconds_bucket{le="5"} 0',
      'dragoman_turn_seconds_bucket{le="15"} 1',
      'dragoman_turn_seconds_count 1',
      'dragoman_http_request_seconds_bucket{le="0.025"} 1',
      'dragoman_http_request_seconds_bucket{le="+Inf"} 2',
      'dragoman_http_request_seconds_sum 3.01',
    ]),
  );
  for (const line of lines) expect(line).toMatch(/^$|^# (HELP|TYPE) \w+ .+|^\w+(\{.*\})? [\d.]+$/);
  expect(text.endsWith('\n')).toBe(true);
});
