/** Chooses one of the options of an ARIA list. */
export function chooseOption(list: Element, chosen: Element): void {
  for (const option of list.querySelectorAll('[role="option"]')) {
    option.setAttribute('aria-selected', String(option === chosen));
  }
}

/** The option that a person has pressed, if it was one. */
export function optionAt(event: Event): Element | undefined {
  const { target } = event;
  return (target instanceof Element && target.closest('[role="option"]')) || undefined;
}

/** The option before or after the one that is chosen, by the key. */
export function neighbour(list: Element, key: string): Element | undefined {
  const options = Array.from(list.querySelectorAll('[role="option"]'));
  const at = options.findIndex((option) => option.getAttribute('aria-selected') === 'true');
  if (key === 'ArrowDown') return options[at + 1];
  return key === 'ArrowUp' ? options[at - 1] : undefined;
}
