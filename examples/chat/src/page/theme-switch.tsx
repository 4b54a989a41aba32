import { useState } from 'react';
import { Icon } from './icon.js';

const KEY = 'theme';

/** Light or dark, against what the system says. Kept in this browser. */
export function ThemeSwitch() {
  const [isDark, setIsDark] = useState(() => {
    const kept = localStorage.getItem(KEY);
    if (kept !== null) document.documentElement.dataset.theme = kept;
    return kept === null ? matchMedia('(prefers-color-scheme: dark)').matches : kept === 'dark';
  });
  const toggle = () => {
    const next = isDark ? 'light' : 'dark';
    document.documentElement.dataset.theme = next;
    localStorage.setItem(KEY, next);
    setIsDark(!isDark);
  };
  return (
    <button
      type="button"
      className="quiet"
      onClick={toggle}
      aria-label={isDark ? 'Light theme' : 'Dark theme'}
      title={isDark ? 'Light theme' : 'Dark theme'}
    >
      <Icon name={isDark ? 'sun' : 'moon'} />
    </button>
  );
}
