import { expect, test, vi } from 'vitest';
import { askModel } from '../testing/ask-model.js';
import { createClosing } from '../testing/closing.js';
import { eventually } from '../testing/eventually.js';
import { startScripted } from '../testing/start-scripted.js';
import { defineScript } from './schema/define-script.js';
import type { SeenRequest } from './script-turn.js';
import { startScriptGateway } from './start-script-gateway.js';

const closing = createClosing();

test('shows requests as they came, token included', async () => {
  const seen: SeenRequest[] = [];
  const { gateway, token } = await startScripted(
    closing,
    { steps: [{ say: 'a' }] },
    { onRequest: (request) => seen.push(request) },
  );
  await askModel(gateway, { dialect: 'anthropic', token });
  expect(seen).toMatchObject([
    {
      method: 'POST',
      path: '/v1/messages?beta=true',
      headers: { authorization: `Bearer ${token}` },
      body: { model: 'm', stream: true },
    },
  ]);
});

test.each([
  [
    'throws',
    () => {
      throw new Error('seen too much');
    },
  ],
  ['rejects', () => Promise.reject(new Error('seen too much'))],
])(
  'an onRequest that %s fails the request, and onFailure gets the reason',
  async (_how, onRequest) => {
    const failures: unknown[] = [];
    const script = defineScript({ steps: [{ say: 'a' }] });
    const onFailure = (error: unknown) => failures.push(error);
    const gateway = closing(await startScriptGateway({ script, onRequest, onFailure }));
    const { token } = gateway.admit({});
    const { status, text } = await askModel(gateway, { dialect: 'openai', token });
    expect(status).toBe(500);
    expect(text).not.toContain('seen too much');
    await eventually(() => failures.length === 1);
    expect(failures).toMatchObject([{ message: 'seen too much' }]);
  },
);

test('without an onFailure, a failure is a warning of the process', async () => {
  const warning = vi.spyOn(process, 'emitWarning').mockImplementation(() => {});
  try {
    const onRequest = () => Promise.reject(new Error('seen too much'));
    const { gateway, token } = await startScripted(closing, { steps: [] }, { onRequest });
    await askModel(gateway, { dialect: 'openai', token });
    await eventually(() => warning.mock.calls.length === 1);
    expect(warning).toHaveBeenCalledWith(
      'A gateway failed: seen too much',
      expect.objectContaining({ code: 'DRAGOMAN_GATEWAY_FAILURE' }),
    );
  } finally {
    warning.mockRestore();
  }
});

test('the answer waits for an onRequest that takes its time', async () => {
  let letGo = () => {};
  const held = new Promise<void>((resolve) => {
    letGo = resolve;
  });
  const onRequest = vi.fn(() => held);
  const { gateway, token } = await startScripted(closing, { steps: [{ say: 'a' }] }, { onRequest });
  let isAnswered = false;
  const asked = askModel(gateway, { dialect: 'openai', token }).finally(() => {
    isAnswered = true;
  });
  await eventually(() => onRequest.mock.calls.length === 1);
  // The round trip of another turn is time enough for an answer that does not wait.
  const other = gateway.admit({ script: defineScript({ steps: [{ say: 'b' }] }) });
  expect((await askModel(gateway, { dialect: 'openai', token: other.token })).status).toBe(200);
  expect(isAnswered).toBe(false);
  letGo();
  expect((await asked).status).toBe(200);
});
