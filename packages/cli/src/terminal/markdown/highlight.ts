import highlighter from 'highlight.js/lib/core';
import bash from 'highlight.js/lib/languages/bash';
import c from 'highlight.js/lib/languages/c';
import cpp from 'highlight.js/lib/languages/cpp';
import csharp from 'highlight.js/lib/languages/csharp';
import css from 'highlight.js/lib/languages/css';
import diff from 'highlight.js/lib/languages/diff';
import dockerfile from 'highlight.js/lib/languages/dockerfile';
import go from 'highlight.js/lib/languages/go';
import ini from 'highlight.js/lib/languages/ini';
import java from 'highlight.js/lib/languages/java';
import javascript from 'highlight.js/lib/languages/javascript';
import json from 'highlight.js/lib/languages/json';
import kotlin from 'highlight.js/lib/languages/kotlin';
import makefile from 'highlight.js/lib/languages/makefile';
import php from 'highlight.js/lib/languages/php';
import python from 'highlight.js/lib/languages/python';
import ruby from 'highlight.js/lib/languages/ruby';
import rust from 'highlight.js/lib/languages/rust';
import sql from 'highlight.js/lib/languages/sql';
import swift from 'highlight.js/lib/languages/swift';
import typescript from 'highlight.js/lib/languages/typescript';
import xml from 'highlight.js/lib/languages/xml';
import yaml from 'highlight.js/lib/languages/yaml';
import type { Format, Line } from '../line.js';

const LANGUAGES = {
  bash,
  c,
  cpp,
  csharp,
  css,
  diff,
  dockerfile,
  go,
  ini,
  java,
  javascript,
  json,
  kotlin,
  makefile,
  php,
  python,
  ruby,
  rust,
  sql,
  swift,
  typescript,
  xml,
  yaml,
};
for (const [name, language] of Object.entries(LANGUAGES)) {
  highlighter.registerLanguage(name, language);
}

/** By the first word of a scope: `title.function` is a title. */
const FORMATS: Readonly<Record<string, Format>> = {
  addition: 'green',
  attr: 'cyan',
  attribute: 'cyan',
  built_in: 'cyan',
  comment: 'dim',
  deletion: 'red',
  doctag: 'dim',
  keyword: 'magenta',
  literal: 'yellow',
  meta: 'dim',
  name: 'blue',
  number: 'yellow',
  property: 'cyan',
  regexp: 'red',
  section: 'bold',
  selector: 'blue',
  string: 'green',
  symbol: 'yellow',
  tag: 'blue',
  title: 'blue',
  type: 'cyan',
};

/** Longer code is shown without colours: an agent decides what it is, and colouring it takes time. */
const LONGEST = 50_000;

const TOKEN = /<span class="([^"]*)">|<\/span>|&(amp|lt|gt|quot|#x27);|([^<&]+|[<&])/g;
const ENTITIES: Readonly<Record<string, string>> = {
  amp: '&',
  lt: '<',
  gt: '>',
  quot: '"',
  '#x27': "'",
};

/**
 * Lines of code in their colours, if the language is known.
 *
 * @param info the words behind a fence, of which the first names the language
 */
export function highlightLines(code: string, info = ''): Line[] {
  const [language = ''] = info
    .trim()
    .toLowerCase()
    .split(/[\s,{]/);
  if (code.length > LONGEST || highlighter.getLanguage(language) === undefined) {
    return code.split('\n').map((text) => [{ text }]);
  }
  const { value } = highlighter.highlight(code, { language, ignoreIllegals: true });
  return linesOf(value);
}

/** The library writes HTML: spans with a class, and five entities. */
function linesOf(html: string): Line[] {
  const lines: { text: string; format?: Format }[][] = [[]];
  const open: (Format | undefined)[] = [];
  for (const [token, scope, entity, plain] of html.matchAll(TOKEN)) {
    if (scope !== undefined) open.push(formatOf(scope) ?? open.at(-1));
    else if (token === '</span>') open.pop();
    else {
      const format = open.at(-1);
      const text = entity === undefined ? (plain ?? '') : (ENTITIES[entity] ?? token);
      for (const [index, part] of text.split('\n').entries()) {
        if (index > 0) lines.push([]);
        const line = lines.at(-1) ?? [];
        const last = line.at(-1);
        if (last !== undefined && last.format === format) last.text += part;
        else if (part !== '') line.push({ text: part, ...(format && { format }) });
      }
    }
  }
  return lines;
}

/** `hljs-title function_` is the scope `title.function`. */
function formatOf(scope: string): Format | undefined {
  const [, name = ''] = /^hljs-([a-z]+(?:_in)?)/.exec(scope) ?? [];
  return FORMATS[name];
}
