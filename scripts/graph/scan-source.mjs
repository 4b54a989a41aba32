// Reads the imports and free identifiers of one TypeScript file, with their lines, from the
// compiler's own scanner, so that what only looks like an import (in a comment, in a string) isn't one.
import { SyntaxKind } from 'typescript/unstable/ast';
import { createScanner } from 'typescript/unstable/ast/scanner';

/**
 * @typedef {{ kind: number, text: string, line: number }} Token
 * @typedef {{ specifier: string, line: number }} Import
 * @typedef {{ imports: Import[], identifiers: { name: string, line: number }[] }} Scan
 */

/** @param {string} source @returns {Scan} */
export function scanSource(source) {
  const tokens = tokenize(source);
  /** @type {Scan} */
  const scan = { imports: [], identifiers: [] };
  tokens.forEach((token, index) => {
    if (isSpecifier(tokens, index)) scan.imports.push({ specifier: token.text, line: token.line });
    if (isFreeIdentifier(tokens, index)) {
      scan.identifiers.push({ name: token.text, line: token.line });
    }
  });
  return scan;
}

/** @param {string} source @returns {Token[]} */
function tokenize(source) {
  const scanner = createScanner(true, undefined, source);
  /** @type {Token[]} */
  const tokens = [];
  /** @type {number[]} one entry per open brace: 1 when it opens a template's `${` */
  const braces = [];
  let line = 1;
  let counted = 0;
  for (let kind = scanner.scan(); kind !== SyntaxKind.EndOfFile; kind = scanner.scan()) {
    if (kind === SyntaxKind.TemplateHead) braces.push(1);
    if (kind === SyntaxKind.OpenBraceToken) braces.push(0);
    if (kind === SyntaxKind.CloseBraceToken && braces.pop() === 1) {
      kind = scanner.reScanTemplateToken(false);
      if (kind === SyntaxKind.TemplateMiddle) braces.push(1);
    }
    if (isSlash(kind) && !ENDS_OF_VALUES.has(tokens.at(-1)?.kind ?? SyntaxKind.Unknown))
      kind = scanner.reScanSlashToken();
    const start = scanner.getTokenStart();
    line += countNewlines(source, counted, start);
    counted = start;
    // For anything but a literal the scanner's value may be that of an earlier token.
    const text = isLiteral(kind) ? scanner.getTokenValue() : scanner.getTokenText();
    tokens.push({ kind, text, line });
  }
  return tokens;
}

/** A string after `from`, after `import`, or alone in `import(…)`, `require(…)`.
 * @param {Token[]} tokens @param {number} index */
function isSpecifier(tokens, index) {
  const token = tokens[index];
  if (token === undefined || !isLiteral(token.kind)) return false;
  const before = tokens[index - 1];
  if (before?.kind === SyntaxKind.FromKeyword || before?.kind === SyntaxKind.ImportKeyword) {
    return true;
  }
  const caller = tokens[index - 2];
  return (
    before?.kind === SyntaxKind.OpenParenToken &&
    (caller?.kind === SyntaxKind.ImportKeyword || caller?.text === 'require')
  );
}

/** A name that is not a property, not a key: what a global would look like.
 * @param {Token[]} tokens @param {number} index */
function isFreeIdentifier(tokens, index) {
  const token = tokens[index];
  if (token === undefined || !/^[A-Za-z_$]/.test(token.text)) return false;
  if (token.kind === SyntaxKind.StringLiteral || isTemplate(token.kind)) return false;
  const before = tokens[index - 1]?.kind;
  const after = tokens[index + 1]?.kind;
  if (before === SyntaxKind.DotToken || before === SyntaxKind.QuestionDotToken) return false;
  return after !== SyntaxKind.ColonToken && after !== SyntaxKind.QuestionToken;
}

/** @param {number} kind */
function isLiteral(kind) {
  return kind === SyntaxKind.StringLiteral || kind === SyntaxKind.NoSubstitutionTemplateLiteral;
}

/** @param {number} kind */
function isTemplate(kind) {
  return (
    kind === SyntaxKind.NoSubstitutionTemplateLiteral ||
    kind === SyntaxKind.TemplateHead ||
    kind === SyntaxKind.TemplateMiddle ||
    kind === SyntaxKind.TemplateTail
  );
}

/** @param {number} kind */
function isSlash(kind) {
  return kind === SyntaxKind.SlashToken || kind === SyntaxKind.SlashEqualsToken;
}

/** Tokens after which a slash divides; after anything else it opens a regular expression. */
const ENDS_OF_VALUES = new Set([
  SyntaxKind.Identifier,
  SyntaxKind.NumericLiteral,
  SyntaxKind.BigIntLiteral,
  SyntaxKind.StringLiteral,
  SyntaxKind.NoSubstitutionTemplateLiteral,
  SyntaxKind.TemplateTail,
  SyntaxKind.CloseParenToken,
  SyntaxKind.CloseBracketToken,
  SyntaxKind.CloseBraceToken,
  SyntaxKind.ThisKeyword,
  SyntaxKind.SuperKeyword,
  SyntaxKind.TrueKeyword,
  SyntaxKind.FalseKeyword,
  SyntaxKind.NullKeyword,
]);

/** @param {string} text @param {number} from @param {number} to */
function countNewlines(text, from, to) {
  let count = 0;
  for (let at = text.indexOf('\n', from); at !== -1 && at < to; at = text.indexOf('\n', at + 1)) {
    count += 1;
  }
  return count;
}
