// The reporter of `npm run test:deep`: why a test failed, as soon as it did, and one table at the end.
import { relative, sep } from 'node:path';
import { deepRows } from './deep-rows.mjs';

/**
 * @typedef {{ what: string; unit: string; count: number; bad: number }} Row
 * @typedef {{ state: string; count: number }} DeepTest
 */

/**
 * The rows of the table. What no row names has one by its path; a row without a test is bad.
 * @param {ReadonlyMap<string, readonly DeepTest[]>} testsByFile
 * @returns {Row[]}
 */
export function toRows(testsByFile) {
  const known = deepRows.map(({ what, unit, files }) => {
    const paths = [...testsByFile.keys()].filter((path) =>
      files.some((pattern) => matches(path, pattern)),
    );
    return { what, unit, paths };
  });
  const named = new Set(known.flatMap(({ paths }) => paths));
  const others = [...testsByFile.keys()]
    .filter((path) => !named.has(path))
    .map((path) => ({ what: path, unit: 'tests', paths: [path] }));
  return [...known, ...others].map(({ what, unit, paths }) => {
    const tests = paths.flatMap((path) => testsByFile.get(path) ?? []);
    const failed = tests.filter(({ state }) => state !== 'passed').length;
    const count = tests.reduce((sum, test) => sum + test.count, 0);
    return { what, unit, count, bad: tests.length === 0 ? 1 : failed };
  });
}

/**
 * Whether a path has this pattern, in which `*` stands for any part of a name.
 * @param {string} path
 * @param {string} pattern
 */
function matches(path, pattern) {
  const parts = pattern.split('*').map((part) => part.replaceAll('.', '\\.'));
  return new RegExp(`^${parts.join('[^/]*')}$`).test(path);
}

/**
 * @param {readonly Row[]} rows
 * @returns {string}
 */
export function printRows(rows) {
  const lines = [
    ['what', 'how many', 'bad'],
    ...rows.map(({ what, unit, count, bad }) => [
      what,
      `${count.toLocaleString('en')} ${unit}`,
      String(bad),
    ]),
  ];
  const widths = [0, 1, 2].map((at) => Math.max(...lines.map((line) => line[at]?.length ?? 0)));
  return lines
    .map(([what = '', many = '', bad = '']) =>
      [
        what.padEnd(widths[0] ?? 0),
        many.padStart(widths[1] ?? 0),
        bad.padStart(widths[2] ?? 0),
      ].join('  '),
    )
    .join('\n');
}

/** A Vitest reporter. */
class DeepTable {
  /** @param {import('vitest/node').TestCase} test */
  onTestCaseResult(test) {
    const result = test.result();
    if (result.state !== 'failed') return;
    console.error(`\n✗ ${test.module.relativeModuleId}: ${test.fullName}`);
    for (const { message, stack } of result.errors) console.error(stack ?? message);
  }

  /**
   * @param {readonly import('vitest/node').TestModule[]} modules
   * @param {readonly import('vitest').SerializedError[]} unhandled
   */
  onTestRunEnd(modules, unhandled) {
    /** @type {Map<string, DeepTest[]>} */
    const testsByFile = new Map();
    for (const module of modules) {
      const path = relative(process.cwd(), module.moduleId).split(sep).join('/');
      const tests = [...module.children.allTests()].map((test) => ({
        state: test.result().state,
        count: test.meta().count ?? 1,
      }));
      const broken = module.errors().map(() => ({ state: 'failed', count: 0 }));
      for (const { message } of module.errors()) console.error(`\n✗ ${path}: ${message}`);
      testsByFile.set(path, [...(testsByFile.get(path) ?? []), ...tests, ...broken]);
    }
    for (const { message } of unhandled) console.error(`\n✗ ${message}`);
    const rows = toRows(testsByFile);
    console.log(`\n${printRows(rows)}`);
    if (unhandled.length > 0 || rows.some(({ bad }) => bad > 0)) process.exitCode = 1;
  }
}

export default DeepTable;
