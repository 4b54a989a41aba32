import type { Agent } from '../agent.js';
import { createAbilities } from '../agent-abilities.js';
import { codexAbilities } from './abilities.js';
import { codexCommand } from './command.js';
import { codexCoveragePage } from './coverage.js';
import { codexExecutables } from './executable.js';
import { codexInterpreter } from './interpreter.js';

/** Codex. */
export const codexAgent: Agent = {
  name: 'codex',
  packageName: '@openai/codex',
  version: '0.166.0',
  dialect: 'openai',
  command: codexCommand,
  abilities: createAbilities(codexAbilities),
  executables: codexExecutables,
  interpreter: codexInterpreter,
  coveragePage: codexCoveragePage,
};
