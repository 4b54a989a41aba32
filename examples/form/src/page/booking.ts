import { element } from './element.js';

/** What a person reads when the table is booked. Nothing is sent anywhere: this is an example. */
export function setUpBooking(form: HTMLFormElement): void {
  const booked = element('booked', HTMLOutputElement);
  form.addEventListener('submit', (event) => {
    event.preventDefault();
    const data = new FormData(form);
    booked.hidden = false;
    booked.value = `Booked: ${data.get('name')}, ${data.get('guests')} guests, ${data.get('date')} at ${data.get('time')}.`;
    booked.scrollIntoView({ block: 'center' });
  });
}
