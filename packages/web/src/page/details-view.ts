import type { UsageFigures } from '@dragoman/protocol';
import type { TurnResource } from '@dragoman/protocol/http';
import { element } from './element.js';
import { dollars, short, whole } from './format.js';
import { longText } from './long-text.js';
import { shownText } from './shown-text.js';
import type { TurnPicture } from './turn-model.js';

const FIGURES: readonly (readonly [keyof UsageFigures, string])[] = [
  ['input_tokens', 'Input'],
  ['cached_input_tokens', 'of it from a cache'],
  ['cache_write_input_tokens', 'of it into a cache'],
  ['output_tokens', 'Output'],
  ['reasoning_tokens', 'of it thinking'],
  ['total_tokens', 'Total'],
];

export interface DetailsView {
  readonly node: HTMLElement;
  update(turn: TurnResource, picture: TurnPicture): void;
}

/** What a turn used, where it ran, and what it left behind. */
export function createDetailsView(): DetailsView {
  const column = element('div', { class: 'column' });
  return {
    node: element('div', { class: 'scroller details', tabindex: '0' }, column),
    update: (turn, picture) => column.replaceChildren(...sectionsOf(turn, picture)),
  };
}

function sectionsOf(turn: TurnResource, picture: TurnPicture): HTMLElement[] {
  const { artifacts, stderr } = picture;
  const { session, usage = turn.usage, subAgentUsage } = picture.transcript;
  const agent = [session?.agent ?? turn.agent, session?.version].filter(Boolean).join(' ');
  const sections = [section('Usage', usageView(usage))];
  if (subAgentUsage) sections.push(section('Usage of sub-agents', usageView(subAgentUsage)));
  const facts: Fact[] = [
    ['Id', turn.turn_id],
    ['Agent', agent],
    ['Model', session?.modelId],
    ['Session', session?.id ?? turn.session_id],
    ['Conversation', turn.conversation],
    ['Workspace', turn.workspace],
    ['Folder', session?.cwd],
    ['Began', new Date(turn.created_at).toLocaleString()],
  ];
  sections.push(section('Turn', factsView(facts)));
  const files = artifacts.map(({ path, size_bytes }): Fact => [path, `${short(size_bytes)} bytes`]);
  if (files.length > 0) sections.push(section('Artifacts', factsView(files)));
  if (stderr.length > 0) {
    sections.push(section('Diagnostics', longText(stderr.join('\n'), 'output')));
  }
  return sections;
}

function section(title: string, content: HTMLElement): HTMLElement {
  return element('section', {}, element('h2', {}, title), content);
}

type Fact = readonly [string, string | undefined];

function usageView(usage: UsageFigures | undefined): HTMLElement {
  const figures = FIGURES.flatMap(([name, label]): Fact[] => {
    const figure = usage?.[name];
    return figure === undefined ? [] : [[label, whole(figure)]];
  });
  const cost = usage?.cost_usd;
  if (cost !== undefined) figures.push(['Cost', dollars(cost)]);
  if (figures.length > 0) return factsView(figures, 'usage');
  return element('p', { class: 'muted' }, 'The agent has given no figures.');
}

function factsView(facts: readonly Fact[], className = ''): HTMLElement {
  const rows = facts.flatMap(([name, value]) =>
    value === undefined
      ? []
      : [element('dt', {}, shownText(name)), element('dd', {}, shownText(value))],
  );
  return element('dl', { class: className }, ...rows);
}
