import type { PlanItem } from '@dragoman/protocol';
import { changeView } from './diff-view.js';
import { element } from './element.js';
import { shownText } from './shown-text.js';
import { stateLabel } from './state-badge.js';
import type { TurnPicture } from './turn-model.js';

const STEPS = { pending: '○', in_progress: '◐', completed: '●', cancelled: '⊘' } as const;

/** What the agent means to do, and how far it is. */
export function drawPlan(node: HTMLElement, items: readonly PlanItem[] = []): void {
  node.hidden = items.length === 0;
  const done = items.filter(({ status }) => status === 'completed').length;
  node.replaceChildren(
    element('h2', {}, `Plan · ${done} of ${items.length}`),
    element(
      'ol',
      {},
      ...items.map(({ text, status }) =>
        element(
          'li',
          { class: status },
          element('span', { 'aria-label': status, role: 'img' }, STEPS[status] ?? '○'),
          ` ${shownText(text)}`,
        ),
      ),
    ),
  );
}

/** What the turn waits for, or how it ended, and what it left behind. */
export function drawClosing(
  node: HTMLElement,
  { requests, end, changes, risks }: TurnPicture,
): void {
  const waiting = requests.map(({ tool, isForApproval }) => {
    const what = isForApproval ? 'somebody to approve its call of' : 'an answer to';
    const words = `The agent waits for ${what} ${shownText(tool)}.`;
    return element('div', { class: 'notice waiting' }, words);
  });
  if (end === undefined) {
    node.replaceChildren(...waiting);
    return;
  }
  // It never changes again: what is open in it stays so.
  if (node.querySelector('.end') !== null) return;
  const reason = [end.reason, end.warning].filter(Boolean).join('\n');
  const facts = [
    // Where it says no more than the state does, once is enough.
    end.code === end.status ? undefined : end.code,
    end.exit_code ? `exit ${end.exit_code}` : undefined,
    end.signal ?? undefined,
  ];
  const evidence = facts.filter((fact) => fact !== undefined).join(' · ');
  const files = changes?.files ?? [];
  node.replaceChildren(
    element(
      'div',
      { class: `notice end ${end.status}` },
      element('strong', {}, stateLabel(end.status)),
      evidence === '' ? undefined : element('span', { class: 'muted' }, ` ${evidence}`),
      reason === '' ? undefined : element('pre', { class: 'words' }, shownText(reason)),
    ),
    ...(risks?.items ?? []).map(({ path, risk }) =>
      element(
        'div',
        { class: 'notice warning' },
        `Look before you run it: ${shownText(path)} (${risk})`,
      ),
    ),
    ...(files.length === 0
      ? []
      : [element('h2', {}, 'Changed files'), ...files.map((file) => changeView(file))]),
  );
}
