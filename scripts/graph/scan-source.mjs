// Reads what one TypeScript file imports and which names it uses without declaring them, with their
// lines, from its syntax tree: what only looks like an import (in a comment, in a string) isn't one.
import { parseSync } from 'vite';

/**
 * @typedef {{ type: string, start: number, [field: string]: unknown }} Node
 * @typedef {{ line: number, specifier: string | undefined }} Import `undefined`: computed, unknowable
 * @typedef {{ line: number, name: string }} Name
 * @typedef {{ imports: Import[], names: Name[], references: Name[] }} Scan
 */

/** @param {string} file its ending says how to read it @param {string} source @returns {Scan} */
export function scanSource(file, source) {
  const { program, comments, errors } = parseSync(file, source);
  if (errors.length > 0) throw new Error(`${file} can't be parsed: ${errors[0]?.message}`);
  const lineAt = (/** @type {number} */ offset) => source.slice(0, offset).split('\n').length;
  /** @type {Scan} */
  const scan = { imports: [], names: [], references: [] };
  const declared = new Set();
  walk(program, (node, parent, field) => {
    if (node.type in IMPORTS) {
      for (const request of IMPORTS[node.type]?.(node) ?? []) {
        scan.imports.push({ specifier: literalText(request), line: lineAt(node.start) });
      }
    }
    if (node.type === 'MemberExpression' && isNode(node.object, 'MetaProperty')) {
      scan.names.push({ name: `import.meta.${nameOf(node.property)}`, line: lineAt(node.start) });
    }
    if (node.type !== 'Identifier') return;
    if (isDeclaration(parent, field)) declared.add(nameOf(node));
    else if (!isLabel(parent, field)) {
      scan.names.push({ name: nameOf(node), line: lineAt(node.start) });
    }
  });
  scan.names = scan.names.filter(({ name }) => !declared.has(name));
  scan.references = comments
    .filter(({ type, value }) => type === 'Line' && /^\/\s*<reference\b/.test(value))
    .map(({ value, start }) => ({ name: `//${value}`, line: lineAt(start) }));
  return scan;
}

/** Where each kind of node that imports has what it imports.
 * @type {Record<string, (node: Node) => unknown[]>} */
const IMPORTS = {
  ImportDeclaration: ({ source }) => [source],
  ExportAllDeclaration: ({ source }) => [source],
  ExportNamedDeclaration: ({ source }) => (source ? [source] : []),
  ImportExpression: ({ source }) => [source],
  TSImportType: ({ source, argument }) => [source ?? argument],
  TSExternalModuleReference: ({ expression }) => [expression],
  CallExpression: ({ callee, arguments: values }) =>
    isNode(callee, 'Identifier') && nameOf(callee) === 'require' && Array.isArray(values)
      ? values.slice(0, 1)
      : [],
};

/** Fields in which an identifier is only a word: a key, a property, a label.
 * @type {Record<string, readonly string[]>} */
const LABELS = {
  MemberExpression: ['property'],
  Property: ['key'],
  PropertyDefinition: ['key'],
  MethodDefinition: ['key'],
  AccessorProperty: ['key'],
  TSPropertySignature: ['key'],
  TSMethodSignature: ['key'],
  TSQualifiedName: ['right'],
  TSEnumMember: ['id'],
  ImportSpecifier: ['imported'],
  ExportSpecifier: ['exported'],
  LabeledStatement: ['label'],
  BreakStatement: ['label'],
  ContinueStatement: ['label'],
  MetaProperty: ['meta', 'property'],
};

/** Fields in which an identifier makes a name of the file's own.
 * @type {Record<string, readonly string[]>} */
const DECLARATIONS = {
  VariableDeclarator: ['id'],
  FunctionDeclaration: ['id', 'params'],
  FunctionExpression: ['id', 'params'],
  ArrowFunctionExpression: ['params'],
  ClassDeclaration: ['id'],
  CatchClause: ['param'],
  ImportSpecifier: ['local'],
  ImportDefaultSpecifier: ['local'],
  ImportNamespaceSpecifier: ['local'],
};

/** @param {Node | undefined} parent @param {string} field */
function isLabel(parent, field) {
  if (parent === undefined || parent.computed === true) return false;
  // `{ process }` is both a key and a use; the value is the use.
  return LABELS[parent.type]?.includes(field) ?? false;
}

/** @param {Node | undefined} parent @param {string} field */
function isDeclaration(parent, field) {
  return parent !== undefined && (DECLARATIONS[parent.type]?.includes(field) ?? false);
}

/** What a string or a template without holes says.
 * @param {unknown} node */
function literalText(node) {
  if (isNode(node, 'Literal') && typeof node.value === 'string') return node.value;
  if (isNode(node, 'TSLiteralType')) return literalText(node.literal);
  if (!isNode(node, 'TemplateLiteral') || !Array.isArray(node.quasis)) return undefined;
  return node.quasis.length === 1 ? String(node.quasis[0].value.cooked) : undefined;
}

/** @param {unknown} node @returns {string} */
function nameOf(node) {
  return isNode(node) && typeof node.name === 'string' ? node.name : '';
}

/** @param {unknown} value @param {string} [type] @returns {value is Node} */
function isNode(value, type) {
  if (typeof value !== 'object' || value === null || !('type' in value)) return false;
  return type === undefined || value.type === type;
}

/**
 * @param {unknown} value
 * @param {(node: Node, parent: Node | undefined, field: string) => void} visit
 * @param {Node} [parent] @param {string} [field]
 */
function walk(value, visit, parent, field = '') {
  if (Array.isArray(value)) {
    for (const item of value) walk(item, visit, parent, field);
  } else if (isNode(value)) {
    visit(value, parent, field);
    for (const [name, child] of Object.entries(value)) {
      if (typeof child === 'object') walk(child, visit, value, name);
    }
  }
}
