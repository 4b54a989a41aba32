import type { UnifiedMessage } from '@dragoman/protocol';
import { formatClock, formatDate } from '../text/format-time.js';
import { harmlessLine } from '../text/harmless-text.js';
import { BLANK, type Format, type Line } from './line.js';
import { createTaskNames } from './task-names.js';

const MARGIN = '  ';
/** Before what a sub-agent says and does. */
const SUB_AGENT_MARGIN = '  │ ';

interface Speaker {
  readonly name: string;
  readonly format: Format;
}

/** How the messages of a conversation are set apart from one another. */
export interface ConversationSections {
  /** What comes before the lines of a message: who speaks and since when, or a blank line. */
  before(message: UnifiedMessage, lines: readonly Line[]): Line[];
  /** The message that was shown last got more lines. */
  grew(): void;
}

/** What stands before every line of a message. */
export function marginOf({ parentToolUseId }: UnifiedMessage): string {
  return parentToolUseId === undefined ? MARGIN : SUB_AGENT_MARGIN;
}

export function createConversationSections(): ConversationSections {
  let speaking: string | undefined;
  let day: string | undefined;
  let wasBrief = false;
  const tasks = createTaskNames();
  return {
    before(message, lines) {
      const { name, format } = speakerOf(message);
      const isBrief = lines.length === 1 && message.content[0]?.type === 'tool_use';
      const opening: Line[] = [];
      if (name !== speaking) {
        const time = timeOf(message, day);
        opening.push(BLANK, [
          { text: name, format },
          { text: time === '' ? '' : ` · ${time}`, format: 'dim' },
        ]);
        speaking = name;
      } else if (!(isBrief && wasBrief)) {
        opening.push(BLANK);
      }
      wasBrief = isBrief;
      day = dayOf(message) ?? day;
      const task = tasks.push(message);
      if (task !== undefined) {
        opening.push([{ text: SUB_AGENT_MARGIN }, { text: task, format: 'dim' }]);
      }
      return opening;
    },
    grew() {
      wasBrief = false;
    },
  };
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
