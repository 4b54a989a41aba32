/** Something of this machine that a container sees. */
export interface Mount {
  readonly source: string;
  readonly target: string;
  readonly access: 'read' | 'write';
}

/** The options that mount things. Engines read them as one line of CSV, so any path can be told. */
export function mountArguments(mounts: readonly Mount[]): readonly string[] {
  return mounts.flatMap(({ source, target, access }) => {
    const fields = ['type=bind', `source=${source}`, `target=${target}`];
    if (access === 'read') fields.push('readonly');
    return ['--mount', fields.map(csvField).join(',')];
  });
}

function csvField(text: string): string {
  return /[",\n\r]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}
