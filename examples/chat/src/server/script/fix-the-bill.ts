import type { WrittenScript } from '@dragoman/gateway';
import type { Piece } from './piece.js';

const PLAN = ['See what fails', 'Find out why', 'Fix it', 'Run the tests again'];

/** A mistake is found, fixed and proved to be gone. */
export const fixTheBill: Piece = {
  title: 'Fix the bill',
  prompt: 'The bill forgets the second cup. Find out why, and fix it.',
  steps({ heard, plans }) {
    const plan = (done: number) => (plans ? [{ plan: planned(done) }] : []);
    const isFixed = heard.includes('= 8') && !heard.includes('FAILED');
    return [
      [
        {
          think:
            'Somebody ordered two cups and paid for one. The project has tests, so the mistake should show there before I read any code.',
        },
        { say: 'I’ll run the tests first, to see the mistake with my own eyes.' },
        ...plan(0),
        { run: 'sh test.sh' },
      ],
      ...(isFixed ? [[{ say: 'It doesn’t, any more: all three tests pass.' }]] : repair(plan)),
    ];
  },
};

type Planned = (done: number) => { plan: ReturnType<typeof planned> }[];

function repair(plan: Planned): WrittenScript['steps'] {
  return [
    [
      {
        think:
          'Both failures have a number above one. One cup is right. So the price is found, but the number of cups plays no part.',
      },
      ...plan(1),
      { run: 'cat bill.sh' },
    ],
    [
      {
        say: 'There it is: `cups` is read from the order and then never used. Each order counts once, however many cups it has.',
      },
      ...plan(2),
      {
        patch: [
          {
            update: 'bill.sh',
            old: '  total=$((total + price))',
            new: '  total=$((total + cups * price))',
          },
        ],
      },
    ],
    [...plan(3), { run: 'sh test.sh && git diff --stat' }],
    ...[plan(4)].filter(({ length }) => length > 0),
    [
      {
        say: `Fixed. The line added the price of an order and forgot to multiply it:

| order | before | now |
| --- | ---: | ---: |
| 1 matcha | 4 | 4 |
| 2 matcha | **4** | 8 |
| 2 matcha, 1 scone | **7** | 11 |

All three tests pass. One thing I left alone: a name that isn’t on the menu still costs nothing. Tell me if \`bill.sh\` should refuse it.`,
      },
    ],
  ];
}

function planned(done: number) {
  return PLAN.map((step, index) => ({ step, status: statusAt(index, done) }));
}

function statusAt(index: number, done: number): 'pending' | 'in_progress' | 'completed' {
  if (index < done) return 'completed';
  return index === done ? 'in_progress' : 'pending';
}
