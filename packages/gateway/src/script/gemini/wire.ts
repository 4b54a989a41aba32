import { escapeControls } from '@dragoman/protocol/internal';
import type { Wire } from '../wire.js';
import { generateBody, generateChunks } from './chunks.js';
import { readGenerateRequest } from './request.js';

const model = (id: string) => ({
  name: `models/${id}`,
  displayName: id,
  inputTokenLimit: 1_048_576,
  outputTokenLimit: 65_536,
  supportedGenerationMethods: ['generateContent', 'countTokens'],
});

/** Gemini generateContent. */
export const geminiWire: Wire = {
  dialect: 'gemini',
  readRequest: readGenerateRequest,
  events: generateChunks,
  // As Google's JSON has it: a U+2028 as it is would end a line for Gemini CLI.
  encode: (data) => escapeControls(JSON.stringify(data)),
  // Not as an event: a failing Gemini stream goes on in plain JSON, and clients look for just that.
  failure: (_reply, { message, code }) =>
    `${JSON.stringify({ error: { code: 500, message, status: code ?? 'INTERNAL' } })}

`,
  // They look for it by parsing what one read has given them, the whole of it.
  failsApart: true,
  body: generateBody,
  tokenCount: (tokens) => ({ totalTokens: tokens }),
  models: (id) => (id === undefined ? { models: [model('scripted')] } : model(id)),
};
