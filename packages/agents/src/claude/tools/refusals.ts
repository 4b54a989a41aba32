/** How Claude Code words it when a call was not carried out because somebody said no. */
const DENIALS = [
  'Claude requested permissions to ',
  'Permission for this ',
  'Permission to use ',
  'Permission denied',
  'This command requires approval',
  'This command was denied',
  'The agent proposed a plan that was rejected by the user',
  'User denied permission',
];

/** A call that was stopped, or that came too late to be carried out, because the turn was. */
const CANCELLATIONS = [
  "The user doesn't want to take this action right now",
  '[Request interrupted',
  '[Tool call interrupted',
  '[Tool call did not complete',
  '[Tool call skipped',
  '[Agent call interrupted',
  'User rejected tool use',
  'User aborted',
];

const REJECTED = "The user doesn't want to proceed with this tool use";
/** Said when the person stops the turn without a word about the call. */
const STOP = 'STOP what you are doing';

/** Whether the text of a failed call says that it was refused, or stopped. */
export function refusalType(text: string): 'denied' | 'cancelled' | undefined {
  if (text.startsWith(REJECTED)) return text.includes(STOP) ? 'cancelled' : 'denied';
  if (CANCELLATIONS.some((words) => text.startsWith(words))) return 'cancelled';
  const isDenied = DENIALS.some((words) => text.startsWith(words)) || BLOCKED.test(text);
  return isDenied ? 'denied' : undefined;
}

/** `touch in '/etc/x' was blocked. For security, Claude Code may only …`, of any command. */
const BLOCKED = /^.{1,40} in '.{1,4096}' was blocked\. For security, Claude Code may only/;
