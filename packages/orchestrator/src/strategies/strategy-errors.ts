import { DragomanError } from '@dragoman/protocol';

/** A task came to nothing. `code` says why, as its turn's end does. */
export class TaskFailed extends DragomanError {
  readonly key: string;

  constructor(key: string, code: string, message: string) {
    super(code, `The task ${key} failed: ${message}`);
    this.name = 'TaskFailed';
    this.key = key;
  }
}

/** Several tasks came to nothing. */
export class AggregateTaskFailed extends DragomanError {
  readonly failed: readonly TaskFailed[];

  constructor(failed: readonly TaskFailed[]) {
    super('tasks_failed', failed.map(({ message }) => message).join('\n'));
    this.name = 'AggregateTaskFailed';
    this.failed = failed;
  }
}

/** There is nothing to choose from: too few candidates succeeded. */
export class NoViableCandidates extends DragomanError {
  readonly failed: readonly TaskFailed[];

  constructor(words: string, failed: readonly TaskFailed[] = []) {
    super('no_viable_candidates', words);
    this.name = 'NoViableCandidates';
    this.failed = failed;
  }
}

/** A key stands for one task, for good; this one was asked for with another input. */
export class KeyConflict extends DragomanError {
  readonly key: string;
  readonly fields: readonly string[];

  constructor(key: string, fields: readonly string[]) {
    super(
      'key_conflict',
      `The task ${key} was asked for before with another input: ${fields.join(', ')} differ. One key stands for one task: give it another key, or start a new run.`,
    );
    this.name = 'KeyConflict';
    this.key = key;
    this.fields = fields;
  }
}

/** The strategy doesn't do what it did before it was resumed. */
export class StrategyDrift extends DragomanError {
  constructor(words: string) {
    super('strategy_drift', words);
    this.name = 'StrategyDrift';
  }
}
