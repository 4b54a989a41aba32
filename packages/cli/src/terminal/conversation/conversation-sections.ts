import { isToolUse, type UnifiedMessage } from '@dragoman/protocol';
import { BLANK, type Format, type Line } from '../line.js';
import { formatClock, formatDate } from '../text/formats.js';
import { harmlessLine } from '../text/harmless-text.js';

const MARGIN = '  ';
/** The margin of a sub-agent's lines. */
const SUB_AGENT_MARGIN = '  │ ';

interface Speaker {
  readonly name: string;
  readonly format: Format;
}

/** The headings and blank lines between the messages of a conversation. */
interface ConversationSections {
  /** The lines before a message: the speaker and the time, or a blank line. */
  before(message: UnifiedMessage, lines: readonly Line[]): Line[];
  /** Reports that the last message has more lines. */
  grew(): void;
}

/** The margin before every line of a message. */
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
  // Notices about the agent are in the agent's section.
  return { name: harmlessLine(tool), format: ['bold', 'blue'] };
}

/** The time of day, with the date if it has changed. */
function timeOf(message: UnifiedMessage, day: string | undefined): string {
  const today = dayOf(message);
  if (today === undefined) return '';
  const clock = formatClock(message.timestamp);
  return day === undefined || today === day ? clock : `${today} ${clock}`;
}

/** Undefined if the time was not recorded. */
function dayOf({ timestamp }: UnifiedMessage): string | undefined {
  return timestamp > 0 ? formatDate(timestamp) : undefined;
}

/** The names of sub-agents, for a conversation in which several work at once. */
interface TaskNames {
  /** The name of the message's sub-agent, if the message before was of another one. */
  push(message: UnifiedMessage): string | undefined;
}

/** A sub-agent that works alone needs no name: its call is right before it. */
function createTaskNames(): TaskNames {
  const names = new Map<string, string>();
  let last: string | undefined;
  return {
    push(message) {
      for (const block of message.content) {
        if (block.type !== 'tool_use') continue;
        if (isToolUse(block, 'Task') || isToolUse(block, 'Agent')) {
          names.set(block.id, harmlessLine(block.input.description));
          last = block.id;
        }
      }
      const { parentToolUseId: parent } = message;
      if (parent === undefined || parent === last) return undefined;
      last = parent;
      return names.get(parent);
    },
  };
}
