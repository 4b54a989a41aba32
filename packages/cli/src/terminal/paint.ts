import { styleText } from 'node:util';

type Format = Parameters<typeof styleText>[0];

/** Puts colour on text, or leaves it as it is. */
export type Paint = (format: Format, text: string) => string;

interface Surface {
  readonly isTTY?: boolean | undefined;
}

/** Colour only for a person: on a terminal, and not where NO_COLOR (no-color.org) is set. */
export function paintFor(surface: Surface, environment: NodeJS.ProcessEnv): Paint {
  const coloured = surface.isTTY === true && !environment.NO_COLOR && environment.TERM !== 'dumb';
  if (!coloured) return (_format, text) => text;
  // Node would look at its own stdout; here the surface has been looked at already.
  return (format, text) => styleText(format, text, { validateStream: false });
}
