/** A path that a configuration of git's names. */
export interface NamedPath {
  /** What for. `other`: a program of some tool's. */
  readonly name: 'hooks' | 'attributes' | 'include' | 'other';
  readonly path: string;
}

const SECTION = /^\s*\[\s*([^\]\s"]*)[^\]]*\]/;
const VARIABLE = /^\s*([a-z][a-z0-9-]*)\s*=\s*((?:"(?:\\.|[^"\\])*"|[^"#;])*)/i;

/**
 * The paths that a configuration names. A section and a variable may be on one line, and a line may go on
 * after a backslash.
 */
export function namedPaths(config: string): readonly NamedPath[] {
  let section = '';
  return config
    .replaceAll(/\\\r?\n/g, '')
    .split('\n')
    .flatMap((line): NamedPath[] => {
      const header = SECTION.exec(line);
      if (header !== null) section = (header[1] ?? '').toLowerCase();
      const rest = line.slice(header?.[0].length ?? 0);
      const [, variable = '', value = ''] = VARIABLE.exec(rest) ?? [];
      const name = nameOf(section, variable.toLowerCase());
      const path = unquoted(value);
      return name === undefined || path === '' ? [] : [{ name, path }];
    });
}

function nameOf(section: string, variable: string): NamedPath['name'] | undefined {
  if (variable === 'hookspath') return 'hooks';
  if (variable === 'attributesfile') return 'attributes';
  if (variable !== 'path') return undefined;
  return /^include(if)?(\.|$)/.test(section) ? 'include' : 'other';
}

function unquoted(value: string): string {
  return value.trim().replaceAll(/\\(.)|"/g, '$1');
}
