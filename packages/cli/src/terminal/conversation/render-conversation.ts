import type { UnifiedMessage } from '@dragoman/protocol';
import { formatClock, formatDate } from '../text/format-time.js';
import { harmlessLine } from '../text/harmless-text.js';
import { BLANK, type Format, indented, type Line } from './line.js';
import { type Look, narrowed } from './look.js';
import { messageLines } from './message-lines.js';
import { createTaskNames } from './task-names.js';

const MARGIN = '  ';
/** Before what a sub-agent says and does. */
const SUB_AGENT_MARGIN = '  │ ';

interface Speaker {
  readonly name: string;
  readonly format: Format;
}

/** A conversation as lines for a person, whichever agent it was held with. */
export function* renderConversation(
  messages: Iterable<UnifiedMessage>,
  look: Look,
): Generator<Line> {
  let speaking: string | undefined;
  let day: string | undefined;
  let wasBrief = false;
  const tasks = createTaskNames();
  for (const message of messages) {
    if (message.synthetic !== undefined && !look.all) continue;
    const margin = message.parentToolUseId === undefined ? MARGIN : SUB_AGENT_MARGIN;
    const lines = indented(messageLines(message, narrowed(look, margin.length)), margin);
    if (lines.length === 0) continue;
    const { name, format } = speakerOf(message);
    const isBrief = lines.length === 1 && message.content[0]?.type === 'tool_use';
    if (name !== speaking) {
      const time = timeOf(message, day);
      yield BLANK;
      yield [
        { text: name, format },
        { text: time === '' ? '' : ` · ${time}`, format: 'dim' },
      ];
      speaking = name;
    } else if (!(isBrief && wasBrief)) {
      yield BLANK;
    }
    wasBrief = isBrief;
    day = dayOf(message) ?? day;
    const task = tasks.push(message);
    if (task !== undefined) yield [{ text: SUB_AGENT_MARGIN }, { text: task, format: 'dim' }];
    yield* lines;
  }
}

function speakerOf({ role, tool, synthetic }: UnifiedMessage): Speaker {
  if (synthetic !== undefined)
    return { name: harmlessLine(`context: ${synthetic}`), format: 'dim' };
  if (role === 'user') return { name: 'you', format: ['bold', 'green'] };
  // What happened to the agent is told in its own section.
  return { name: harmlessLine(tool), format: ['bold', 'blue'] };
}

/** The time of day, with the date where that is another than before. */
function timeOf(message: UnifiedMessage, day: string | undefined): string {
  const today = dayOf(message);
  if (today === undefined) return '';
  const clock = formatClock(message.timestamp);
  return day === undefined || today === day ? clock : `${today} ${clock}`;
}

/** Undefined where nobody recorded the time. */
function dayOf({ timestamp }: UnifiedMessage): string | undefined {
  return timestamp > 0 ? formatDate(timestamp) : undefined;
}
