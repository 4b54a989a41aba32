import { expect, test, vi } from 'vitest';
import type { CassetteRecorder, ExchangeRecorder } from '../cassette/cassette-recorder.js';
import { ask, bearer } from '../testing/ask.js';
import { createClosing } from '../testing/closing.js';
import { forwardTo } from '../testing/forward-to.js';

const closing = createClosing();
const SILENT: ExchangeRecorder = {
  requestBytes() {},
  answerBegan() {},
  answerBytes() {},
  ended() {},
};

function fail(): never {
  throw new Error('out of tape');
}

test.each<[string, CassetteRecorder['begin']]>([
  ['begin', fail],
  ['answerBytes', () => ({ ...SILENT, answerBytes: fail })],
  ['ended', () => ({ ...SILENT, ended: fail })],
])(
  'a recorder that fails in %s is warned of, and the exchange goes on and is logged',
  async (_step, begin) => {
    const warning = vi.spyOn(process, 'emitWarning').mockReturnValue();
    const log = vi.fn();
    const { gateway } = await forwardTo(closing, (response) => response.end('{}'), { log });
    const record: CassetteRecorder = { begin, cassette: () => fail() };
    const { token } = gateway.admit({ record });

    const answer = await ask(gateway, { path: '/v1/responses', headers: bearer(token) });
    expect(answer).toMatchObject({ status: 200, body: '{}' });
    await vi.waitFor(() => expect(log).toHaveBeenCalledOnce());
    expect(log.mock.lastCall?.[0]).toMatchObject({ outcome: 'answered', status: 200 });
    expect(warning).toHaveBeenCalledOnce();
    expect(warning.mock.lastCall?.[0]).toContain('out of tape');
    warning.mockRestore();
  },
);
