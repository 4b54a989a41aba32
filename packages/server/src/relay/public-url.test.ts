import { expect, test } from 'vitest';
import { createServer } from '../create-server.js';
import { isPublicUrl } from './public-url.js';

test.each(['https://agents.example', 'http://localhost:7470', 'https://agents.example/base/'])(
  '%s is an address for pages',
  (publicUrl) => expect(isPublicUrl(publicUrl)).toBe(true),
);

test.each([
  'agents.example',
  '/agents',
  'ftp://agents.example',
  'https://agents.example/?',
  'https://agents.example#here',
  'https://ada:secret@agents.example',
  '',
])('a server whose publicUrl is “%s” is not made', (publicUrl) => {
  const policy = { agents: {}, workspaces: {} };
  expect(() => createServer({ policy, publicUrl })).toThrow(/publicUrl .* must be like https:/);
});
