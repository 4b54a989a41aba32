import { expect, test } from 'vitest';
import { parseMcpServers } from './mcp-file.js';

const read = (text: string, variables: Record<string, string> = {}) =>
  parseMcpServers(text, 'mcp.json', variables);

test('reads programs and addresses, in JSON or YAML, with variables and defaults', async () => {
  const json = JSON.stringify({
    mcpServers: {
      files: {
        type: 'stdio',
        command: 'node',
        args: ['server.mjs', `\${PORT:-80}`],
        env: { N: 1 },
      },
      docs: {
        type: 'http',
        url: `https://\${HOST}/mcp`,
        headers: { authorization: `Bearer \${TOKEN}` },
      },
      off: { command: 'x', disabled: true },
    },
  });
  const servers = {
    files: { command: 'node', args: ['server.mjs', '80'], env: { N: '1' } },
    docs: { url: 'https://docs.example/mcp', bearerToken: 'tok-123456' },
  };
  expect(await read(json, { HOST: 'docs.example', TOKEN: 'tok-123456' })).toEqual({
    servers,
    secrets: ['tok-123456'],
  });
  expect(await read('mcpServers:\n  one: { httpUrl: "http://127.0.0.1:1/" }')).toEqual({
    servers: { one: { url: 'http://127.0.0.1:1/' } },
    secrets: [],
  });
});

test('a secret in the file is one as much as a secret variable', async () => {
  const text = `mcpServers: { a: { command: "\${HOME}/x", env: { API_KEY: sk-abcdef123456 } } }`;
  expect(await read(text, { HOME: '/home/ada' })).toMatchObject({ secrets: ['sk-abcdef123456'] });
});

test('of a file that is none, the position is named and nothing of what stands there', async () => {
  const text = 'mcpServers:\n  a: { url: "http://x", headers: { X: "Bearer tok-123456" }\n  b: 1\n';
  await expect(read(text)).rejects.toMatchObject({
    code: 'mcp_invalid',
    message: expect.stringMatching(/neither JSON nor YAML \(line 3, column \d+\)\.$/),
  });
});

test.each([
  ['{', 'neither JSON nor YAML'],
  ['[]', 'no object "mcpServers"'],
  ['mcpServers: { a: 1 }', 'the server "a" is not an object'],
  ['mcpServers: { a: {} }', 'needs a command or a url'],
  ['mcpServers: { a: { command: x, url: "http://x" } }', 'needs a command or a url'],
  ['mcpServers: { a: { type: sse, url: "http://x" } }', 'type sse'],
  ['mcpServers: { a: { command: x, cwd: /x } }', "can't be passed on: cwd"],
  ['mcpServers: { a: { url: "http://x", headers: { X-Key: k } } }', "can't be passed on: X-Key"],
  ['mcpServers: { a: { url: nowhere } }', 'has no valid url'],
  ['mcpServers: { a: { command: x, args: x } }', 'not a list of texts'],
  [`mcpServers: { a: { command: "\${NONE}" } }`, 'the variable NONE is not set'],
])('refuses %s', async (text, words) => {
  await expect(read(text)).rejects.toMatchObject({
    code: 'mcp_invalid',
    message: expect.stringContaining(words),
  });
});
