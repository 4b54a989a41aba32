const ACCENT = '--accent-base';

/** Gives the page another accent colour: what the agent's tool `paint_page` does. */
export function paintPage(colour: string): void {
  document.documentElement.style.setProperty(ACCENT, colour);
}

export function unpaintPage(): void {
  document.documentElement.style.removeProperty(ACCENT);
}
