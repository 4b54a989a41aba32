import { isJsonObject } from '@dragoman/protocol';
import { Validator } from '@seriousme/openapi-schema-validator';
import { expect, test } from 'vitest';
import { createApp } from '../create-app.js';
import { createParts } from '../server-parts.js';
import { createDocument } from './openapi-document.js';
import { operations } from './operations.js';

const document = createDocument({ hasKeys: true });

test('is an OpenAPI document of version 3.1', async () => {
  const { valid, errors } = await new Validator().validate(structuredClone(document));
  expect(errors).toBeUndefined();
  expect(valid).toBe(true);
});

test('has every route of the server, and no other', async () => {
  const parts = createParts({
    policy: {
      agents: { codex: { access: { kind: 'script', script: { steps: [] } } } },
      workspaces: { app: { template: '' } },
    },
    stateDirectory: '/nonexistent',
  });
  const mounted = createApp(parts)
    .routes.filter(({ method }) => ['GET', 'POST', 'PUT', 'PATCH', 'DELETE'].includes(method))
    .map(({ method, path }) => `${method} ${path.replaceAll(/:(\w+)(\{[^}]*\})?/g, '{$1}')}`);
  const listed = operations.map(({ method, path }) => `${method.toUpperCase()} ${path}`);
  expect(listed.toSorted()).toEqual(mounted.toSorted());
  await parts.context.store.close();
});

test('each operation has a name, and an example that the server takes', () => {
  expect(new Set(operations.map(({ id }) => id)).size).toBe(operations.length);
  for (const { id, body } of operations) {
    if (body !== undefined) expect(body.schema.safeParse(body.example).error, id).toBeUndefined();
  }
});

test('refers to nothing that it does not have', () => {
  const text = JSON.stringify(document);
  const names = [...text.matchAll(/"\$ref":"#\/components\/(\w+)\/([^"]+)"/g)];
  expect(names.length).toBeGreaterThan(50);
  const { components } = document;
  for (const [, kind = '', name = ''] of names) {
    const group = isJsonObject(components) ? components[kind] : undefined;
    expect(isJsonObject(group) && group[name], `${kind}/${name}`).toBeTruthy();
  }
  expect(text).not.toContain('#/$defs');
});

test('asks for a key only where there are keys', () => {
  expect(document).toMatchObject({
    security: [{ key: [] }],
    components: { securitySchemes: { key: { type: 'http', scheme: 'bearer' } } },
    paths: {
      '/health': { get: { security: [] } },
      '/metrics': { get: { responses: { 401: {} } } },
    },
  });
  expect(createDocument({ hasKeys: false, basePath: '/api' })).toMatchObject({
    security: [],
    servers: [{ url: '/api' }],
  });
});
