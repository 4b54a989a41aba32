import { element } from './element.js';

/** Asks the person who is at the page. Escape is a no, and so is the end of the time that there is. */
export function askPerson(question: string, signal: AbortSignal): Promise<boolean> {
  const dialog = element('confirm', HTMLDialogElement);
  element('question', HTMLParagraphElement).textContent = question;
  dialog.returnValue = 'no';
  dialog.showModal();
  signal.addEventListener('abort', () => dialog.close('no'), { once: true });
  return new Promise((resolve) => {
    dialog.addEventListener('close', () => resolve(dialog.returnValue === 'yes'), { once: true });
  });
}
