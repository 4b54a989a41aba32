import { agentNames } from '@dragoman/agents';
import type { Command, Option } from 'commander';

/** A command as a shell completes it. */
export interface CompletedCommand {
  /** The words that name it, without `dragoman`: `sessions list`. */
  readonly path: string;
  readonly description: string;
  /** The commands below it. */
  readonly commands: readonly string[];
  /** What its argument may be; empty where any will do. */
  readonly choices: readonly string[];
  readonly options: readonly CompletedOption[];
}

export interface CompletedOption {
  /** With its dashes. */
  readonly flag: string;
  readonly description: string;
  readonly takesValue: boolean;
  /** Empty where any value will do. */
  readonly choices: readonly string[];
}

/** Takes an agent, which may have any version. */
const AGENT = '--agent';

/** All commands of a program, each before those below it. */
export function commandTree(program: Command, path: readonly string[] = []): CompletedCommand[] {
  const help = program.createHelp();
  const below = help.visibleCommands(program).filter((command) => command.name() !== 'help');
  const own: CompletedCommand = {
    path: path.join(' '),
    description: program.description(),
    commands: below.map((command) => command.name()),
    choices: program.registeredArguments.flatMap(({ argChoices = [] }) => argChoices),
    options: help.visibleOptions(program).flatMap(completedOption),
  };
  return [own, ...below.flatMap((command) => commandTree(command, [...path, command.name()]))];
}

function completedOption({ long, description, required, optional, argChoices }: Option) {
  if (long === undefined) return [];
  const choices = argChoices ?? (long === AGENT ? agentNames : []);
  return [{ flag: long, description, takesValue: required || optional, choices }] as const;
}
