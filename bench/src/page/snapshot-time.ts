import { fileURLToPath } from 'node:url';
import { launchChromium } from '@dragoman/testkit/browser';
import type { Page } from 'playwright-core';
import { rolldown } from 'rolldown';
import type { Measurement } from '../benchmark.js';
import { median } from '../median.js';

const FIELDS = 1000;
const NODES = 20_000;
const ROUNDS = 15;
/** The first are slow: the page's code is compiled while it runs. */
const RACES = 150;

/** A snapshot of a long form over a bare loop over its controls, and how long a large page waits for one. */
export async function snapshotTime(): Promise<Measurement[]> {
  const browser = await launchChromium();
  try {
    const page = await browser.newPage();
    await page.setContent('<!doctype html><html lang="en"><body><main></main></body></html>');
    await page.addScriptTag({ content: await packageOfThePage() });
    await page.addScriptTag({ content: WAYS });
    return [await overBareLoop(page), await longestWait(page)];
  } finally {
    await browser.close();
  }
}

async function overBareLoop(page: Page): Promise<Measurement> {
  await fill(page, '<p><label>Row <input name="row" value="x"></label></p>', FIELDS);
  const times = await evaluate<{ bare: number[]; snapshot: number[] }>(page, `race(${RACES})`);
  // The fastest of each: what else the machine does lengthens the longer one more often.
  const [ours, bare] = [Math.min(...times.snapshot), Math.min(...times.bare)];
  const medians = [median(times.snapshot), median(times.bare)].map((ms) => ms.toFixed(1));
  return {
    name: `a snapshot of ${FIELDS} fields, over a bare loop over them`,
    value: ours / bare,
    unit: '×',
    bar: 5,
    detail: `the fastest of ${RACES}, ${ours.toFixed(1)} ms and ${bare.toFixed(1)} ms; medians ${medians.join(' ms and ')} ms`,
  };
}

async function longestWait(page: Page): Promise<Measurement> {
  // Ten nodes each.
  const row = `<div>${'<p><span>text</span></p>'.repeat(4)}<input aria-label="Row"></div>`;
  await fill(page, row, NODES / 10);
  const waits = await evaluate<number[]>(page, `waits(${ROUNDS})`);
  return {
    name: `how long a page of ${NODES.toLocaleString('en')} nodes waits for its turn in a snapshot`,
    value: median(waits),
    unit: 'ms',
    bar: 50,
    detail: `the longest of each of ${ROUNDS} snapshots, ${Math.min(...waits).toFixed(0)} to ${Math.max(...waits).toFixed(0)} ms`,
  };
}

/** What runs in the page. */
const WAYS = `
  const bare = () => [...document.querySelectorAll('input, textarea, select')].map((control) => ({
    kind: control.type, name: control.name, value: control.value, required: control.required,
    label: control.labels[0]?.textContent.trim(), style: getComputedStyle(control).visibility,
    isShown: control.checkVisibility({ visibilityProperty: true }),
  }));
  const timed = async (work) => {
    const began = performance.now();
    await work();
    return performance.now() - began;
  };
  const race = async (rounds) => {
    const times = { bare: [], snapshot: [] };
    for (let round = 0; round < rounds; round += 1) {
      times.bare.push(await timed(bare));
      times.snapshot.push(await timed(() => dragoman.snapshot()));
    }
    return times;
  };
  const waits = async (rounds) => {
    const longest = [];
    for (let round = 0; round < rounds; round += 1) {
      let last = performance.now();
      let most = 0;
      let isOver = false;
      const { port1, port2 } = new MessageChannel();
      port1.onmessage = () => {
        most = Math.max(most, performance.now() - last);
        last = performance.now();
        if (!isOver) port2.postMessage(0);
      };
      port2.postMessage(0);
      await dragoman.snapshot();
      isOver = true;
      longest.push(most);
    }
    return longest;
  };`;

async function fill(page: Page, row: string, count: number): Promise<void> {
  await page.evaluate(
    `document.querySelector('main').innerHTML = ${JSON.stringify(row)}.repeat(${count})`,
  );
}

function evaluate<Result>(page: Page, expression: string): Promise<Result> {
  return page.evaluate(expression) as Promise<Result>;
}

async function packageOfThePage(): Promise<string> {
  const build = await rolldown({
    input: fileURLToPath(import.meta.resolve('@dragoman/browser')),
    platform: 'browser',
  });
  const { output } = await build.generate({ format: 'iife', name: 'dragoman', minify: true });
  await build.close();
  return output[0].code;
}
