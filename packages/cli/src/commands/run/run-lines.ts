import type { DragomanEvent, EventByType } from '@dragoman/protocol';
import { type Line, painted, plain } from '../../terminal/line.js';
import { formatCount, formatDuration } from '../../terminal/text/formats.js';
import { harmlessLine } from '../../terminal/text/harmless-text.js';

/** What a person is told of each change in a run. Events that change nothing for a person have no line. */
export function runEventLines(event: DragomanEvent): readonly Line[] {
  switch (event.type) {
    case 'task.started':
      return [taskLine(event, plain(beginning(event)))];
    case 'task.waiting':
      return [taskLine(event, painted('dim', `waits: ${event.reason}`))];
    case 'task.retrying': {
      const wait = event.delay_ms === 0 ? '' : ` in ${formatDuration(event.delay_ms)}`;
      return [
        taskLine(event, painted('yellow', `! is tried again${wait}: ${firstLine(event.message)}`)),
      ];
    }
    case 'task.completed':
      return [taskLine(event, completed(event)), ...(event.warnings ?? []).map(warning)];
    case 'task.failed':
      return [taskLine(event, painted('red', `✗ ${event.code}: ${firstLine(event.message)}`))];
    case 'task.canceled':
      return [taskLine(event, painted('yellow', `✗ canceled by the ${event.by}`))];
    case 'task.interrupted':
      return [taskLine(event, painted('yellow', '‖ interrupted'))];
    case 'strategy.note':
      return event.name === 'log' ? [painted('dim', harmlessLine(String(event.value)))] : [];
    case 'strategy.completed':
      return event.status === 'success'
        ? []
        : [painted('red', harmlessLine(`✗ ${event.reason ?? 'The strategy failed.'}`))];
    default:
      return [];
  }
}

function beginning({ attempt, fresh }: EventByType['task.started']): string {
  if (attempt === 1) return 'begins';
  return fresh ? 'begins anew' : 'goes on';
}

const KEY_COLUMNS = 22;

function taskLine({ key }: { readonly key: string }, said: Line): Line {
  return [{ text: `${harmlessLine(key).padEnd(KEY_COLUMNS)} `, format: 'cyan' }, ...said];
}

function completed({
  artifact,
  stats,
  verify,
  duration_ms: duration = 0,
}: EventByType['task.completed']): Line {
  const took = { text: ` · ${formatDuration(duration)}`, format: 'dim' as const };
  if (verify !== undefined) {
    const said = verify.passed
      ? '✓ passed'
      : `✗ failed, exit code ${verify.exit_code ?? 'unknown'}`;
    return [{ text: said, format: verify.passed ? 'green' : 'red' }, took];
  }
  if (artifact?.branch === undefined || stats === undefined) {
    return [{ text: '✓ done, no changes', format: 'green' }, took];
  }
  return [
    {
      text: `✓ +${stats.added} −${stats.removed} in ${formatCount(stats.files, 'file')}`,
      format: 'green',
    },
    took,
    { text: ` · ${artifact.branch}`, format: 'dim' },
  ];
}

function warning(words: string): Line {
  return painted('yellow', harmlessLine(`  ! ${words}`));
}

function firstLine(text: string): string {
  return harmlessLine(text.split('\n', 1)[0] ?? '');
}
