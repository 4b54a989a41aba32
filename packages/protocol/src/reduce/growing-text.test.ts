import { describe, expect, test } from 'vitest';
import { say } from '../../test-inputs/event-makers.js';
import { createGrowingText } from './growing-text.js';

const url = (name: string) => ({ type: 'url' as const, url: name });

describe('a growing text', () => {
  test('grows by pieces and keeps what belongs to them', () => {
    const text = createGrowingText(say('Hel', { images: [url('a')] }));
    text.append(say('lo', { images: [url('b')], slash_command: { command: '/x' } }));
    expect(text.blocks()).toEqual([
      { type: 'slash_command', command: '/x' },
      { type: 'text', text: 'Hello' },
      { type: 'image', source: url('a') },
      { type: 'image', source: url('b') },
    ]);
  });

  test('is replaced by the whole, in text and images, as far as the whole has any', () => {
    const text = createGrowingText(say('Helo', { images: [url('a')] }));
    text.complete(say(''));
    expect(text.blocks()).toHaveLength(2);
    text.complete(say('Hello', { images: [url('b')] }));
    expect(text.blocks()).toEqual([
      { type: 'text', text: 'Hello' },
      { type: 'image', source: url('b') },
    ]);
  });

  test('keeps the seal of a thought, whichever piece brings it', () => {
    const thought = createGrowingText({ type: 'reasoning', content: 'Hm', signature: 'seal' });
    thought.append({ type: 'reasoning', content: 'm.' });
    expect(thought.blocks()).toEqual([{ type: 'thinking', thinking: 'Hmm.', signature: 'seal' }]);
  });

  test('takes 300,000 images in one event', () => {
    const images = Array.from({ length: 300_000 }, () => url(''));
    const text = createGrowingText(say('a', { images }));
    text.append(say('b', { images }));
    expect(text.blocks()).toHaveLength(600_001);
    text.complete(say('ab', { images }));
    expect(text.blocks()).toHaveLength(300_001);
  });

  test('gives each time blocks that later pieces leave alone', () => {
    const text = createGrowingText(say('a', { images: [] }));
    const before = text.blocks();
    text.append(say('b', { images: [url('a')] }));
    expect(before).toEqual([{ type: 'text', text: 'a' }]);
  });

  test('is compared as it is now', () => {
    const text = createGrowingText(say(' a\r\n'));
    expect(text.comparable).toBe('a');
    text.append(say('b '));
    expect(text.comparable).toBe('a\nb');
    text.complete(say('c'));
    expect(text.comparable).toBe('c');
  });
});
