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

const LINES = ['--input-format', 'stream-json'];

/** Without it the stream doesn't say where a prompt was read. */
const REPLAY = '--replay-user-messages';

/**
 * The prompt as plain text; with images, or where more is to follow, as one message a line, as the model's
 * own language has it.
 */
export function claudeInput(request: TurnRequest): ClaudeInput {
  const { prompt, images = [], acceptsInput = false } = request;
  if (!acceptsInput) return images.length === 0 ? { args: [], stdin: prompt } : imageInput(request);
  const { args, stdin } =
    images.length === 0 ? { args: LINES, stdin: lineOf(prompt) } : imageInput(request);
  return { args: [...args, REPLAY], stdin };
}

function lineOf(content: string): string {
  const message = { role: 'user', content };
  return `${JSON.stringify({ type: 'user', message, parent_tool_use_id: null, session_id: '' })}\n`;
}

/** More input, as a line of stdin. A command is no part of a conversation, and the stream never shows it. */
export function claudeInputLine(text: string): string {
  if (!text.trimStart().startsWith('/')) return lineOf(text);
  throw new DragomanError(
    'invalid_request',
    'Claude Code takes a text that begins with "/" for a command, and no command while it is at work: begin with another character, or wait for the end of the turn.',
  );
}

function imageInput({ prompt, images = [] }: TurnRequest): ClaudeInput {
  const text = JSON.stringify({ type: 'text', text: prompt });
  return {
    args: LINES,
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
