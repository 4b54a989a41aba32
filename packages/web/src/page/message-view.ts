import type {
  ImageBlock,
  NoticeBlock,
  ToolResultBlock,
  ToolUseBlock,
  UnifiedContent,
  UnifiedMessage,
} from '@dragoman/protocol';
import { outputOf, stateOf, titleOf } from './describe-call.js';
import { changeView, withoutFolder } from './diff-view.js';
import { element, webLink } from './element.js';
import { duration } from './format.js';
import { jsonView } from './json-view.js';
import { longText } from './long-text.js';
import { markdownView } from './markdown-view.js';
import { firstWords, shownText } from './shown-text.js';

/** What a message is drawn with. */
export interface Surroundings {
  /** Whether the turn has ended: then no call goes on. */
  readonly isOver: boolean;
  /** The folder that paths are shown from. */
  readonly cwd: string | undefined;
}

/** One message of a conversation. */
export function messageView(message: UnifiedMessage, around: Surroundings): HTMLElement {
  const { role, content, parentToolUseId, synthetic } = message;
  const kind = synthetic === undefined ? role : 'synthetic';
  const nested = parentToolUseId === undefined ? '' : ' nested';
  const label = role === 'user' ? 'Prompt' : role === 'assistant' ? 'Agent' : 'Notice';
  const call = content.find((block) => block.type === 'tool_use');
  const result = content.find((block) => block.type === 'tool_result');
  const parts =
    call !== undefined || result !== undefined
      ? [callView(call, result, around)]
      : content.map((block) => blockView(block, kind));
  return element('article', { class: `message ${kind}${nested}`, 'aria-label': label }, ...parts);
}

function blockView(block: UnifiedContent, kind: string): HTMLElement {
  switch (block.type) {
    case 'text':
      if (kind === 'synthetic') return folded('Instructions', block.text);
      // People write prompts as text: what looks like Markdown in them is not meant so.
      if (kind === 'user') return longText(block.text, 'prompt');
      return markdownView(block.text);
    case 'thinking':
      return folded('Thought', block.thinking);
    case 'notice':
      return noticeView(block);
    case 'image':
      return imageView(block);
    case 'slash_command':
      return longText(`${block.command} ${block.args ?? ''}`, 'prompt');
    case 'unknown':
      return element(
        'details',
        { class: 'row' },
        element('summary', {}, 'A record that no rule covers'),
        jsonView(block.raw),
      );
    default:
      return element('span');
  }
}

function folded(label: string, text: string): HTMLElement {
  const summary = element(
    'summary',
    {},
    element('span', { class: 'verb' }, label),
    element('span', { class: 'subject muted' }, firstWords(text)),
  );
  return element('details', { class: 'row' }, summary, markdownView(text));
}

const NOTICES = {
  error: 'Error',
  warning: 'Warning',
  interrupted: 'Interrupted',
  aborted: 'Aborted',
  compacted: 'The conversation was summarised',
} as const;

function noticeView({ kind, text }: NoticeBlock): HTMLElement {
  const label = element('strong', {}, NOTICES[kind] ?? kind);
  return element('div', { class: `notice ${kind}` }, label, longText(text, 'words'));
}

const IMAGE_TYPES = new Set(['image/png', 'image/jpeg', 'image/gif', 'image/webp']);

/** Only what came with the event: nothing is loaded from elsewhere. */
function imageView({ source }: ImageBlock): HTMLElement {
  if (source.type === 'url') return webLink(source.url, `🖼 ${source.url.slice(0, 80)}`);
  if (source.type === 'file')
    return element('p', { class: 'muted' }, `🖼 ${shownText(source.path)}`);
  const { media_type: type, data } = source;
  if (!IMAGE_TYPES.has(type)) return element('p', { class: 'muted' }, '🖼 an image');
  return element('img', { class: 'picture', alt: 'An image', src: `data:${type};base64,${data}` });
}

const MARKS = { running: '●', success: '✓', error: '✕', unknown: '–' } as const;

function callView(
  call: ToolUseBlock | undefined,
  result: ToolResultBlock | undefined,
  { isOver, cwd }: Surroundings,
): HTMLElement {
  const state = stateOf(result, isOver);
  const { verb, subject } =
    call === undefined
      ? { verb: 'Result', subject: result?.tool_use_id ?? '' }
      : titleOf(call, result);
  const summary = element(
    'summary',
    {},
    element('span', { class: `mark ${state}`, role: 'img', 'aria-label': state }, MARKS[state]),
    element('span', { class: 'verb' }, verb),
    element('code', { class: 'subject' }, withoutFolder(subject, cwd)),
    element('span', { class: 'facts' }, factsOf(result)),
  );
  const details = element('details', { class: `row call ${state}` }, summary);
  // What is folded isn't drawn: a conversation has thousands of them.
  details.addEventListener('toggle', () => {
    if (details.open && details.childElementCount === 1)
      details.append(...callParts(call, result, cwd));
  });
  return details;
}

function factsOf(result: ToolResultBlock | undefined): string {
  const { exit_code: exit, duration_ms: ms, changes = [] } = result ?? {};
  const facts = [
    exit === undefined || exit === 0 ? undefined : `exit ${exit}`,
    changes.length > 1 ? `${changes.length} files` : undefined,
    ms === undefined ? undefined : duration(ms),
    result?.truncated === true ? 'cut' : undefined,
  ];
  return facts.filter((fact) => fact !== undefined).join(' · ');
}

function callParts(
  call: ToolUseBlock | undefined,
  result: ToolResultBlock | undefined,
  cwd: string | undefined,
): HTMLElement[] {
  const parts: HTMLElement[] = [];
  const command = call?.name === 'Bash' ? call.input.command : undefined;
  if (typeof command === 'string') parts.push(longText(`$ ${command}`, 'command'));
  else if (call !== undefined && result?.changes === undefined && hasInput(call)) {
    parts.push(jsonView(call.input));
  }
  parts.push(...(result?.changes ?? []).map((change) => changeView(change, cwd)));
  const output = outputOf(result);
  if (output !== '') parts.push(longText(output, 'output'));
  if (parts.length === 0) parts.push(element('p', { class: 'muted' }, 'No output.'));
  const { error } = result ?? {};
  if (error !== undefined && output !== error.message) {
    parts.push(element('p', { class: 'bad' }, shownText(error.message)));
  }
  return parts;
}

function hasInput({ input }: ToolUseBlock): boolean {
  return Object.keys(input).length > 0;
}
