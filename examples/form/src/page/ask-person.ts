import { element } from './element.js';

/** Asks the person who is at the page. Escape is a no. */
export function askPerson(question: string): Promise<boolean> {
  const dialog = element('confirm', HTMLDialogElement);
  element('question', HTMLParagraphElement).textContent = question;
  dialog.returnValue = 'no';
  dialog.showModal();
  return new Promise((resolve) => {
    dialog.addEventListener('close', () => resolve(dialog.returnValue === 'yes'), { once: true });
  });
}
