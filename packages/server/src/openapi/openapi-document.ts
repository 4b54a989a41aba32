import type { JsonObject } from '@dragoman/protocol';
import {
  errorBody,
  errorCodes,
  errorStatus,
  mediaTypes,
  problemBody,
} from '@dragoman/protocol/http';
import type { z } from 'zod';
import { agentApiCode } from '../agent-api/agent-api-error.js';
import { openaiErrorBody } from '../responses/openai-error.js';
import type { Operation, OperationBody, OperationResponse } from './operation.js';
import { operations } from './operations.js';
import { componentSchemas, schemaOf } from './schemas.js';

export interface DocumentOptions {
  /** What stands before the paths. */
  readonly basePath?: string | undefined;
  /** Whether a key is needed. */
  readonly hasKeys: boolean;
}

/** What any request can be refused with. */
const ANY_REFUSAL = [400, 401, 403, 429, 500, 503, 507];

/** What the server can be asked for, as OpenAPI 3.1: made of the schemas that it checks with. */
export function createDocument({ basePath = '', hasKeys }: DocumentOptions): JsonObject {
  const paths: Record<string, JsonObject> = {};
  for (const operation of operations) {
    const { path, method } = operation;
    paths[path] = { ...paths[path], [method]: operationObject(operation) };
  }
  return {
    openapi: '3.1.0',
    info: {
      title: 'Dragoman',
      version: '1',
      summary: 'Turns of coding agents over HTTP.',
      license: { name: 'Apache-2.0', identifier: 'Apache-2.0' },
    },
    servers: [{ url: basePath === '' ? '/' : basePath }],
    security: hasKeys ? [{ key: [] }] : [],
    tags: [...new Set(operations.map(({ tag }) => tag))].map((name) => ({ name })),
    paths,
    components: {
      schemas: componentSchemas(),
      responses: Object.fromEntries(refusalNames().map(([name, made]) => [name, made])),
      securitySchemes: {
        key: { type: 'http', scheme: 'bearer', description: 'A key of `dragoman keys add`.' },
        relayToken: {
          type: 'http',
          scheme: 'bearer',
          description: 'The token of a relay session: for one turn, to its end.',
        },
      },
    },
  };
}

function operationObject(operation: Operation): JsonObject {
  const { id, tag, summary, description, body, responses } = operation;
  const { isPublic = false, usesToken = false } = operation;
  const refused = [...(isPublic ? [] : ANY_REFUSAL), ...(operation.refusals ?? [])];
  const form = operation.errorForm ?? 'own';
  return {
    operationId: id,
    tags: [tag],
    summary,
    ...(description !== undefined && { description }),
    ...(isPublic && { security: [] }),
    ...(usesToken && { security: [{ relayToken: [] }] }),
    parameters: [
      ...pathParameters(operation),
      ...queryParameters(operation),
      ...headers(operation),
    ],
    ...(body !== undefined && { requestBody: bodyObject(body) }),
    responses: {
      ...mapped(responses, responseObject),
      ...Object.fromEntries(
        refused.map((status) => [status, { $ref: `#/components/responses/${form}${status}` }]),
      ),
    },
  };
}

function pathParameters({ path }: Operation): JsonObject[] {
  return [...path.matchAll(/\{(\w+)\}/g)].map(([, name]) => ({
    name,
    in: 'path',
    required: true,
    schema: { type: 'string', minLength: 1 },
  }));
}

function queryParameters({ query, requiredQuery = [] }: Operation): JsonObject[] {
  return Object.entries(query?.shape ?? {}).map(([name, schema]) => {
    const { description, ...rest } = schemaOf(schema as z.ZodType, 'input');
    return {
      name,
      in: 'query',
      required: requiredQuery.includes(name),
      ...(description !== undefined && { description }),
      schema: rest,
    };
  });
}

function headers({ headers: named = {} }: Operation): JsonObject[] {
  return Object.entries(named).map(([name, description]) => ({
    name,
    in: 'header',
    required: false,
    description,
    schema: { type: 'string' },
  }));
}

function bodyObject({ schema, isOptional = false, example }: OperationBody): JsonObject {
  const content = { schema: schemaOf(schema, 'input'), example };
  return { required: !isOptional, content: { 'application/json': content } };
}

function responseObject(response: OperationResponse): JsonObject {
  const { description, content = {}, headers: named } = response;
  return {
    description,
    ...(named !== undefined && {
      headers: mapped(named, (words) => ({ description: words, schema: { type: 'string' } })),
    }),
    ...(Object.keys(content).length > 0 && {
      content: mapped(content, (schema) =>
        typeof schema === 'string'
          ? { schema: { type: 'string', description: schema } }
          : { schema: schemaOf(schema, 'output') },
      ),
    }),
  };
}

/** The refusals that operations share, by form and status. */
function refusalNames(): [string, JsonObject][] {
  const statuses = new Set([
    ...ANY_REFUSAL,
    ...operations.flatMap(({ refusals = [] }) => refusals),
  ]);
  return [...statuses].flatMap((status): [string, JsonObject][] => {
    const codes = errorCodes.filter((code) => errorStatus(code) === status);
    const named = codes.length === 0 ? 'internal_error' : codes.join(', ');
    const description = `Refused. Codes: ${named}.`;
    const inCapitals = `Refused. Codes: ${named.toUpperCase()}.`;
    const known = [...new Set(codes.length === 0 ? ['INTERNAL_ERROR'] : codes.map(agentApiCode))];
    const agentApi = `Refused. Codes: ${known.join(', ')}.`;
    const own = {
      'application/json': { schema: schemaOf(errorBody, 'output') },
      [mediaTypes.problem]: { schema: schemaOf(problemBody, 'output') },
    };
    const openai = { 'application/json': { schema: schemaOf(openaiErrorBody, 'output') } };
    return [
      [`own${status}`, { description, content: own }],
      [`relay${status}`, { description: inCapitals, content: own }],
      [`agentApi${status}`, { description: agentApi, content: own }],
      [`openai${status}`, { description, content: openai }],
    ];
  });
}

function mapped<Value>(
  values: Readonly<Record<string, Value>>,
  map: (value: Value) => JsonObject,
): Record<string, JsonObject> {
  return Object.fromEntries(Object.entries(values).map(([key, value]) => [key, map(value)]));
}
