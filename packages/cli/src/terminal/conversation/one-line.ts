import { type ImageSource, writeJson } from '@dragoman/protocol';
import { cutText } from '../text/fit-text.js';
import { formatBytes, shortPath } from '../text/formats.js';
import { harmlessLine } from '../text/harmless-text.js';
import type { Look } from './look.js';

/** Enough to recognise a call. */
const LONGEST = 300;

/** Any value as JSON in one line. */
export function oneLineJson(value: unknown, look: Look): string {
  const text = harmlessLine(writeJson(value));
  return look.full ? text : cutText(text, LONGEST);
}

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
