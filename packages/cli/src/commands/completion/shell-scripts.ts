import type { CompletedCommand, CompletedOption } from './command-tree.js';

export const shells = ['bash', 'zsh', 'fish'] as const;

export type Shell = (typeof shells)[number];

/** The completion of a program for each shell, as a script to load. */
export const shellScripts: Readonly<
  Record<Shell, (commands: readonly CompletedCommand[]) => string>
> = { bash, zsh, fish };

// The scripts hold what they complete: Dragoman is not run when somebody presses Tab.

/** The path of the command in the words so far: as many of them as name one. */
const PATH_IN_WORDS = `  local word path='' next
  for word in "\${words[@]:1:$((cword - 1))}"; do
    next="\${path:+$path }$word"
    case " $commands " in *" \${next// /:} "*) path=$next ;; esac
  done`;

function bash(commands: readonly CompletedCommand[]): string {
  return `# Completion of dragoman for bash: source <(dragoman completion bash)
_dragoman() {
  local words=("\${COMP_WORDS[@]}") cword=$COMP_CWORD cur=\${COMP_WORDS[COMP_CWORD]}
${completeWords(commands)}
  if [[ $files ]]; then COMPREPLY=($(compgen -f -- "$cur")); return; fi
  COMPREPLY=($(compgen -W "$reply" -- "$cur"))
}
complete -o filenames -F _dragoman dragoman
`;
}

function zsh(commands: readonly CompletedCommand[]): string {
  return `#compdef dragoman
# Completion of dragoman for zsh: source <(dragoman completion zsh)
_dragoman() {
  emulate -L zsh -o ksh_arrays -o sh_word_split
  local words=("\${words[@]}") cword=$((CURRENT - 1)) cur=\${words[CURRENT-1]}
${completeWords(commands)}
  if [[ -n $files ]]; then _files; return; fi
  compadd -- $reply
}
compdef _dragoman dragoman
`;
}

/** Sets \`reply\` to the words that may follow, or \`files\` where a file may. */
function completeWords(commands: readonly CompletedCommand[]): string {
  const named = commands
    .filter(({ path }) => path !== '')
    .map(({ path }) => path.replaceAll(' ', ':'));
  return `  local commands='${named.join(' ')}' reply='' files='' previous="\${words[cword-1]}"
${PATH_IN_WORDS}
  case "$path $previous" in
${commands.flatMap(({ path, options }) => options.flatMap((option) => valueCases(path, option))).join('\n')}
  *) case "$path" in
${commands.map((command) => `    '${command.path}') reply='${wordsAfter(command)}' ;;`).join('\n')}
    esac
    if [[ $cur != -* && -z \${reply//--[a-z]*/} ]]; then files=1; fi ;;
  esac`;
}

function valueCases(path: string, { flag, takesValue, choices }: CompletedOption): string[] {
  if (!takesValue) return [];
  const set = choices.length === 0 ? 'files=1' : `reply='${choices.join(' ')}'`;
  return [`  '${path} ${flag}') ${set} ;;`];
}

function wordsAfter({ commands, choices, options }: CompletedCommand): string {
  return [...commands, ...choices, ...options.map(({ flag }) => flag)].join(' ');
}

function fish(commands: readonly CompletedCommand[]): string {
  const lines = commands.flatMap((command) => {
    const condition = fishCondition(command);
    const below = commands.filter(
      ({ path }) => path !== '' && path.split(' ').slice(0, -1).join(' ') === command.path,
    );
    return [
      ...below.map(
        ({ path, description }) =>
          `complete -c dragoman -n ${condition} -f -a ${path.split(' ').at(-1)} -d ${quoted(description)}`,
      ),
      ...command.choices.map((choice) => `complete -c dragoman -n ${condition} -f -a ${choice}`),
      ...command.options.map(
        (option) => `complete -c dragoman -n ${condition} ${fishOption(option)}`,
      ),
    ];
  });
  return `# Completion of dragoman for fish: dragoman completion fish | source\n${lines.join('\n')}\n`;
}

function fishCondition({ path, commands }: CompletedCommand): string {
  const seen = path.split(' ').filter((word) => word !== '');
  const has = seen.map((word) => `__fish_seen_subcommand_from ${word}`);
  const hasNot =
    commands.length > 0 ? [`not __fish_seen_subcommand_from ${commands.join(' ')}`] : [];
  const all = [...has, ...hasNot];
  return quoted(all.length === 0 ? 'true' : all.join('; and '));
}

function fishOption({ flag, description, takesValue, choices }: CompletedOption): string {
  const value = choices.length > 0 ? `-x -a ${quoted(choices.join(' '))}` : takesValue ? '-r' : '';
  return `-l ${flag.slice(2)} ${value} -d ${quoted(description)}`.replace(/ {2,}/g, ' ');
}

function quoted(text: string): string {
  return `'${text.replace(/[\\']/g, '\\$&').replace(/\n/g, ' ')}'`;
}
