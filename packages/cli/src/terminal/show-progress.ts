import type { Terminal } from './terminal.js';

const FRAMES = ['⠋', '⠙', '⠹', '⠸', '⠼', '⠴', '⠦', '⠧', '⠇', '⠏'];
const FRAME_MS = 100;

/**
 * Keeps a line about work in progress at the bottom of the terminal, with something that moves, until
 * the result is called. Without a person who watches it does nothing.
 */
export function showProgress(terminal: Terminal, line: () => string): () => void {
  if (!terminal.watched) return () => {};
  let frame = 0;
  const draw = () => {
    terminal.status(`${FRAMES[frame % FRAMES.length]} ${line()}`);
    frame += 1;
  };
  draw();
  const timer = setInterval(draw, FRAME_MS).unref();
  return () => {
    clearInterval(timer);
    terminal.status('');
  };
}
