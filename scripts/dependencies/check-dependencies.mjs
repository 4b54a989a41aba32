// Holds what users get with Dragoman to what was decided about it.
import { idOf } from './runtime-dependencies.mjs';

/**
 * @typedef {import('./runtime-dependencies.mjs').Dependency} Dependency
 * @typedef {{ integrity: string, reason: string }} Decision by `name@version`
 */

/** Licences under which anybody may use and pass on the whole. */
export const allowedLicences = [
  '0BSD',
  'Apache-2.0',
  'BlueOak-1.0.0',
  'BSD-2-Clause',
  'BSD-3-Clause',
  'ISC',
  'MIT',
];

/**
 * What is wrong, one sentence each. Nothing, where all was decided.
 *
 * @param {readonly Dependency[]} dependencies
 * @param {Readonly<Record<string, Decision>>} decisions
 * @returns {string[]}
 */
export function problemsOf(dependencies, decisions) {
  const known = new Set(dependencies.map(idOf));
  const gone = Object.keys(decisions).filter((id) => !known.has(id));
  return [
    ...dependencies.flatMap((dependency) => problemsWith(dependency, decisions[idOf(dependency)])),
    ...gone.map((id) => `${id} is no dependency any more: remove its decision.`),
  ];
}

/** @param {Dependency} dependency @param {Decision | undefined} decision @returns {string[]} */
function problemsWith(dependency, decision) {
  const id = idOf(dependency);
  const { integrity, licence, installScripts, usedBy } = dependency;
  const problems = [];
  if (decision === undefined) {
    problems.push(`${id} (for ${usedBy.join(', ')}) is new: nobody has decided about it.`);
  } else {
    if (decision.integrity !== integrity) {
      problems.push(`${id} has another content than the one that was decided about.`);
    }
    if (decision.reason.trim() === '') problems.push(`${id} has a decision without a reason.`);
  }
  if (!integrity.startsWith('sha512-')) problems.push(`${id} has no sha512 in the lock file.`);
  if (!isAllowed(licence)) {
    problems.push(`${id} has the licence "${licence}", which is none of those that are allowed.`);
  }
  if (installScripts.length > 0) {
    problems.push(`${id} runs something when it is installed: ${installScripts.join(', ')}.`);
  }
  return problems;
}

/** Of a choice (`(AFL-2.1 OR BSD-3-Clause)`) one is enough. What is said in another way is not allowed. @param {string} licence */
function isAllowed(licence) {
  const choices = licence.replace(/^\((.*)\)$/, '$1').split(' OR ');
  return choices.some((choice) => allowedLicences.includes(choice));
}
