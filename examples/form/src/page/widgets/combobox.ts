import { chooseOption, neighbour, optionAt } from './choose-option.js';

/** A button that opens a list, and shows what is chosen in it. */
export function setUpCombobox(button: HTMLElement): void {
  const list = document.getElementById(button.getAttribute('aria-controls') ?? '');
  if (list === null) return;
  const open = (isOpen: boolean): void => {
    list.hidden = !isOpen;
    button.setAttribute('aria-expanded', String(isOpen));
  };
  const choose = (option: Element): void => {
    chooseOption(list, option);
    button.textContent = option.textContent;
  };
  button.addEventListener('click', () => open(button.getAttribute('aria-expanded') !== 'true'));
  button.addEventListener('keydown', (event) => {
    if (event.key === 'Escape') return open(false);
    const option = neighbour(list, event.key);
    if (option === undefined) return;
    event.preventDefault();
    choose(option);
  });
  // Before the focus leaves the button, which closes the list.
  list.addEventListener('mousedown', (event) => event.preventDefault());
  list.addEventListener('click', (event) => {
    const option = optionAt(event);
    if (option === undefined) return;
    choose(option);
    open(false);
  });
  button.addEventListener('blur', () => open(false));
}
