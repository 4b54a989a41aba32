import { DragomanError } from '@dragoman/protocol';
import { z } from 'zod';
import { optionalList, readRequestBody, toolParameters } from '../read-request-body.js';
import type { ModelRequest } from '../reply.js';

const declaration = z.looseObject({
  name: z.string(),
  // The client may describe arguments in either of two ways.
  parameters: toolParameters,
  parametersJsonSchema: toolParameters,
});

const generateRequest = z.looseObject({
  contents: z.array(z.unknown()),
  tools: optionalList(z.looseObject({ functionDeclarations: optionalList(declaration) })),
  generationConfig: z
    .looseObject({
      responseSchema: z.unknown().optional(),
      responseJsonSchema: z.unknown().optional(),
    })
    .optional()
    .catch(undefined),
});

const TARGET = /\/([^/:]+):(\w+)$/;

export function readGenerateRequest(url: URL, body: unknown): ModelRequest {
  const read = readRequestBody(generateRequest, body);
  const [, model = '', method = ''] = TARGET.exec(url.pathname) ?? [];
  const stream = method === 'streamGenerateContent';
  if (stream && url.searchParams.get('alt') !== 'sse') {
    throw new DragomanError('script_bad_request', 'A scripted model streams with alt=sse only.');
  }
  const declared = read.tools.flatMap(({ functionDeclarations }) => functionDeclarations);
  return {
    model,
    stream,
    history: read.contents,
    tools: declared.map(({ name, parameters, parametersJsonSchema }) => ({
      name,
      form: 'function',
      properties: [...parametersJsonSchema.properties, ...parameters.properties],
      required: [...parametersJsonSchema.required, ...parameters.required],
    })),
    searches: false,
    answerSchema:
      read.generationConfig?.responseJsonSchema ?? read.generationConfig?.responseSchema,
  };
}
