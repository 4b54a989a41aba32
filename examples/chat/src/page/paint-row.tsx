import type { PaintPart } from './arrange-parts.js';
import { Icon } from './icon.js';

/** The agent has painted this page: its tool `paint_page`, executed here. */
export function PaintRow({ part }: { readonly part: PaintPart }) {
  const { colour, name } = part.input ?? {};
  const isRefused = part.state === 'output-error';
  return (
    <div className="row">
      <Icon name="brush" />
      <span className="row-label">
        {isRefused ? 'Could not paint this page' : 'Painted this page'}
      </span>
      <span className="row-title">
        {colour !== undefined && (
          <span className="swatch" style={{ backgroundColor: colour }} aria-hidden="true" />
        )}
        {name}
      </span>
      <span className={isRefused ? 'status failed' : 'status done'}>
        {isRefused && part.errorText}
        {part.state === 'output-available' && <Icon name="check" />}
      </span>
    </div>
  );
}
