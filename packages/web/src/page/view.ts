/** What the page shows at an address. It ends with the signal that it was made with. */
export interface View {
  readonly node: HTMLElement;
}
