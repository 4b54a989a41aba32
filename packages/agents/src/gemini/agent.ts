import type { Agent } from '../agent.js';
import { createAbilities } from '../agent-abilities.js';
import { geminiAbilities } from './abilities.js';
import { geminiCommand } from './command.js';
import { geminiCoveragePage } from './coverage.js';
import { geminiExecutables } from './executable.js';
import { geminiInterpreter } from './interpreter.js';
import { geminiKeys } from './keys.js';

/** Gemini CLI. */
export const geminiAgent: Agent = {
  name: 'gemini',
  packageName: '@google/gemini-cli',
  version: '0.61.0',
  dialect: 'gemini',
  keys: geminiKeys,
  command: geminiCommand,
  abilities: createAbilities(geminiAbilities),
  executables: geminiExecutables,
  interpreter: geminiInterpreter,
  coveragePage: geminiCoveragePage,
};
