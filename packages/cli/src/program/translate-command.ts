import { type Command, Option } from 'commander';
import { legacyFormats } from '../commands/translate/legacy-formats.js';
import type { TranslateOptions } from '../commands/translate/translate.js';
import type { CommandContext } from './command-context.js';

export function addTranslate(program: Command, { terminal, onExit }: CommandContext): void {
  program
    .command('translate')
    .description("emit an agent's records, live or saved, in the one language")
    .argument('[file]', 'stdin without it, or as -')
    .option(
      '--agent <agent>',
      'whose records they are, such as codex or codex@0.58.0; without it they tell themselves',
    )
    .addOption(
      new Option('--from <view>', 'what they are; without it they tell themselves').choices([
        'live',
        'saved',
      ]),
    )
    .addOption(
      new Option('--to <form>', 'what to make of them')
        .choices(['events', 'messages'])
        .default('events'),
    )
    .option('--stats', 'say what became of the lines (on stderr)')
    .option('--raw', 'pass on what no rule covers, as raw events')
    .option('--legacy-only', `understand only what ${legacyPrinters()}, for debugging`)
    .addHelpText(
      'after',
      '\nExamples:\n  $ codex exec --json "fix it" | dragoman translate\n  $ dragoman translate --to messages --stats rollout.jsonl\n\nFor records to tell themselves one has to come within the first 1,000 lines of JSON; other lines before it don\'t matter, up to 1 MiB of them.\n',
    )
    .action(async (file: string | undefined, options: TranslateOptions) => {
      const { translate } = await import('../commands/translate/translate.js');
      onExit(await translate(file, options, terminal));
    });
}

/** `codex printed before 0.44`, of every agent that has changed its format. */
function legacyPrinters(): string {
  return legacyFormats()
    .map(({ name, before }) => `${name} printed before ${before}`)
    .join(', ');
}
