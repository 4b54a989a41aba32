import { DragomanError } from '@dragoman/protocol';
import type { TurnImage } from '../model/turn-source.js';
import type { PromptFile } from './conversation.js';

/** A file of a prompt as an agent can take it. */
export type ReadableFile =
  | { readonly kind: 'image'; readonly image: TurnImage }
  | { readonly kind: 'text'; readonly text: string };

const TEXT_TYPES = /^(text\/.*|application\/(json|xml|yaml|x-yaml|toml|javascript|typescript))$/;

/** How the files of the image formats begin that models take. */
const SIGNATURES: readonly (readonly [type: string, offset: number, signature: string])[] = [
  ['image/png', 0, '\x89PNG'],
  ['image/jpeg', 0, '\xff\xd8\xff'],
  ['image/gif', 0, 'GIF8'],
  ['image/webp', 8, 'WEBP'],
];

/** Reads a file of a prompt. What no agent takes is refused, not left out. */
export function readPromptFile(file: PromptFile): ReadableFile {
  const { mediaType, filename } = file;
  const content = contentOf(file);
  if (typeof content !== 'string' && mediaType.startsWith('image')) {
    const found = SIGNATURES.find(([, at, signature]) =>
      [...signature].every((character, index) => content[at + index] === character.charCodeAt(0)),
    );
    if (found !== undefined)
      return { kind: 'image', image: { mediaType: found[0], data: content } };
  }
  if (typeof content === 'string') return { kind: 'text', text: content };
  if (TEXT_TYPES.test(mediaType)) return { kind: 'text', text: new TextDecoder().decode(content) };
  throw new DragomanError(
    'file_unsupported',
    `${filename === undefined ? 'A file' : `The file ${filename}`} of the prompt is ${mediaType}: agents take images (PNG, JPEG, GIF, WebP) and text. Put others into the workspace and name them.`,
  );
}

/** Bytes, or text where the file came as text. */
function contentOf({ data, mediaType }: PromptFile): Uint8Array | string {
  if (data instanceof Uint8Array) return data;
  if (typeof data === 'string') return Buffer.from(data, 'base64');
  if (!(data instanceof URL)) {
    if (data.type === 'text') return data.text;
    if (data.type === 'data') {
      return typeof data.data === 'string' ? Buffer.from(data.data, 'base64') : data.data;
    }
  }
  throw new DragomanError(
    'file_unsupported',
    `A file of the prompt (${mediaType}) is only named by its address: give its bytes.`,
  );
}
