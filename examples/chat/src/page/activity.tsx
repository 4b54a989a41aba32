import type { ActivityRow } from './arrange-parts.js';
import { CallRow } from './call-row.js';
import { PaintRow } from './paint-row.js';
import { ThoughtRow } from './thought-row.js';

export interface ActivityProps {
  readonly rows: readonly ActivityRow[];
  readonly project: string;
  readonly isOpen: boolean;
}

/** What the agent thought and did between two texts, a line each. */
export function Activity({ rows, project, isOpen }: ActivityProps) {
  const draw = (row: ActivityRow) => {
    switch (row.kind) {
      case 'thought':
        return <ThoughtRow part={row.part} />;
      case 'call':
        return <CallRow call={row.call} project={project} isOpen={isOpen} />;
      case 'paint':
        return <PaintRow part={row.part} />;
    }
  };
  return (
    <ul className="activity">
      {rows.map((row) => (
        <li key={row.key}>{draw(row)}</li>
      ))}
    </ul>
  );
}
