import { connectPage, type PageConnection, type PageStatus } from '@dragoman/browser';
import type { FillRequest, OpenFill } from '../shared/fill-request.js';
import type { FormSetup } from '../shared/form-setup.js';
import { setUpBooking } from './booking.js';
import { element } from './element.js';
import { createFormTools, withLog } from './tools.js';
import { setUpCombobox } from './widgets/combobox.js';
import { defineGuestOfHonour } from './widgets/guest-of-honour.js';
import { setUpListbox } from './widgets/listbox.js';
import { setUpSwitch } from './widgets/switch.js';
import { setUpTabs } from './widgets/tabs.js';

const form = element('booking', HTMLFormElement);
const status = element('status', HTMLParagraphElement);
const fill = element('fill', HTMLButtonElement);
const stop = element('stop', HTMLButtonElement);
const undo = element('undo', HTMLButtonElement);
const agent = element('agent', HTMLSelectElement);
const letter = element('letter', HTMLTextAreaElement);

defineGuestOfHonour();
setUpBooking(form);
for (const [selector, setUp] of [
  ['.combobox', setUpCombobox],
  ['.listbox', setUpListbox],
  ['.switch', setUpSwitch],
  ['.tabs', setUpTabs],
] as const) {
  for (const found of form.querySelectorAll<HTMLElement>(selector)) setUp(found);
}

// There is room for it beside the form, and not on a phone.
element('more', HTMLDetailsElement).open = matchMedia('(width > 60rem)').matches;

const tools = createFormTools(form);
let connection: PageConnection | undefined;
/** Whether there is anything to take back. */
let hasActed = false;

/** Where a page finds its turn when it is loaded again. An app of yours has it with its user. */
const TURN = 'turn';

const WORDS: Readonly<Record<PageStatus, string>> = {
  connecting: 'Connecting…',
  connected: 'The agent is at work',
  over: 'Done',
};

function log(line: string): void {
  const entry = document.createElement('li');
  entry.textContent = line;
  element('log', HTMLOListElement).append(entry);
}

function note(line: string, toolName: string): void {
  hasActed ||= toolName === 'executeFormActions';
  log(line);
}

function show(now: PageStatus): void {
  const isAtWork = now !== 'over';
  status.textContent = WORDS[now];
  status.classList.toggle('busy', isAtWork);
  fill.hidden = isAtWork;
  stop.hidden = !isAtWork;
  undo.hidden = isAtWork || !hasActed;
  if (!isAtWork) sessionStorage.removeItem(TURN);
}

/** The page's own server begins a turn, or knows it, and gives the page the token of its relay. */
async function openRelay(path: string, asked?: FillRequest): Promise<void> {
  show('connecting');
  try {
    const response = await fetch(path, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(asked),
    });
    const answer = await response.json();
    if (!response.ok) throw new Error(answer.message);
    const { turnId, relay }: OpenFill = answer;
    sessionStorage.setItem(TURN, turnId);
    connection = connectPage(relay, withLog(tools, note), { onStatus: show });
  } catch (error) {
    show('over');
    undo.hidden = true;
    status.textContent = error instanceof Error ? error.message : String(error);
  }
}

fill.addEventListener('click', async () => {
  element('log', HTMLOListElement).replaceChildren();
  // Another agent begins where the person was, not where the one before it ended.
  if (hasActed) await takeBack();
  await openRelay('/api/fill', { agent: agent.value, letter: letter.value });
});
stop.addEventListener('click', () => connection?.close());
undo.addEventListener('click', async () => {
  await takeBack();
  log('You took it back');
});

async function takeBack(): Promise<void> {
  await tools.undo();
  hasActed = false;
  undo.hidden = true;
}

const setup: FormSetup = await (await fetch('/api/setup')).json();
agent.replaceChildren(...setup.agents.map((name) => new Option(name)));
element('agent-choice', HTMLLabelElement).hidden = setup.agents.length < 2;
letter.value = setup.letter;
letter.readOnly = setup.model === 'scripted';
element('model', HTMLParagraphElement).textContent =
  setup.model === 'scripted'
    ? 'A script plays the model: it knows this letter only.'
    : 'Write what you like.';

const turnId = sessionStorage.getItem(TURN);
if (turnId !== null) await openRelay(`/api/fill/${encodeURIComponent(turnId)}`);
