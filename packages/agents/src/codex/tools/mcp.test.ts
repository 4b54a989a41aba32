import { expect, test } from 'vitest';
import { imageSourceOf } from '../../tools/common-call.js';
import { readMcpContent, readMcpResult } from './mcp.js';

test('nothing but text is text, a line for each block', () => {
  const content = [
    { type: 'text', text: 'a' },
    { type: 'text', text: 'b' },
  ];
  expect(readMcpContent(content)).toBe('a\nb');
  expect(readMcpContent([])).toBe('');
});

test('an image makes blocks of all of it', () => {
  const image = { type: 'image', data: 'AAAA', mimeType: 'image/png' };
  expect(readMcpContent([{ type: 'text', text: 'a' }, image])).toEqual([
    { type: 'text', text: 'a' },
    { type: 'image', source: { type: 'base64', data: 'AAAA', media_type: 'image/png' } },
  ]);
  expect(readMcpContent([{ ...image, data: 'data:image/gif;base64,BBBB' }])).toEqual([
    { type: 'image', source: { type: 'base64', data: 'BBBB', media_type: 'image/gif' } },
  ]);
});

test('what is neither is its JSON', () => {
  const link = { type: 'resource_link', uri: 'x:y' };
  expect(readMcpContent([link, null, 'bare'])).toBe(`${JSON.stringify(link)}\nnull\nbare`);
  expect(readMcpContent('x')).toBeUndefined();
});

test('structured content is the output, where there is any', () => {
  const content = [{ type: 'text', text: 'plain words' }];
  const live = { content, structured_content: { answer: 42 } };
  const saved = { Ok: { content, structuredContent: { answer: 42 }, isError: true } };
  expect(readMcpResult(live)).toEqual({ output: '{"answer":42}', failed: false });
  expect(readMcpResult(saved)).toEqual({ output: '{"answer":42}', failed: true });
  expect(readMcpResult({ content, structured_content: null }).output).toBe('plain words');
});

test('a call that failed on the way has the message of the failure', () => {
  const failed = { output: 'no server', failed: true, error: { message: 'no server' } };
  expect(readMcpResult({ Err: 'no server' })).toEqual(failed);
  for (const none of [undefined, null, 'x', 5])
    expect(readMcpResult(none)).toEqual({ failed: false });
});

test('an image is its bytes, a file or a URL', () => {
  expect(imageSourceOf('data:image/png;name=x;base64,AAAA')).toEqual({
    type: 'base64',
    data: 'AAAA',
    media_type: 'image/png',
  });
  expect(imageSourceOf('file:///w/a.png')).toEqual({ type: 'file', path: '/w/a.png' });
  for (const url of ['https://x/y.png', 'data:image/svg+xml,<svg/>', '']) {
    expect(imageSourceOf(url)).toEqual({ type: 'url', url });
  }
});
