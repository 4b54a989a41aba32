import type { ImageSource } from '@dragoman/protocol';
import { cutText } from '../text/cut-text.js';
import { formatBytes } from '../text/format-amount.js';
import { harmlessLine } from '../text/harmless-text.js';
import { shortPath } from '../text/short-path.js';
import type { Look } from './look.js';

const BASE64_BYTES_PER_CHARACTER = 3 / 4;
const LONGEST_NAME = 200;

/** An image in words: `[image: image/png, 12 kB]`. */
export function imageLabel(source: ImageSource, look: Look): string {
  return `[image: ${cutText(harmlessLine(nameOf(source, look)), LONGEST_NAME)}]`;
}

function nameOf(source: ImageSource, look: Look): string {
  switch (source.type) {
    case 'base64':
      return `${source.media_type}, ${formatBytes(source.data.length * BASE64_BYTES_PER_CHARACTER)}`;
    case 'url':
      return source.url;
    case 'file':
      return shortPath(source.path, look);
  }
}
