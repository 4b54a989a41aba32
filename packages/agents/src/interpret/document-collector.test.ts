import { describe, expect, test } from 'vitest';
import { createDocumentCollector } from './document-collector.js';

/** The lines that are given back at once, and what is found at the end. */
function collect(...texts: readonly string[]) {
  const collector = createDocumentCollector();
  const given = texts.flatMap((text, index) => {
    const line = { kind: 'line', line: index + 1, text, terminated: true } as const;
    return collector.isOpen() ? collector.push(line) : [line];
  });
  const { document, lines } = collector.close();
  const textsOf = (all: readonly { readonly text: string }[]) => all.map(({ text }) => text);
  return { given: textsOf(given), document, kept: textsOf(lines) };
}

const PRETTY = JSON.stringify({ a: { b: 1 }, c: [{}] }, undefined, 2).split('\n');

describe('a document', () => {
  test('is found when it is complete, over however many lines', () => {
    const found = { given: [], document: { a: { b: 1 }, c: [{}] }, kept: [] };
    expect(collect(...PRETTY)).toEqual(found);
    expect(collect('{', '"a": {"b": 1}, "c": [{}]}')).toEqual(found);
  });

  test('may come after noise, and before it', () => {
    const noise = ['npm warn', '> export'];
    const found = { given: noise, document: { c: [{}] } };
    expect(collect(...noise, ...PRETTY)).toMatchObject(found);
    expect(collect(...PRETTY, ...noise)).toMatchObject(found);
  });
});

describe('lines that are records', () => {
  test('are given back at once', () => {
    expect(collect('{"a":1}', '{"b":2}')).toEqual({
      given: ['{"a":1}', '{"b":2}'],
      document: undefined,
      kept: [],
    });
  });

  test('wait for no end where an object before them is no JSON', () => {
    const lines = ['{', '  name: 1', '}', '{"a":1}'];
    expect(collect(...lines)).toEqual({ given: lines, document: undefined, kept: [] });
  });

  test('are given back at the end where a document has none', () => {
    expect(collect('{', '  "a": 1,')).toEqual({
      given: [],
      document: undefined,
      kept: ['{', '  "a": 1,'],
    });
  });

  test('that follow a document are none of it: then there is no document', () => {
    expect(collect(...PRETTY, '{"a":1}').given).toEqual([...PRETTY, '{"a":1}']);
  });
});
