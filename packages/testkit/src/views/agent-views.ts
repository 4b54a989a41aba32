import { type AgentName, agentNames, agents } from '@dragoman/agents';
import { type CoverageText, coveragePage, spanText } from './coverage-page.js';
import type { ViewRecording } from './recorded-sessions.js';
import * as registry from './registry.js';
import type { UncountedReply } from './uncounted.js';
import type { ViewGap } from './view-gap.js';

/** What is known about the two views of an agent, beside its rules. */
export interface AgentViews {
  readonly gaps: readonly ViewGap[];
  readonly coverage: CoverageText;
  /** Replies of the model whose usage neither view has; absent: there are none. */
  readonly uncounted?: readonly UncountedReply[];
  /** The version from which on a list shows only the own turns of a fork; absent: it shows all. */
  readonly forksApartSince?: string;
}

/** The gaps and the coverage text of each agent. */
export const agentViews: Readonly<Record<AgentName, AgentViews>> = registry;

/** The coverage page of each agent in the documentation, by the agent's name. */
export function coveragePages(
  recordings: readonly (ViewRecording & { readonly agent: string })[],
): ReadonlyMap<AgentName, string> {
  return new Map(
    agentNames.map((name) => {
      const { gaps, coverage, uncounted = [] } = agentViews[name];
      const limits = [...coverage.limits, ...uncounted.map(uncountedLimit)];
      const own = recordings.filter(({ agent }) => agent === name);
      const page = coveragePage(agents[name].interpreter, { ...coverage, limits }, gaps, own);
      return [name, `${page}\n${newVersionSection(name)}`];
    }),
  );
}

function uncountedLimit(reply: UncountedReply): string {
  const { what, since, until, isChance, isEstimate } = reply;
  if (isEstimate) {
    return `How many tokens ${what} wrote is the CLI’s estimate, in both views (${spanText(since, until)}).`;
  }
  const verb = isChance ? 'may be' : 'is';
  return `What ${what} used ${verb} in neither view (${spanText(since, until)}).`;
}

/** What to do when there is a version that wasn't recorded. */
function newVersionSection(name: AgentName): string {
  return [
    '## Other versions\n',
    'A version between the recorded ones is read by the same rules. One that is older or newer than all of them is read as the nearest, and `dragoman translate --stats` says so.\n',
    `\`npm run agents:record -- ${name}@VERSION\` takes a version through all scenarios and prints what is wrong and what is new. What to do about each line of that page is in [CONTRIBUTING](../../CONTRIBUTING.md#take-in-a-new-version-of-a-cli). The rules are in \`packages/agents/src/${name}\`, the gaps in \`packages/testkit/src/views/${name}\`, the scenarios in \`packages/testkit/src/scenarios\`.`,
    '',
  ].join('\n');
}
