import { type Command, Option } from 'commander';
import { legacyFormats } from '../commands/translate/legacy-formats.js';
import type { TranslateOptions } from '../commands/translate/translate.js';
import type { CommandContext } from '../program.js';

export function addTranslate(program: Command, { terminal, onExit }: CommandContext): void {
  program
    .command('translate')
    .description("convert an agent's output or saved session into events or messages")
    .argument('[file]', 'the input (stdin if missing or -)')
    .option(
      '--agent <agent>',
      'the agent that wrote the input, for example codex or codex@0.58.0 (default: detected)',
    )
    .addOption(
      new Option('--from <view>', 'live output or a saved session (default: detected)').choices([
        'live',
        'saved',
      ]),
    )
    .addOption(
      new Option('--to <form>', 'what to print').choices(['events', 'messages']).default('events'),
    )
    .option('--stats', 'print on stderr how many lines were mapped, metadata, unknown or broken')
    .option('--raw', 'print records that no rule covers as raw events')
    .option('--legacy-only', `read only the format of ${legacyPrinters()}, for debugging`)
    .addHelpText(
      'after',
      '\nExamples:\n  $ codex exec --json "fix it" | dragoman translate\n  $ dragoman translate --to messages --stats rollout.jsonl\n\nThe agent and the view are detected from the first 1,000 lines of JSON. Other lines before them are\nskipped, up to 1 MiB.\n',
    )
    .action(async (file: string | undefined, options: TranslateOptions) => {
      const { translate } = await import('../commands/translate/translate.js');
      onExit(await translate(file, options, terminal));
    });
}

/** `codex before 0.44`, for every agent that has changed its format. */
function legacyPrinters(): string {
  return legacyFormats()
    .map(({ name, before }) => `${name} before ${before}`)
    .join(', ');
}
