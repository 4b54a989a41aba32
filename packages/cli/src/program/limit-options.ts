import { type Command, InvalidArgumentError, Option } from 'commander';
import { parseDuration } from '../commands/exec/parse-duration.js';
import { amount } from './request-options.js';

/** How long a turn may take, and how much it may use. */
export interface LimitOptions {
  /** In milliseconds, as `idleTimeout`. */
  readonly timeout?: number;
  readonly idleTimeout?: number;
  readonly budgetTokens?: number;
  readonly budgetUsd?: number;
  /** A price file. */
  readonly prices?: string;
  readonly budgetRequests?: number;
}

/** Adds these options. */
export function addLimitOptions(command: Command): void {
  command
    .optionsGroup('Limits:')
    .option('--timeout <duration>', 'time limit for the whole turn (default: 1h)', duration)
    .option(
      '--idle-timeout <duration>',
      'time limit without any output of the agent (default: 10m)',
      duration,
    )
    .addOption(
      new Option(
        '--budget-tokens <number>',
        'limit of input and output tokens for the turn; the answer that reaches it is the last one',
      )
        .argParser(amount)
        .conflicts(['script', 'replay']),
    )
    .addOption(
      new Option(
        '--budget-usd <amount>',
        'limit of what the turn may cost, by the prices that `usage` has; the answer that reaches it is the last one',
      )
        .argParser(dollars)
        .conflicts(['script', 'replay']),
    )
    .option('--prices <file>', "the price file for --budget-usd, Dragoman's form or LiteLLM's")
    .addOption(
      new Option('--budget-requests <number>', 'limit of requests to the model for the turn')
        .argParser(amount)
        .conflicts(['script', 'replay']),
    );
}

function duration(text: string): number {
  const parsed = parseDuration(text);
  if (typeof parsed === 'number') return parsed;
  throw new InvalidArgumentError(parsed.problem);
}

/** A sum of money above nothing. */
function dollars(text: string): number {
  const value = Number(text);
  if (/^(\d+(\.\d*)?|\.\d+)$/.test(text) && Number.isFinite(value) && value > 0) return value;
  throw new InvalidArgumentError('Give an amount of dollars above 0, such as 2 or 0.50.');
}
