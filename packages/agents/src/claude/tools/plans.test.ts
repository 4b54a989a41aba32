import { expect, test } from 'vitest';
import { createTaskBoard } from './plans.js';

const made = (id: string) => ({ task: { id } });

test('tasks keep their order, whatever becomes of them', () => {
  const board = createTaskBoard();
  board.apply('TaskCreate', { subject: 'Look' }, made('1'));
  board.apply('TaskCreate', { subject: 'Fix' }, made('2'));
  expect(board.apply('TaskUpdate', { taskId: '1', status: 'completed' }, {})).toEqual([
    { text: 'Look', status: 'completed' },
    { text: 'Fix', status: 'pending' },
  ]);
  expect(board.apply('TaskUpdate', { taskId: '1', status: 'deleted' }, {})).toEqual([
    { text: 'Fix', status: 'pending' },
  ]);
  expect(board.apply('TaskUpdate', { taskId: '2', subject: 'Mend' }, {})).toEqual([
    { text: 'Mend', status: 'pending' },
  ]);
});

test('a task that nobody has heard of makes no plan', () => {
  const board = createTaskBoard();
  expect(board.apply('TaskUpdate', { taskId: '7', status: 'completed' }, {})).toBeUndefined();
  expect(board.apply('TaskCreate', { subject: 'Look' }, 'Task #1 created')).toBeUndefined();
  expect(board.apply('Bash', {}, {})).toBeUndefined();
});
