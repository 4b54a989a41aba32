import { type SandboxKind, sandboxKinds } from '@dragoman/sandbox';
import type { Attack, Promised } from './attack.js';

const WORDS: Readonly<Record<Promised, string>> = {
  stopped: 'stopped',
  reported: 'reported',
  open: '**not protected**',
};

/** The promises about all attacks as a table of Markdown, one for each wall. */
export function attackTable(attacks: readonly Attack[]): string {
  const walls = [...new Set(attacks.map(({ wall }) => wall))];
  return walls
    .map((wall) => {
      const rows = attacks.filter((attack) => attack.wall === wall).map(rowOf);
      const head = [
        `| an agent … | ${sandboxKinds.map((kind) => `\`${kind}\``).join(' | ')} |`,
        '|---|---|---|---|',
      ];
      return [`### ${wall}`, '', ...head, ...rows].join('\n');
    })
    .join('\n\n');
}

function rowOf({ name, promises }: Attack): string {
  const word = (kind: SandboxKind) => {
    const promised = promises[kind];
    return promised === undefined ? '' : WORDS[promised];
  };
  return `| ${name} | ${sandboxKinds.map(word).join(' | ')} |`;
}
