/** A field with a shadow root, as components of libraries have one. */
class GuestOfHonour extends HTMLElement {
  connectedCallback(): void {
    const root = this.shadowRoot ?? this.attachShadow({ mode: 'open' });
    const label = document.createElement('label');
    const input = document.createElement('input');
    input.dataset.browserToolId = 'honour';
    label.append('Guest of honour ', input);
    // The styles of the page end at a shadow root: it takes those of its fields along.
    const styles = document.querySelectorAll('link[rel="stylesheet"]');
    root.replaceChildren(...Array.from(styles, (one) => one.cloneNode()), label);
  }

  get value(): string {
    return this.shadowRoot?.querySelector('input')?.value ?? '';
  }
}

export function defineGuestOfHonour(): void {
  customElements.define('guest-of-honour', GuestOfHonour);
}
