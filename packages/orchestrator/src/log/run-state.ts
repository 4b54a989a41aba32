import type { DragomanEvent, EventByType, EventType } from '@dragoman/protocol';

/** How a task ended. */
export type TaskEnd =
  | EventByType['task.completed']
  | EventByType['task.failed']
  | EventByType['task.canceled'];

export interface TaskTurn {
  readonly id: string;
  readonly phase: string;
}

export interface TaskState {
  readonly scheduled: EventByType['task.scheduled'];
  /** What it does, or did last. */
  phase?: string;
  attempt: number;
  readonly turns: TaskTurn[];
  sessionId?: string;
  /** Its commits were about to become its branch. Whether they did, the repository knows. */
  importing?: EventByType['task.importing'];
  end?: TaskEnd;
}

/** One execution of a strategy. */
export interface StrategyState {
  readonly started: EventByType['strategy.started'];
  readonly tasks: Map<string, TaskState>;
  /** The keys of tasks and the names of sleeps, in the order of their ends. */
  ended: string[];
  readonly rand: number[];
  readonly now: number[];
  readonly sleeps: number[];
  notes: number;
  selected?: EventByType['strategy.selected'];
  completed?: EventByType['strategy.completed'];
  /** What failed in it was tried again: from there on it may take another way than before. */
  isRetried?: boolean;
}

/** All that the log of a run says. It is kept nowhere else. */
export interface RunState {
  started?: EventByType['run.started'];
  readonly strategies: Map<number, StrategyState>;
  /** Why nobody is at it any more, where a process could still say so. */
  interrupted?: EventByType['run.interrupted'];
  completed?: EventByType['run.completed'];
  lastSeq: number;
}

export function createRunState(): RunState {
  return { strategies: new Map(), lastSeq: 0 };
}

/** What a strategy's sleep is called beside the keys of its tasks, none of which looks like it. */
export function sleepName(count: number): string {
  return `#sleep${count}`;
}

type Fold<Type extends EventType> = (state: RunState, event: EventByType[Type]) => void;

/** What each event of a run's log changes. Others change nothing. */
const FOLDS: { readonly [Type in EventType]?: Fold<Type> } = {
  'run.started': (state, event) => {
    state.started = event;
  },
  'run.resumed': (state, { overrides }) => {
    delete state.interrupted;
    delete state.completed;
    if (overrides?.retry_failed !== true) return;
    for (const strategy of state.strategies.values()) {
      if (strategy.completed?.status !== 'success') forgetFailures(strategy);
    }
  },
  'run.interrupted': (state, event) => {
    state.interrupted = event;
  },
  'run.completed': (state, event) => {
    state.completed = event;
  },
  'strategy.started': (state, event) => {
    state.strategies.set(event.strategy, {
      ...{ started: event, tasks: new Map(), ended: [] },
      ...{ rand: [], now: [], sleeps: [], notes: 0 },
    });
  },
  'strategy.rand': inStrategy((strategy, { value }) => void strategy.rand.push(value)),
  'strategy.now': inStrategy((strategy, { value }) => void strategy.now.push(value)),
  'strategy.sleep': inStrategy((strategy, { until }) => void strategy.sleeps.push(until)),
  'strategy.woke': inStrategy((strategy, { draw }) => void strategy.ended.push(sleepName(draw))),
  'strategy.note': inStrategy((strategy) => {
    strategy.notes += 1;
  }),
  'strategy.selected': inStrategy((strategy, event) => {
    strategy.selected = event;
  }),
  'strategy.completed': inStrategy((strategy, event) => {
    strategy.completed = event;
  }),
  'task.scheduled': inStrategy((strategy, event) => {
    strategy.tasks.set(event.key, { scheduled: event, attempt: 0, turns: [] });
  }),
  'task.started': inTask((task, { attempt, fresh }) => {
    task.attempt = attempt;
    if (fresh === true) delete task.sessionId;
  }),
  'task.turn': inTask(
    (task, { turn_id: id, phase = 'agent' }) => void task.turns.push({ id, phase }),
  ),
  'task.session': inTask((task, { session_id }) => {
    task.sessionId = session_id;
  }),
  'task.progress': inTask((task, { phase }) => {
    task.phase = phase;
  }),
  'task.waiting': inTask((task, { reason }) => {
    task.phase = `waiting:${reason}`;
  }),
  'task.importing': inTask((task, event) => {
    task.importing = event;
  }),
  'task.completed': ended,
  'task.failed': ended,
  'task.canceled': ended,
};

/** Adds an event to what the log says so far. */
export function foldEvent(state: RunState, event: DragomanEvent): void {
  if (event.seq !== undefined) state.lastSeq = event.seq;
  const fold = FOLDS[event.type] as Fold<EventType> | undefined;
  fold?.(state, event as never);
}

interface OfStrategy {
  readonly strategy: number;
}

function inStrategy<Event extends OfStrategy>(
  change: (strategy: StrategyState, event: Event) => void,
): (state: RunState, event: Event) => void {
  return (state, event) => {
    const strategy = state.strategies.get(event.strategy);
    if (strategy !== undefined) change(strategy, event);
  };
}

interface OfTask extends OfStrategy {
  readonly key: string;
}

function inTask<Event extends OfTask>(
  change: (task: TaskState, event: Event) => void,
): (state: RunState, event: Event) => void {
  return inStrategy((strategy, event) => {
    const task = strategy.tasks.get(event.key);
    if (task !== undefined) change(task, event);
  });
}

function ended(state: RunState, event: TaskEnd): void {
  const strategy = state.strategies.get(event.strategy);
  const task = strategy?.tasks.get(event.key);
  // A task ends once: what a second writer might say of it is late.
  if (strategy === undefined || task === undefined || task.end !== undefined) return;
  task.end = event;
  strategy.ended.push(event.key);
}

/** A strategy that came to nothing is open again, and so are its tasks that did. */
function forgetFailures(strategy: StrategyState): void {
  delete strategy.completed;
  delete strategy.selected;
  strategy.isRetried = true;
  for (const [key, task] of strategy.tasks) {
    if (task.end === undefined || !isRetriedEnd(task.end)) continue;
    delete task.end;
    task.attempt = 0;
    strategy.ended = strategy.ended.filter((name) => name !== key);
  }
}

/** What a person has canceled stays so. */
function isRetriedEnd(end: TaskEnd): boolean {
  return end.type === 'task.failed' || (end.type === 'task.canceled' && end.by === 'strategy');
}
