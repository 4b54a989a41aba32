import { Argument, type Command } from 'commander';
import { commandTree } from '../commands/completion/command-tree.js';
import { type Shell, shellScripts, shells } from '../commands/completion/shell-scripts.js';
import { EXIT } from '../exit-code.js';
import { type CommandContext, createProgram } from '../program.js';

const MORE = `
Examples:
  $ dragoman completion bash >> ~/.bashrc
  $ dragoman completion zsh >> ~/.zshrc
  $ dragoman completion fish > ~/.config/fish/completions/dragoman.fish
`;

export function addCompletion(program: Command, { terminal, onExit }: CommandContext): void {
  program
    .command('completion')
    .description('print the script that completes commands and options in a shell')
    .addArgument(new Argument('<shell>', 'the shell').choices(shells))
    .addHelpText('after', MORE)
    .action(async (shell: Shell) => {
      // The program that was asked knows only this command.
      const ignored = () => {};
      const events = { onExit: ignored, onStopped: ignored, onHelp: ignored };
      const whole = createProgram(terminal, events);
      await terminal.write(shellScripts[shell](commandTree(whole)));
      onExit(EXIT.success);
    });
}
