import type { UnifiedMessage } from '@dragoman/protocol';
import { drawClosing, drawPlan } from './closing-view.js';
import { element, setText } from './element.js';
import { whole } from './format.js';
import { messageView, type Surroundings } from './message-view.js';
import type { TurnPicture } from './turn-model.js';

export interface ConversationView {
  readonly node: HTMLElement;
  update(picture: TurnPicture): void;
  /** The end comes into view, and stays there while it grows. */
  followEnd(): void;
}

interface Drawn {
  readonly message: UnifiedMessage;
  readonly isOver: boolean;
  readonly node: HTMLElement;
}

/** So many messages are drawn at once; those before and after are on demand. */
const WINDOW = 200;
/** So close to the end counts as being there. */
const NEAR_PX = 60;

/** The conversation of a turn as it grows. Only what changed is drawn again. */
export function createConversationView(): ConversationView {
  const button = (className: string, click: () => void, label = '') =>
    element('button', { class: className, type: 'button', hidden: true, click }, label);
  const earlier = button('more', showEarlier);
  const later = button('more', showLater);
  const latest = button('latest', followEnd, '↓ Latest');
  const list = element('div', { class: 'messages', role: 'log', 'aria-live': 'off' });
  const plan = element('section', { class: 'plan', 'aria-label': 'Plan' });
  const closing = element('div', { class: 'closing' });
  const scroller = element(
    'div',
    { class: 'scroller', tabindex: '0', role: 'region', 'aria-label': 'Conversation' },
    element('div', { class: 'column' }, earlier, list, later, plan, closing),
  );
  const drawn = new Map<string, Drawn>();
  let picture: TurnPicture | undefined;
  let from = 0;
  let count = WINDOW;
  let isFollowing = false;

  // Whoever scrolls up reads; whoever comes back to the end wants to see what comes.
  scroller.addEventListener('scroll', () => {
    isFollowing = isAtEnd();
    latest.hidden = isFollowing;
  });

  function isAtEnd(): boolean {
    const below = scroller.scrollHeight - scroller.clientHeight - scroller.scrollTop;
    return below < NEAR_PX && later.hidden === true;
  }

  function followEnd(): void {
    isFollowing = true;
    count = WINDOW;
    draw();
  }

  function showEarlier(): void {
    const height = scroller.scrollHeight;
    const more = Math.min(from, WINDOW);
    from -= more;
    count += more;
    draw();
    scroller.scrollTop += scroller.scrollHeight - height;
  }

  function showLater(): void {
    count += WINDOW;
    draw();
  }

  function draw(): void {
    if (picture === undefined) return;
    const { messages, plan: items } = picture.transcript;
    if (isFollowing) from = Math.max(0, messages.length - count);
    drawMessages(messages.slice(from, from + count), {
      isOver: picture.end !== undefined,
      cwd: picture.transcript.session?.cwd,
    });
    const after = Math.max(0, messages.length - from - count);
    earlier.hidden = from === 0;
    setText(earlier, `Show earlier messages: ${whole(from)} before these`);
    later.hidden = after === 0;
    setText(later, `Show later messages: ${whole(after)} after these`);
    closing.hidden = after > 0;
    drawPlan(plan, items);
    drawClosing(closing, picture);
    if (isFollowing) scroller.scrollTop = scroller.scrollHeight;
    latest.hidden = isAtEnd();
  }

  function drawMessages(shown: readonly UnifiedMessage[], around: Surroundings): void {
    const ids = new Set(shown.map(({ id }) => id));
    for (const [id, { node }] of drawn) {
      if (ids.has(id)) continue;
      node.remove();
      drawn.delete(id);
    }
    let before: Element | null = list.firstElementChild;
    for (const message of shown) {
      const isNext = before !== null && drawn.get(message.id)?.node === before;
      const node = drawMessage(message, around);
      if (isNext) before = node.nextElementSibling;
      else list.insertBefore(node, before);
    }
  }

  function drawMessage(message: UnifiedMessage, around: Surroundings): HTMLElement {
    const { isOver } = around;
    const known = drawn.get(message.id);
    if (known?.message === message && (known.isOver === isOver || !isCall(message))) {
      return known.node;
    }
    const node = messageView(message, around);
    keepOpen(known?.node, node);
    known?.node.replaceWith(node);
    drawn.set(message.id, { message, isOver, node });
    return node;
  }

  return {
    node: element('div', { class: 'conversation' }, scroller, latest),
    update(next) {
      picture = next;
      draw();
    },
    followEnd,
  };
}

function isCall({ content }: UnifiedMessage): boolean {
  return content.some(({ type }) => type === 'tool_use');
}

/** What a person has opened stays open when it is drawn again. */
function keepOpen(from: HTMLElement | undefined, to: HTMLElement): void {
  const before = from?.querySelectorAll('details') ?? [];
  const after = to.querySelectorAll('details');
  before.forEach((details, index) => {
    const next = after[index];
    if (!details.open || next === undefined) return;
    next.open = true;
    // Browsers say so later; what is open is to be drawn at once.
    next.dispatchEvent(new Event('toggle'));
  });
}
