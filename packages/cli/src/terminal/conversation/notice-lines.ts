import type { NoticeBlock, NoticeKind } from '@dragoman/protocol';
import { cutLines } from './cut-lines.js';
import type { Format, Line } from './line.js';
import { type Look, narrowed } from './look.js';
import { proseLines } from './prose-lines.js';

const NOTICES: Readonly<Record<NoticeKind, { mark: string; words: string; format: Format }>> = {
  error: { mark: '✗', words: '', format: 'red' },
  warning: { mark: '!', words: '', format: 'yellow' },
  interrupted: { mark: '■', words: 'Interrupted', format: 'yellow' },
  aborted: { mark: '■', words: 'Aborted', format: 'yellow' },
  compacted: { mark: '⋯', words: 'The conversation so far was compacted', format: 'dim' },
};

const SHOWN = { head: 10, tail: 0 };

/** Something that happened to the conversation. */
export function noticeLines({ kind, text }: NoticeBlock, look: Look): Line[] {
  const { mark, words, format } = NOTICES[kind];
  const isRepeat = text === '' || text.toLowerCase() === words.toLowerCase();
  const whole = isRepeat ? words : [words, text].filter(Boolean).join(': ');
  const lines = proseLines(whole, narrowed(look, 2), format);
  return cutLines(lines, SHOWN, narrowed(look, 2)).map((line, index) => [
    { text: index === 0 ? `${mark} ` : '  ', format },
    ...line,
  ]);
}
