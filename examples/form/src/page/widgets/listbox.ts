import { chooseOption, neighbour, optionAt } from './choose-option.js';

/** A list of which one is chosen, by a pointer or by the arrow keys. */
export function setUpListbox(list: HTMLElement): void {
  list.addEventListener('click', (event) => {
    const option = optionAt(event);
    if (option !== undefined) chooseOption(list, option);
  });
  list.addEventListener('keydown', (event) => {
    const option = neighbour(list, event.key);
    if (option === undefined) return;
    event.preventDefault();
    chooseOption(list, option);
  });
}
