import type { MarkedToken, Token, Tokens } from 'marked';
import type { Line } from '../line.js';
import { showControls } from '../text/harmless-text.js';

type Style = 'bold' | 'italic' | 'strikethrough' | 'underline' | 'cyan' | 'dim';

const STYLES: Readonly<Record<string, Style>> = {
  strong: 'bold',
  em: 'italic',
  del: 'strikethrough',
  codespan: 'cyan',
};

const ENTITIES: Readonly<Record<string, string>> = {
  '&amp;': '&',
  '&lt;': '<',
  '&gt;': '>',
  '&quot;': '"',
  '&#39;': "'",
  '&nbsp;': ' ',
};

/** The text of a paragraph, a heading or a cell, with its emphasis as formats. */
export function inlineSpans(tokens: readonly Token[], styles: readonly Style[] = []): Line {
  return tokens.flatMap((one): Line => {
    // The type also has what extensions of the library may add.
    const token = one as MarkedToken;
    switch (token.type) {
      case 'link':
        return linkSpans(token, styles);
      case 'image':
        return [span(`[image: ${token.text || token.href}]`, styles)];
      case 'br':
        return [span(' ', styles)];
      case 'codespan':
        return [span(token.text, [...styles, 'cyan'])];
      case 'checkbox':
        return [];
      default:
        return nestedSpans(token, styles);
    }
  });
}

function nestedSpans(token: Token, styles: readonly Style[]): Line {
  const style = STYLES[token.type];
  const inner = style === undefined ? styles : [...styles, style];
  const children = 'tokens' in token ? token.tokens : undefined;
  if (children !== undefined && children.length > 0) return inlineSpans(children, inner);
  return [span('text' in token ? String(token.text) : token.raw, inner)];
}

/** The address is shown where the text is not the address itself. */
function linkSpans({ href, tokens, text }: Tokens.Link, styles: readonly Style[]): Line {
  const name = inlineSpans(tokens, [...styles, 'underline']);
  const isRepeat = href === text || href === `mailto:${text}`;
  return isRepeat ? name : [...name, span(' ', styles), span(`(${href})`, [...styles, 'dim'])];
}

function span(text: string, styles: readonly Style[]): Line[number] {
  const shown = plainText(text);
  return styles.length === 0 ? { text: shown } : { text: shown, format: [...styles] };
}

/** The text of a token in one line, without entities and control characters. */
export function plainText(text: string): string {
  const decoded = text.replace(
    /&(?:amp|lt|gt|quot|#39|nbsp);/g,
    (entity) => ENTITIES[entity] ?? entity,
  );
  // The library decodes other entities, those of control characters among them.
  return showControls(decoded.replaceAll('\n', ' '));
}
