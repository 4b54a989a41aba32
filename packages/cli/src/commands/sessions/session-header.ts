import type { LoadedSession } from '@dragoman/agents';
import type { Line } from '../../terminal/line.js';
import { formatClock, formatDate, shortPath } from '../../terminal/text/formats.js';
import { harmlessLine, harmlessName } from '../../terminal/text/harmless-text.js';

/** Which session it is: the agent, its model, the folder, when, and the file. */
export function sessionHeader(session: LoadedSession, agent: string, home: string): Line[] {
  const { id, version, modelId, cwd } = session.session ?? {};
  const name = [agent, version].filter(Boolean).join(' ');
  const who = [modelId, id].filter(Boolean).map((part) => ` · ${part}`);
  const where = [cwd && harmlessName(shortPath(cwd, { home })), spanOf(session)]
    .filter(Boolean)
    .join(' · ');
  return [
    [{ text: harmlessLine(name), format: 'bold' }, { text: harmlessLine(who.join('')) }],
    ...[where, harmlessName(shortPath(session.path, { home }))]
      .filter((text) => text !== '')
      .map((text): Line => [{ text, format: 'dim' }]),
  ];
}

/** From when to when, as far as the messages say. */
function spanOf({ messages }: LoadedSession): string {
  const times = messages.map(({ timestamp }) => timestamp).filter((time) => time > 0);
  const [first, last] = [times.at(0), times.at(-1)];
  if (first === undefined || last === undefined) return '';
  const began = `${formatDate(first)} ${formatClock(first)}`;
  if (formatDate(first) !== formatDate(last)) return `${began} to ${formatDate(last)}`;
  return formatClock(first) === formatClock(last) ? began : `${began}–${formatClock(last)}`;
}
