/** Tabs of which one shows its panel. */
export function setUpTabs(list: HTMLElement): void {
  const tabs = Array.from(list.querySelectorAll<HTMLElement>('[role="tab"]'));
  const show = (chosen: HTMLElement): void => {
    for (const tab of tabs) {
      const isChosen = tab === chosen;
      tab.setAttribute('aria-selected', String(isChosen));
      tab.tabIndex = isChosen ? 0 : -1;
      const panel = document.getElementById(tab.getAttribute('aria-controls') ?? '');
      if (panel !== null) panel.hidden = !isChosen;
    }
  };
  for (const [index, tab] of tabs.entries()) {
    tab.addEventListener('click', () => show(tab));
    tab.addEventListener('keydown', ({ key }) => {
      const step = key === 'ArrowRight' ? 1 : key === 'ArrowLeft' ? -1 : 0;
      const next = tabs[index + step];
      if (step === 0 || next === undefined) return;
      show(next);
      next.focus();
    });
  }
}
