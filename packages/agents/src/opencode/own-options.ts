import type { OwnOptions } from '../agent-arguments.js';

/** What Dragoman decides for `opencode run`. */
export const opencodeOwnOptions: OwnOptions = {
  '--auto': '--permission',
  '--dangerously-skip-permissions': '--permission bypass',
  // An agent of a project can allow what the posture denies.
  '--agent': '--permission',
  '--model': '--model',
  '-m': '--model',
  '--variant': '--effort',
  '--thinking': '',
  '--format': '--json',
  '--session': '--resume',
  '-s': '--resume',
  '--continue': '--continue',
  '-c': '--continue',
  '--fork': '--fork',
  '--title': '',
  '--share': '',
  '--interactive': '',
  '-i': '',
  '--attach': '',
  '--password': '',
  '-p': '',
  '--username': '',
  '-u': '',
  '--port': '',
  '--dir': '--cwd',
};
