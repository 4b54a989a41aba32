import { readFile } from 'node:fs/promises';
import * as gateway from '@dragoman/gateway';
import * as protocol from '@dragoman/protocol';
import { runReadmeExample } from '@dragoman/testkit';
import { expect, test } from 'vitest';

const readme = new URL('../README.md', import.meta.url);

test('the example of the event language reads as the README says', async () => {
  const modules = { '@dragoman/protocol': protocol };
  const { messages, outcome } = await runReadmeExample(readme, modules, ['messages', 'outcome']);
  expect(messages).toMatchObject([
    { content: [{ type: 'tool_use' }, { type: 'tool_result' }] },
    { content: [{ type: 'text', text: 'All green.' }] },
  ]);
  expect(outcome).toMatchObject({ status: 'success' });
});

test('the script in the README is one', async () => {
  const yaml = /```yaml\n(.*?)```/s.exec(await readFile(readme, 'utf8'))?.[1] ?? '';
  const script = await gateway.parseScript(yaml, { source: 'README.md' });
  expect(script).toMatchObject({ name: 'tidy' });
});

test('every npm script that the README and CONTRIBUTING name exists', async () => {
  const contributing = await readFile(new URL('../CONTRIBUTING.md', import.meta.url), 'utf8');
  const text = (await readFile(readme, 'utf8')) + contributing;
  const named = [...text.matchAll(/npm (?:run )?(test(?!:)|(?<=run )[\w:-]+)/g)].map(
    ([, name]) => name,
  );
  const manifest = await readFile(new URL('../package.json', import.meta.url), 'utf8');
  const { scripts }: { scripts: Record<string, string> } = JSON.parse(manifest);
  expect(Object.keys(scripts)).toEqual(expect.arrayContaining(named));
});
