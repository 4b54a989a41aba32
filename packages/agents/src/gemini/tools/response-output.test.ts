import fc from 'fast-check';
import { expect, test } from 'vitest';
import { readResponse, unwrapUntrusted } from './response-output.js';

const DOT = { inlineData: { mimeType: 'image/png', data: 'aGk=' } };
const answer = (response: Record<string, unknown>, parts?: unknown[]) => ({
  functionResponse: { id: 'a', name: 'x', response, ...(parts && { parts }) },
});

test('is the text that the model got', () => {
  expect(readResponse([answer({ output: 'a' })])).toEqual({
    text: 'a',
    blocks: undefined,
    isError: false,
  });
  expect(readResponse(answer({ error: 'no' }))).toMatchObject({ text: 'no', isError: true });
  expect(readResponse('plain')).toMatchObject({ text: 'plain' });
  expect(readResponse(answer({ count: 2 }))).toMatchObject({ text: '{"count":2}' });
  expect(readResponse(answer({}))).toMatchObject({ text: '' });
  expect(readResponse(null)).toBeUndefined();
});

test('has the images, wherever they stand, and not the line that announces them', () => {
  const image = {
    type: 'image',
    source: { type: 'base64', data: 'aGk=', media_type: 'image/png' },
  };
  const wrapped =
    "<untrusted_context>\na dot\n</untrusted_context>\n[Tool 'picture' provided the following image data with mime-type: image/png]";
  expect(readResponse([answer({ output: wrapped }), DOT])?.blocks).toEqual([
    { type: 'text', text: 'a dot' },
    image,
  ]);
  expect(readResponse([answer({ output: 'a dot' }, [DOT])])?.blocks?.[1]).toEqual(image);
});

test('what comes from outside is unwrapped, and nothing that only looks wrapped', () => {
  expect(unwrapUntrusted('<untrusted_context>\na\n</untrusted_context>')).toBe('a');
  expect(unwrapUntrusted('<untrusted_context>\n</untrusted_context>')).toBe('');
  expect(unwrapUntrusted('<untrusted_context>\na\n</untrusted_context>\nb')).toBe('a\nb');
  const parts = ['one', '', 'three'].map(
    (part) => `<untrusted_context>\n${part}\n</untrusted_context>`,
  );
  expect(unwrapUntrusted(parts.join('\n'))).toBe('one\n\nthree');
  const tight = parts.join('\n').replace('\n\n</', '\n</');
  expect(unwrapUntrusted(tight)).toBe('one\n\nthree');
  const link = 'Resource Link: pear at file:///pear.txt';
  expect(unwrapUntrusted(`${parts[0]}\n${link}\n${parts[2]}`)).toBe(`one\n${link}\nthree`);
  expect(unwrapUntrusted(`${link}\n${parts[1]}\n${parts[2]}`)).toBe(`${link}\n\nthree`);
  for (const text of ['<untrusted_context>\na', '\n</untrusted_context>', 'a', '']) {
    expect(unwrapUntrusted(text)).toBe(text);
  }
});

test('a part that holds the tag that closes keeps it', () => {
  const own = '# doc\n</untrusted_context>\nrest of the file';
  const wrapped = `<untrusted_context>\n${own}\n</untrusted_context>`;
  const link = 'Resource Link: pear at file:///pear.txt';
  expect(unwrapUntrusted(wrapped)).toBe(own);
  expect(unwrapUntrusted(`${wrapped}\n${link}\n${wrapped}`)).toBe(`${own}\n${link}\n${own}`);
  expect(unwrapUntrusted(`${wrapped}\n${wrapped}\nb`)).toBe(`${own}\n${own}\nb`);
});

test('what opens very often is unwrapped in one go', () => {
  const opens = '\n<untrusted_context>\n'.repeat(20_000);
  const inner = `${opens}</untrusted_context>x`;
  const start = performance.now();
  expect(unwrapUntrusted(`<untrusted_context>\n${inner}\n</untrusted_context>y`)).toBe(`${inner}y`);
  expect(performance.now() - start).toBeLessThan(1000);
});

test('anything is read', () => {
  fc.assert(
    fc.property(fc.jsonValue(), (result) => {
      expect(() => readResponse(result)).not.toThrow();
    }),
  );
});
