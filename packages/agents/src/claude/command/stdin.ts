import { DragomanError } from '@dragoman/protocol';
import type { AgentCommand, StdinPiece, TurnRequest } from '../../agent-command.js';

type ClaudeInput = Pick<AgentCommand, 'args' | 'stdin'>;

/** The images that the model takes. */
const MEDIA_TYPES: ReadonlyMap<string, string> = new Map([
  ['.gif', 'image/gif'],
  ['.jpeg', 'image/jpeg'],
  ['.jpg', 'image/jpeg'],
  ['.png', 'image/png'],
  ['.webp', 'image/webp'],
]);

/** The prompt as plain text; with images as one message, as the model's own language has it. */
export function claudeInput({ prompt, images = [] }: TurnRequest): ClaudeInput {
  if (images.length === 0) return { args: [], stdin: prompt };
  const text = JSON.stringify({ type: 'text', text: prompt });
  return {
    args: ['--input-format', 'stream-json'],
    stdin: [
      `{"type":"user","message":{"role":"user","content":[${text}`,
      ...images.flatMap(imageBlock),
      ']},"parent_tool_use_id":null,"session_id":""}\n',
    ],
  };
}

function imageBlock(path: string): readonly StdinPiece[] {
  const source = `{"type":"base64","media_type":"${mediaType(path)}","data":"`;
  return [`,{"type":"image","source":${source}`, { base64Of: path }, '"}}'];
}

function mediaType(path: string): string {
  const type = MEDIA_TYPES.get(/\.[^./]*$/.exec(path)?.[0].toLowerCase() ?? '');
  if (type !== undefined) return type;
  throw new DragomanError(
    'invalid_request',
    `Claude Code can't be given the image ${JSON.stringify(path)}: its name must end in one of ${[...MEDIA_TYPES.keys()].join(', ')}.`,
  );
}
