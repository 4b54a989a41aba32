import { expect, test } from 'vitest';
import { defineScript } from './schema/define-script.js';
import type { WrittenScript } from './schema/script-schema.js';
import { createScriptPosition } from './script-position.js';

const MET = { faultMet: true, delivered: 0 };
const DELIVERED = { faultMet: false, delivered: 1 };
const LOST = { faultMet: false, delivered: 0 };

function positionIn(steps: WrittenScript['steps']) {
  const position = createScriptPosition(defineScript({ steps }));
  const where = () => {
    const next = position.next();
    return next === undefined ? 'end' : `${next.number}${next.fault === undefined ? '' : '!'}`;
  };
  return { position, where };
}

test('moves on when a reply was delivered, and only then', () => {
  const { position, where } = positionIn([{ say: 'a' }, { say: 'b' }]);
  position.played(LOST);
  expect(where()).toBe('1');
  position.played(DELIVERED);
  expect(where()).toBe('2');
  position.played(DELIVERED);
  expect(where()).toBe('end');
});

test('a fault without an end is met for ever', () => {
  const { position, where } = positionIn([{ fault: { cut: true } }, { say: 'never' }]);
  for (let again = 0; again < 20; again += 1) position.played(MET);
  expect(where()).toBe('1!');
});

test("a fault that is used up gives way to the step's actions", () => {
  const { position, where } = positionIn([
    { fault: { status: 503, times: 2 }, actions: [{ say: 'now' }] },
  ]);
  position.played(MET);
  expect(where()).toBe('1!');
  position.played(MET);
  expect(where()).toBe('1');
  position.played(DELIVERED);
  expect(where()).toBe('end');
});

test('a step that is nothing but a fault is over with it', () => {
  const { position, where } = positionIn([{ fault: { status: 503, times: 1 } }, { say: 'now' }]);
  position.played(MET);
  expect(where()).toBe('2');
});

test('a stall that was sat through is over with its reply, however often it may come', () => {
  const { position, where } = positionIn([
    { fault: { stall: 5, times: 2 } },
    { say: 'a' },
    { say: 'b' },
  ]);
  position.played({ faultMet: true, delivered: 1 });
  expect(where()).toBe('2');
});

test('steps that made one reply are passed together, each time of them counted', () => {
  const { position, where } = positionIn([{ say: 'a' }, { actions: [], times: 2 }, { say: 'c' }]);
  position.played({ faultMet: false, delivered: 2 });
  expect(where()).toBe('2');
  position.played(DELIVERED);
  expect(where()).toBe('3');
});

test('a reply with times is given that often', () => {
  const { position, where } = positionIn([{ actions: [], times: 2 }]);
  position.played(DELIVERED);
  expect(where()).toBe('1');
  position.played(DELIVERED);
  expect(where()).toBe('end');
});
