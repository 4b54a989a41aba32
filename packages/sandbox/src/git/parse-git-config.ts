/** One setting of a configuration of git: `user.name`, `includeif.gitdir:~/work/.path`. */
export interface GitSetting {
  /** Section and variable in lower case; what is between them, if anything, as it was written. */
  readonly key: string;
  /** `undefined` for a variable without `=`, which means true. */
  readonly value: string | undefined;
}

const SECTION = /^\[\s*([a-z0-9.-]+)\s*(?:"((?:\\.|[^"\\])*)"\s*)?\]/i;
const VARIABLE = /^([a-z][a-z0-9-]*)[ \t]*(=?)/i;
const ESCAPES: Readonly<Record<string, string>> = {
  n: '\n',
  t: '\t',
  b: '\b',
  '"': '"',
  '\\': '\\',
};

/**
 * The settings in a configuration file of git, in their order. This reads data and runs nothing, so it
 * does for files that are not to be given to git. A file that git would refuse gives what is before
 * the mistake.
 */
export function parseGitConfig(text: string): readonly GitSetting[] {
  const settings: GitSetting[] = [];
  // Git takes CR before LF for a part of the line's end.
  let rest = text.replace(/^\uFEFF/, '').replaceAll('\r\n', '\n');
  let section = '';
  for (;;) {
    rest = rest.replace(/^(?:\s+|[#;][^\n]*)+/, '');
    if (rest === '') return settings;
    if (rest.startsWith('[')) {
      const header = SECTION.exec(rest);
      if (header === null) return settings;
      section = sectionName(header[1] ?? '', header[2]);
      rest = rest.slice(header[0].length);
      continue;
    }
    const variable = VARIABLE.exec(rest);
    if (variable === null || section === '') return settings;
    const [whole, name = '', equals] = variable;
    const key = `${section}.${name.toLowerCase()}`;
    rest = rest.slice(whole.length);
    if (equals === '') {
      // A variable without a value ends its line.
      if (!/^[ \t]*(?:[#;\n]|$)/.test(rest)) return settings;
      settings.push({ key, value: undefined });
      continue;
    }
    const read = readValue(rest);
    if (read === undefined) return settings;
    settings.push({ key, value: read.value });
    rest = rest.slice(read.length);
  }
}

function sectionName(name: string, quoted: string | undefined): string {
  const section = name.toLowerCase();
  return quoted === undefined ? section : `${section}.${quoted.replaceAll(/\\(.)/g, '$1')}`;
}

/** A value up to the end of its line. Undefined where git would refuse it. */
function readValue(text: string): { readonly value: string; readonly length: number } | undefined {
  let value = '';
  let spaces = '';
  let isQuoted = false;
  let isComment = false;
  let at = 0;
  for (; at < text.length && text[at] !== '\n'; at += 1) {
    const character = text[at] ?? '';
    if (isComment) continue;
    if (!isQuoted && /[ \t\r\v\f]/.test(character)) {
      // Spaces around a value don't count; those within it do.
      if (value !== '') spaces += character;
      continue;
    }
    if (!isQuoted && (character === '#' || character === ';')) {
      isComment = true;
      continue;
    }
    if (character === '"') {
      isQuoted = !isQuoted;
      value += spaces;
      spaces = '';
      continue;
    }
    value += spaces;
    spaces = '';
    if (character !== '\\') {
      value += character;
      continue;
    }
    at += 1;
    const escaped = text[at] ?? '';
    // A backslash at the end of a line goes on with the next.
    if (escaped === '\n') continue;
    const meant = ESCAPES[escaped];
    if (meant === undefined) return undefined;
    value += meant;
  }
  return isQuoted ? undefined : { value, length: at };
}
